// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The foxglove.* messages of drive logs as plain structs. Lengths in metres; timestamps are those of the sensor.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/time.h"

namespace gs::rosmsg::foxglove {

// Parts of other messages; Quaternion is not normalised.
struct Vector3 {
  double x = 0, y = 0, z = 0;
};
struct Quaternion {
  double x = 0, y = 0, z = 0, w = 0;
};
struct Pose {
  Vector3 position;
  Quaternion orientation;
};

// Encoded image.
struct CompressedImage {
  static constexpr std::string_view kName = "foxglove.CompressedImage";
  Timestamp timestamp;
  std::string frame_id, format;  // "jpeg", "png", "webp", "avif"
  std::vector<std::byte> data;
};

// Uncompressed image; rows of `step` bytes.
struct RawImage {
  static constexpr std::string_view kName = "foxglove.RawImage";
  Timestamp timestamp;
  std::string frame_id, encoding;  // encoding names of sensor_msgs/Image: "rgb8", "mono16" ...
  uint32_t width = 0, height = 0, step = 0;
  std::vector<std::byte> data;
};

// One frame of a video stream: h264, h265 (Annex B), vp9 or av1.
struct CompressedVideo {
  static constexpr std::string_view kName = "foxglove.CompressedVideo";
  Timestamp timestamp;
  std::string frame_id, format;
  std::vector<std::byte> data;
};

// Element types. The numbers differ from those of sensor_msgs/PointField.
enum class NumericType : int32_t { unknown, uint8, int8, uint16, int16, uint32, int32, float32, float64 };

// Channel of a point cloud: name ("x"), offset in a point [bytes], type.
struct PackedElementField {
  std::string name;
  uint32_t offset = 0;
  NumericType type = NumericType::unknown;
};

// Points of `point_stride` bytes each, in the frame `pose` relative to frame_id.
struct PointCloud {
  static constexpr std::string_view kName = "foxglove.PointCloud";
  Timestamp timestamp;
  std::string frame_id;
  Pose pose;  // pose of the cloud in frame_id
  uint32_t point_stride = 0;
  std::vector<PackedElementField> fields;
  std::vector<std::byte> data;
};

// Transform between two coordinate frames: x_in_parent = rotation * x_in_child + translation.
struct FrameTransform {
  static constexpr std::string_view kName = "foxglove.FrameTransform";
  Timestamp timestamp;
  std::string parent_frame_id, child_frame_id;
  Vector3 translation;  // origin of the child in the parent
  Quaternion rotation;
};

// Several transforms in one message.
struct FrameTransforms {
  static constexpr std::string_view kName = "foxglove.FrameTransforms";
  std::vector<FrameTransform> transforms;
};

// Intrinsics of a camera, as in sensor_msgs/CameraInfo.
struct CameraCalibration {
  static constexpr std::string_view kName = "foxglove.CameraCalibration";
  Timestamp timestamp;
  std::string frame_id, distortion_model;
  uint32_t width = 0, height = 0;
  std::vector<double> D, K, R, P;  // D any length, K [3, 3], R [3, 3], P [3, 4] in a valid message; row major
};

// Position of a satellite navigation receiver.
struct LocationFix {
  static constexpr std::string_view kName = "foxglove.LocationFix";
  Timestamp timestamp;
  std::string frame_id;
  double latitude = 0, longitude = 0, altitude = 0;  // degrees (WGS 84), metres above the ellipsoid
  std::vector<double> position_covariance;           // [3, 3], east north up, row major, m^2
  int32_t position_covariance_type = 0;
};

}  // namespace gs::rosmsg::foxglove
