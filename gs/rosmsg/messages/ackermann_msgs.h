// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of the ROS package ackermann_msgs.
#pragma once

#include <string_view>

#include "gs/rosmsg/messages/std_msgs.h"

namespace gs::rosmsg::ackermann_msgs {

// ackermann_msgs/AckermannDrive: steering and speed command for a car-like vehicle.
struct AckermannDrive {
  static constexpr std::string_view kType = "ackermann_msgs/msg/AckermannDrive";
  float steering_angle = 0;           // rad, positive left
  float steering_angle_velocity = 0;  // rad/s; 0: as fast as possible
  float speed = 0;                    // m/s
  float acceleration = 0;             // m/s^2; 0: as fast as possible
  float jerk = 0;                     // m/s^3; 0: as fast as possible

  static void describe(auto& f) {
    f("steering_angle", &AckermannDrive::steering_angle);
    f("steering_angle_velocity", &AckermannDrive::steering_angle_velocity);
    f("speed", &AckermannDrive::speed);
    f("acceleration", &AckermannDrive::acceleration);
    f("jerk", &AckermannDrive::jerk);
  }
  friend bool operator==(const AckermannDrive&, const AckermannDrive&) = default;
};

// ackermann_msgs/AckermannDriveStamped: AckermannDrive with a stamp; a control input of the simulator.
struct AckermannDriveStamped {
  static constexpr std::string_view kType = "ackermann_msgs/msg/AckermannDriveStamped";
  std_msgs::Header header;
  AckermannDrive drive;

  static void describe(auto& f) {
    f("header", &AckermannDriveStamped::header);
    f("drive", &AckermannDriveStamped::drive);
  }
  friend bool operator==(const AckermannDriveStamped&, const AckermannDriveStamped&) = default;
};

}  // namespace gs::rosmsg::ackermann_msgs
