// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of the ROS package nav_msgs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gs/rosmsg/messages/geometry_msgs.h"

namespace gs::rosmsg::nav_msgs {

// nav_msgs/Odometry: pose and velocity of a vehicle. The pose is child_frame_id in header.frame_id (usually odom), the
// velocity is in child_frame_id.
struct Odometry {
  static constexpr std::string_view kType = "nav_msgs/msg/Odometry";
  std_msgs::Header header;
  std::string child_frame_id;
  geometry_msgs::PoseWithCovariance pose;    // in header.frame_id
  geometry_msgs::TwistWithCovariance twist;  // in child_frame_id

  static void describe(auto& f) {
    f("header", &Odometry::header);
    f("child_frame_id", &Odometry::child_frame_id);
    f("pose", &Odometry::pose);
    f("twist", &Odometry::twist);
  }
  friend bool operator==(const Odometry&, const Odometry&) = default;
};

// nav_msgs/Path: a sequence of poses to follow.
struct Path {
  static constexpr std::string_view kType = "nav_msgs/msg/Path";
  std_msgs::Header header;
  std::vector<geometry_msgs::PoseStamped> poses;

  static void describe(auto& f) {
    f("header", &Path::header);
    f("poses", &Path::poses);
  }
  friend bool operator==(const Path&, const Path&) = default;
};

// nav_msgs/MapMetaData: cell size, size and origin of an occupancy grid.
struct MapMetaData {
  static constexpr std::string_view kType = "nav_msgs/msg/MapMetaData";
  builtin_interfaces::Time map_load_time;
  float resolution = 0;
  uint32_t width = 0;
  uint32_t height = 0;
  geometry_msgs::Pose origin;

  static void describe(auto& f) {
    f("map_load_time", &MapMetaData::map_load_time);
    f("resolution", &MapMetaData::resolution);
    f("width", &MapMetaData::width);
    f("height", &MapMetaData::height);
    f("origin", &MapMetaData::origin);
  }
  friend bool operator==(const MapMetaData&, const MapMetaData&) = default;
};

// nav_msgs/OccupancyGrid: occupancy of cells, 0 to 100 percent, -1 if unknown, row by row.
struct OccupancyGrid {
  static constexpr std::string_view kType = "nav_msgs/msg/OccupancyGrid";
  std_msgs::Header header;
  MapMetaData info;
  std::vector<int8_t> data;

  static void describe(auto& f) {
    f("header", &OccupancyGrid::header);
    f("info", &OccupancyGrid::info);
    f("data", &OccupancyGrid::data);
  }
  friend bool operator==(const OccupancyGrid&, const OccupancyGrid&) = default;
};

}  // namespace gs::rosmsg::nav_msgs
