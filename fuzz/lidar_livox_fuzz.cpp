// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decodes any bytes as a CustomMsg of Livox, in both encodings.
#include "fuzz/lidar_feed.h"
#include "gs/rosmsg/messages/livox_ros_driver2.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const gs::Bytes bytes(reinterpret_cast<const std::byte*>(data), size);
  for (const char* encoding : {"ros1", "cdr"}) {
    gs::fuzz::feed(gs::rosmsg::livox_ros_driver2::CustomMsg::kType, {}, encoding, std::array{bytes, bytes});
  }
  return 0;
}
