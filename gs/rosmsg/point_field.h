// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads the fields of a point cloud as numbers, for any datatype, offset and byte order.
//
//   const PointChannels channels = find_channels(cloud);
//   for (size_t i = 0; i < cloud.size(); ++i) use(channels.x->at(i), channels.y->at(i), channels.z->at(i));
#pragma once

#include <initializer_list>
#include <optional>

#include "gs/rosmsg/views.h"

namespace gs::rosmsg {

// Size in bytes of a sensor_msgs::PointField datatype; 0 if it is unknown.
std::size_t point_field_bytes(uint8_t datatype);

// One field of all points of a cloud. Points are numbered row by row. It refers to the data of the cloud's payload.
class PointChannel {
 public:
  // The datatype of the field must be known: point_field_bytes() != 0.
  PointChannel(const PointCloudView& cloud, const PointFieldView& field);

  std::size_t size() const { return width_ * height_; }
  uint8_t datatype() const { return datatype_; }  // constant of sensor_msgs::PointField
  // The value of point i. The caller has checked i < size().
  double at(std::size_t i) const { return load_(address(i), swap_); }
  // Copies the values of all points; `out` must have size() elements.
  void copy_to(std::span<float> out) const { copy(out); }
  void copy_to(std::span<double> out) const { copy(out); }

 private:
  const std::byte* address(std::size_t i) const { return data_ + i / width_ * row_step_ + i % width_ * point_step_; }
  template <class T>
  void copy(std::span<T> out) const;

  const std::byte* data_;  // the field of the first point
  std::size_t width_, height_, point_step_, row_step_;
  uint8_t datatype_;
  bool swap_;  // big endian
  double (*load_)(const std::byte*, bool swap);
};

// The field with one of these names and a known datatype; earlier names are preferred. Empty if there is none.
std::optional<PointChannel> find_channel(const PointCloudView& cloud, std::initializer_list<std::string_view> names);

// The usual fields of LiDAR point clouds, found by the names that drivers give them.
struct PointChannels {
  std::optional<PointChannel> x, y, z;
  std::optional<PointChannel> intensity;  // intensity, i, reflectivity
  std::optional<PointChannel> ring;       // ring, channel, laser_id, line
  std::optional<PointChannel> time;  // t, time, timestamp, time_stamp, offset_time: unit and origin differ by driver
};
PointChannels find_channels(const PointCloudView& cloud);

}  // namespace gs::rosmsg
