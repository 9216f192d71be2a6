// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The foxglove.* messages a drive log may hold, as plain structs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/time.h"

namespace gs::foxglove {

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

struct CompressedImage {
  static constexpr std::string_view kName = "foxglove.CompressedImage";
  Timestamp timestamp;
  std::string frame_id, format;  // "jpeg", "png", "webp", "avif"
  std::vector<std::byte> data;
};

struct RawImage {
  static constexpr std::string_view kName = "foxglove.RawImage";
  Timestamp timestamp;
  std::string frame_id, encoding;  // the names of sensor_msgs/Image
  uint32_t width = 0, height = 0, step = 0;
  std::vector<std::byte> data;
};

// One frame of a stream: h264, h265 (Annex B), vp9 or av1. Only the container is read here.
struct CompressedVideo {
  static constexpr std::string_view kName = "foxglove.CompressedVideo";
  Timestamp timestamp;
  std::string frame_id, format;
  std::vector<std::byte> data;
};

// Not the numbers of sensor_msgs/PointField.
enum class NumericType : int32_t { unknown, uint8, int8, uint16, int16, uint32, int32, float32, float64 };

struct PackedElementField {
  std::string name;
  uint32_t offset = 0;
  NumericType type = NumericType::unknown;
};

struct PointCloud {
  static constexpr std::string_view kName = "foxglove.PointCloud";
  Timestamp timestamp;
  std::string frame_id;
  Pose pose;  // of the cloud in frame_id
  uint32_t point_stride = 0;
  std::vector<PackedElementField> fields;
  std::vector<std::byte> data;
};

struct FrameTransform {
  static constexpr std::string_view kName = "foxglove.FrameTransform";
  Timestamp timestamp;
  std::string parent_frame_id, child_frame_id;
  Vector3 translation;  // of the child in the parent
  Quaternion rotation;
};

struct FrameTransforms {
  static constexpr std::string_view kName = "foxglove.FrameTransforms";
  std::vector<FrameTransform> transforms;
};

struct CameraCalibration {
  static constexpr std::string_view kName = "foxglove.CameraCalibration";
  Timestamp timestamp;
  std::string frame_id, distortion_model;
  uint32_t width = 0, height = 0;
  std::vector<double> D, K, R, P;  // any number, 9, 9 and 12 in a valid message; row major
};

struct LocationFix {
  static constexpr std::string_view kName = "foxglove.LocationFix";
  Timestamp timestamp;
  std::string frame_id;
  double latitude = 0, longitude = 0, altitude = 0;  // degrees (WGS 84), metres above the ellipsoid
  std::vector<double> position_covariance;           // 9, east north up, row major [m^2]
  int32_t position_covariance_type = 0;
};

}  // namespace gs::foxglove
