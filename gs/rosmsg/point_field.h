// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The fields of a point cloud, whatever their type, offset and byte order, as numbers.
//
//   const PointChannels channels = find_channels(cloud);
//   for (size_t i = 0; i < cloud.size(); ++i) use(channels.x->at(i), channels.y->at(i), channels.z->at(i));
#pragma once

#include <initializer_list>
#include <optional>

#include "gs/rosmsg/views.h"

namespace gs {

// Bytes of a sensor_msgs::PointField datatype; 0 when unknown.
std::size_t point_field_bytes(uint8_t datatype);

// One number of every point. Points count row by row.
class PointChannel {
 public:
  PointChannel(const PointCloudView& cloud, const PointFieldView& field);

  std::size_t size() const { return width_ * height_; }
  uint8_t datatype() const { return datatype_; }
  // The caller has checked i < size().
  double at(std::size_t i) const { return load_(address(i), swap_); }
  // All of them; out has size() elements.
  void copy_to(std::span<float> out) const { copy(out); }
  void copy_to(std::span<double> out) const { copy(out); }

 private:
  const std::byte* address(std::size_t i) const { return data_ + i / width_ * row_step_ + i % width_ * point_step_; }
  template <class T>
  void copy(std::span<T> out) const;

  const std::byte* data_;  // of the first point
  std::size_t width_, height_, point_step_, row_step_;
  uint8_t datatype_;
  bool swap_;
  double (*load_)(const std::byte*, bool swap);
};

// The first field that has one of these names and a known datatype.
std::optional<PointChannel> find_channel(const PointCloudView& cloud, std::initializer_list<std::string_view> names);

// The channels LiDAR drivers write, under the names they give them.
struct PointChannels {
  std::optional<PointChannel> x, y, z;
  std::optional<PointChannel> intensity;  // intensity, i, reflectivity
  std::optional<PointChannel> ring;       // ring, channel, laser_id, line
  std::optional<PointChannel> time;       // t, time, timestamp, time_stamp, offset_time: unit and origin vary
};
PointChannels find_channels(const PointCloudView& cloud);

}  // namespace gs
