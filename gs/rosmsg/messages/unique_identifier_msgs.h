// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of the ROS package unique_identifier_msgs.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace gs::rosmsg::unique_identifier_msgs {

// unique_identifier_msgs/UUID: 16 bytes that name something everywhere.
struct UUID {
  static constexpr std::string_view kType = "unique_identifier_msgs/msg/UUID";
  std::array<uint8_t, 16> uuid{};

  static void describe(auto& f) { f("uuid", &UUID::uuid); }
  friend bool operator==(const UUID&, const UUID&) = default;
};

}  // namespace gs::rosmsg::unique_identifier_msgs
