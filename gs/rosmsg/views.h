// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The big messages without a copy: everything in a view points into the payload, which must outlive it.
#pragma once

#include "gs/core/bytes.h"
#include "gs/core/time.h"
#include "gs/rosmsg/dynamic.h"
#include "gs/rosmsg/messages/sensor_msgs.h"

namespace gs {

struct HeaderView {
  uint32_t seq = 0;  // ROS 1 only
  Timestamp stamp;
  std::string_view frame_id;
};

struct ImageView {
  HeaderView header;
  uint32_t height = 0;
  uint32_t width = 0;
  std::string_view encoding;
  bool is_bigendian = false;
  uint32_t step = 0;  // bytes of a row
  Bytes data;         // at least step * height
  Bytes rest;         // of the payload, behind the message: librealsense appends the depth unit

  // The caller has checked row < height.
  Bytes row(uint32_t row) const { return data.subspan(std::size_t{step} * row, step); }
};

struct CompressedImageView {
  HeaderView header;
  std::string_view format;
  Bytes data;
};

struct PointFieldView {
  std::string_view name;
  uint32_t offset = 0;   // bytes from the start of a point
  uint8_t datatype = 0;  // sensor_msgs::PointField constants
  uint32_t count = 0;
};

// Every point and every field with a known datatype lies inside data.
struct PointCloudView {
  HeaderView header;
  uint32_t height = 0;
  uint32_t width = 0;
  std::vector<PointFieldView> fields;
  bool is_bigendian = false;
  uint32_t point_step = 0;
  uint32_t row_step = 0;
  Bytes data;
  bool is_dense = false;

  std::size_t size() const { return std::size_t{width} * height; }
};

// Errors: bytes that end early, and sizes that do not fit the data (invalid_data).
Result<ImageView> view_image(MessageEncoding encoding, Bytes payload);
Result<CompressedImageView> view_compressed_image(MessageEncoding encoding, Bytes payload);
Result<PointCloudView> view_point_cloud(MessageEncoding encoding, Bytes payload);

// The same over messages that exist already.
Result<ImageView> view_image(const sensor_msgs::Image& image);
CompressedImageView view_compressed_image(const sensor_msgs::CompressedImage& image);
Result<PointCloudView> view_point_cloud(const sensor_msgs::PointCloud2& cloud);

}  // namespace gs
