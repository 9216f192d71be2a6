// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Data layouts of the VRS streams that the converter writes. Field lists: name in the file, member here.
//
// clang-format off
//   stream                 configuration record     data record
//   images (1001 ...)      ImageConfiguration       ImageData, then the pixels as an image block
//   IMU (2001 ...)         ImuConfiguration         ImuData
//   metadata (3001)        none                     FrameMetadata, one per frame
//   device (3002)          DeviceConfiguration      DeviceMessage
// clang-format on
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gs/logio/vrs/payload/layout_fields.h"

namespace gs::convert::vrs_layout {

using logio::vrs::LayoutOf;
using logio::vrs::Point3;

// Configuration of an image stream. The official tools use image_*; width ... depth_scale are the documented fields of
// this project; all others restore camera_info and extrinsics exactly.
struct ImageConfiguration {
  uint32_t image_width = 0, image_height = 0, image_stride = 0, image_pixel_format = 0;
  uint32_t width = 0, height = 0;
  std::array<double, 9> camera_k{};
  double depth_scale = 0;  // metres per unit; 0 for colour
  std::array<double, 9> camera_r{};
  std::array<double, 12> camera_p{};
  uint32_t binning_x = 0, binning_y = 0;
  std::array<uint32_t, 4> roi{};  // x_offset, y_offset, height, width
  bool roi_do_rectify = false;
  uint32_t camera_info_width = 0, camera_info_height = 0, camera_info_seq = 0;
  int64_t camera_info_stamp_ns = 0, camera_info_log_time_ns = 0;
  uint32_t camera_info_count = 0;  // messages in the log: 0 none, 1 one, more: one with every image
  bool has_extrinsics = false;
  Point3 extrinsics_translation;                // to the reference frame of the device [m]
  std::array<double, 4> extrinsics_rotation{};  // x y z w
  std::string encoding, distortion_model;
  std::vector<double> camera_d;
  std::string camera_info_frame_id, stream_type, topic, camera_info_topic, timestamp_domain;
};

void fields(auto& visit, LayoutOf<ImageConfiguration> auto& c) {
  visit("image_width", c.image_width);
  visit("image_height", c.image_height);
  visit("image_stride", c.image_stride);
  visit("image_pixel_format", c.image_pixel_format);
  visit("width", c.width);
  visit("height", c.height);
  visit("camera_k", c.camera_k);
  visit("depth_scale", c.depth_scale);
  visit("camera_r", c.camera_r);
  visit("camera_p", c.camera_p);
  visit("binning_x", c.binning_x);
  visit("binning_y", c.binning_y);
  visit("roi", c.roi);
  visit("roi_do_rectify", c.roi_do_rectify);
  visit("camera_info_width", c.camera_info_width);
  visit("camera_info_height", c.camera_info_height);
  visit("camera_info_seq", c.camera_info_seq);
  visit("camera_info_stamp_ns", c.camera_info_stamp_ns);
  visit("camera_info_log_time_ns", c.camera_info_log_time_ns);
  visit("camera_info_count", c.camera_info_count);
  visit("has_extrinsics", c.has_extrinsics);
  visit("extrinsics_translation", c.extrinsics_translation);
  visit("extrinsics_rotation", c.extrinsics_rotation);
  visit("encoding", c.encoding);
  visit("distortion_model", c.distortion_model);
  visit("camera_d", c.camera_d);
  visit("camera_info_frame_id", c.camera_info_frame_id);
  visit("stream_type", c.stream_type);
  visit("topic", c.topic);
  visit("camera_info_topic", c.camera_info_topic);
  visit("timestamp_domain", c.timestamp_domain);
}

// Exact times of a message. The double timestamp of a record resolves today's times to a quarter of a microsecond only.
struct MessageTimes {
  double timestamp = 0;         // time of the record [s]
  int64_t header_stamp_ns = 0;  // stamp in the message header
  int64_t log_time_ns = 0;      // times stored in the log
  int64_t publish_time_ns = 0;
  uint32_t seq = 0;       // header.seq of ROS 1: the frame number
  uint32_t sequence = 0;  // sequence number in the log
};

// Field list shared by image and IMU records.
void time_fields(auto& visit, auto& times) {
  visit("timestamp", times.timestamp);
  visit("header_stamp_ns", times.header_stamp_ns);
  visit("log_time_ns", times.log_time_ns);
  visit("publish_time_ns", times.publish_time_ns);
  visit("frame_number", times.seq);
  visit("sequence", times.sequence);
}

// Data record of an image stream; the pixels follow as an image block.
struct ImageData {
  MessageTimes times;
  bool has_depth_units = false;  // librealsense appended the depth units to the message
  float depth_units = 0;
  std::string frame_id;
};

void fields(auto& visit, LayoutOf<ImageData> auto& d) {
  time_fields(visit, d.times);
  visit("has_depth_units", d.has_depth_units);
  visit("depth_units", d.depth_units);
  visit("frame_id", d.frame_id);
}

// Configuration of an IMU stream.
struct ImuConfiguration {
  bool has_intrinsic = false;
  std::array<float, 12> intrinsic{};  // [3, 4], row major: scale and misalignment, bias
  std::array<float, 3> noise_variances{}, bias_variances{};
  bool has_extrinsics = false;
  Point3 extrinsics_translation;
  std::array<double, 4> extrinsics_rotation{};
  std::string stream_type, topic, timestamp_domain;
};

void fields(auto& visit, LayoutOf<ImuConfiguration> auto& c) {
  visit("has_intrinsic", c.has_intrinsic);
  visit("intrinsic", c.intrinsic);
  visit("noise_variances", c.noise_variances);
  visit("bias_variances", c.bias_variances);
  visit("has_extrinsics", c.has_extrinsics);
  visit("extrinsics_translation", c.extrinsics_translation);
  visit("extrinsics_rotation", c.extrinsics_rotation);
  visit("stream_type", c.stream_type);
  visit("topic", c.topic);
  visit("timestamp_domain", c.timestamp_domain);
}

// Data record of an IMU stream (sensor_msgs/Imu). `other` is empty if everything but the two vectors is zero, as
// RealSense cameras write it; otherwise orientation (4) and the three covariances (9 each) in the order of the message.
struct ImuData {
  MessageTimes times;
  Point3 linear_acceleration;  // m/s^2
  Point3 angular_velocity;     // rad/s
  std::string frame_id;
  std::vector<double> other;
};

void fields(auto& visit, LayoutOf<ImuData> auto& d) {
  time_fields(visit, d.times);
  visit("linear_acceleration", d.linear_acceleration);
  visit("angular_velocity", d.angular_velocity);
  visit("frame_id", d.frame_id);
  visit("other", d.other);
}

// Metadata of one frame as keys and values.
struct FrameMetadata {
  double timestamp = 0;  // of the frame [s]
  int64_t log_time_ns = 0;
  uint32_t stream_id = 0;  // logical id of the image or IMU stream
  std::string topic;
  std::vector<std::string> keys, values;
};

void fields(auto& visit, LayoutOf<FrameMetadata> auto& m) {
  visit("timestamp", m.timestamp);
  visit("log_time_ns", m.log_time_ns);
  visit("stream_id", m.stream_id);
  visit("topic", m.topic);
  visit("keys", m.keys);
  visit("values", m.values);
}

// Any other message of the device, unchanged: information, options, transforms, notifications.
struct DeviceMessage {
  double timestamp = 0;
  int64_t log_time_ns = 0, publish_time_ns = 0;
  uint32_t sequence = 0;
  std::string topic, type, encoding;  // "/device_0/info", "diagnostic_msgs/KeyValue", "ros1"
  std::string text;                   // the message as JSON, for reading
  std::vector<uint8_t> message;
};

void fields(auto& visit, LayoutOf<DeviceMessage> auto& m) {
  visit("timestamp", m.timestamp);
  visit("log_time_ns", m.log_time_ns);
  visit("publish_time_ns", m.publish_time_ns);
  visit("sequence", m.sequence);
  visit("topic", m.topic);
  visit("type", m.type);
  visit("encoding", m.encoding);
  visit("text", m.text);
  visit("message", m.message);
}

// Definitions of the message types in the device stream, so that the file is self-contained.
struct DeviceConfiguration {
  std::map<std::string, std::string> definitions, schema_encodings, md5sums;  // by type
};

void fields(auto& visit, LayoutOf<DeviceConfiguration> auto& c) {
  visit("definitions", c.definitions);
  visit("schema_encodings", c.schema_encodings);
  visit("md5sums", c.md5sums);
}

// Logical ids of the two streams of phase 4C.
constexpr int kMetadataStream = 3001;
constexpr int kDeviceStream = 3002;

}  // namespace gs::convert::vrs_layout
