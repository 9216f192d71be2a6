// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of the ROS package livox_ros_driver2. The older package livox_ros_driver has the same messages.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "gs/rosmsg/messages/std_msgs.h"

namespace gs::rosmsg::livox_ros_driver2 {

// livox_ros_driver2/CustomPoint: one return.
struct CustomPoint {
  static constexpr std::string_view kType = "livox_ros_driver2/msg/CustomPoint";
  uint32_t offset_time = 0;   // [ns] after timebase
  float x = 0, y = 0, z = 0;  // [m]
  uint8_t reflectivity = 0;   // 0 to 255
  uint8_t tag = 0;            // return number and confidence
  uint8_t line = 0;           // laser

  static void describe(auto& f) {
    f("offset_time", &CustomPoint::offset_time);
    f("x", &CustomPoint::x);
    f("y", &CustomPoint::y);
    f("z", &CustomPoint::z);
    f("reflectivity", &CustomPoint::reflectivity);
    f("tag", &CustomPoint::tag);
    f("line", &CustomPoint::line);
  }
  friend bool operator==(const CustomPoint&, const CustomPoint&) = default;
};

// livox_ros_driver2/CustomMsg: the points of one publishing period.
struct CustomMsg {
  static constexpr std::string_view kType = "livox_ros_driver2/msg/CustomMsg";
  std_msgs::Header header;
  uint64_t timebase = 0;  // [ns] time of the first point
  uint32_t point_num = 0;
  uint8_t lidar_id = 0;
  std::array<uint8_t, 3> rsvd{};
  std::vector<CustomPoint> points;

  static void describe(auto& f) {
    f("header", &CustomMsg::header);
    f("timebase", &CustomMsg::timebase);
    f("point_num", &CustomMsg::point_num);
    f("lidar_id", &CustomMsg::lidar_id);
    f("rsvd", &CustomMsg::rsvd);
    f("points", &CustomMsg::points);
  }
  friend bool operator==(const CustomMsg&, const CustomMsg&) = default;
};

}  // namespace gs::rosmsg::livox_ros_driver2
