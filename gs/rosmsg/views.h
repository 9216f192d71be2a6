// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Views of images and point clouds without a copy: texts and data point into the payload, which must outlive the view.
#pragma once

#include "gs/core/bytes.h"
#include "gs/core/time.h"
#include "gs/rosmsg/codec/dynamic.h"
#include "gs/rosmsg/messages/sensor_msgs.h"

namespace gs::rosmsg {

// std_msgs/Header.
struct HeaderView {
  uint32_t seq = 0;  // ROS 1 only
  Timestamp stamp;
  std::string_view frame_id;
};

// sensor_msgs/Image.
struct ImageView {
  HeaderView header;
  uint32_t height = 0;
  uint32_t width = 0;
  std::string_view encoding;
  bool is_bigendian = false;
  uint32_t step = 0;  // bytes of a row
  Bytes data;         // at least step * height bytes
  Bytes rest;         // the payload behind the message, where librealsense appends the depth unit

  // The `step` bytes of a row; row < height is not checked.
  Bytes row(uint32_t row) const { return data.subspan(std::size_t{step} * row, step); }
};

// sensor_msgs/CompressedImage.
struct CompressedImageView {
  HeaderView header;
  std::string_view format;  // "jpeg", "png", "rgb8; jpeg compressed bgr8"
  Bytes data;               // the compressed file
};

// sensor_msgs/PointField.
struct PointFieldView {
  std::string_view name;
  uint32_t offset = 0;   // bytes from the start of a point
  uint8_t datatype = 0;  // sensor_msgs::PointField constants
  uint32_t count = 0;
};

// sensor_msgs/PointCloud2, checked: every point, and every field with a known datatype, lies inside `data`.
struct PointCloudView {
  HeaderView header;
  uint32_t height = 0;
  uint32_t width = 0;
  std::vector<PointFieldView> fields;
  bool is_bigendian = false;
  uint32_t point_step = 0;  // bytes of a point
  uint32_t row_step = 0;    // bytes from one row to the next
  Bytes data;
  bool is_dense = false;

  std::size_t size() const { return std::size_t{width} * height; }
};

// Views of a payload in ROS 1 or XCDR1 encoding. Errors: truncated, corrupt, unsupported (XCDR2), and invalid_data if
// the sizes in the message do not fit its data.
Result<ImageView> view_image(MessageEncoding encoding, Bytes payload);
Result<CompressedImageView> view_compressed_image(MessageEncoding encoding, Bytes payload);
Result<PointCloudView> view_point_cloud(MessageEncoding encoding, Bytes payload);

// Views of message structs, which must outlive them.
Result<ImageView> view_image(const sensor_msgs::Image& image);
CompressedImageView view_compressed_image(const sensor_msgs::CompressedImage& image);
Result<PointCloudView> view_point_cloud(const sensor_msgs::PointCloud2& cloud);

}  // namespace gs::rosmsg
