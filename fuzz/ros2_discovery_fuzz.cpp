// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Untrusted input from a ROS 2 domain: discovery messages, USER_DATA and names. A parsed discovery message must be
// equal after writing and reading.
#include <cstdint>

#include "gs/core/expect.h"
#include "gs/ros2/wire/discovery_info.h"
#include "gs/ros2/wire/names.h"
#include "gs/ros2/wire/user_data.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace gs;
  const Bytes input = std::as_bytes(std::span(data, size));
  const std::string_view text = as_text(input);
  static_cast<void>(ros2::parse_user_data(text));
  static_cast<void>(ros2::ros_name(text));
  static_cast<void>(ros2::ros_type(text));
  static_cast<void>(ros2::expand_name(text, "/", "node"));
  const auto nodes = ros2::decode_discovery_info(input);
  if (!nodes) return 0;
  const auto again = ros2::decode_discovery_info(ros2::encode_discovery_info(*nodes));
  GS_EXPECT(again && (again->nodes == nodes->nodes || again->wide_gids != nodes->wide_gids));
  return 0;
}
