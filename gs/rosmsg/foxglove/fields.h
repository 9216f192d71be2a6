// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Field lists of the messages: protobuf number, JSON name, member. Both decoders are visitors of these lists.
// The numbers are those of the public foxglove schemas (schemas/proto/foxglove).
#pragma once

#include "gs/rosmsg/foxglove/messages.h"

namespace gs::rosmsg::foxglove {

void fields(auto& visit, Vector3& m) { visit(1, "x", m.x), visit(2, "y", m.y), visit(3, "z", m.z); }
void fields(auto& visit, Quaternion& m) {
  visit(1, "x", m.x), visit(2, "y", m.y), visit(3, "z", m.z), visit(4, "w", m.w);
}
void fields(auto& visit, Pose& m) { visit(1, "position", m.position), visit(2, "orientation", m.orientation); }

void fields(auto& visit, CompressedImage& m) {
  visit(1, "timestamp", m.timestamp), visit(2, "data", m.data), visit(3, "format", m.format);
  visit(4, "frame_id", m.frame_id);
}
void fields(auto& visit, RawImage& m) {
  visit(1, "timestamp", m.timestamp), visit(2, "width", m.width), visit(3, "height", m.height);
  visit(4, "encoding", m.encoding), visit(5, "step", m.step), visit(6, "data", m.data);
  visit(7, "frame_id", m.frame_id);
}
void fields(auto& visit, CompressedVideo& m) {
  visit(1, "timestamp", m.timestamp), visit(2, "frame_id", m.frame_id), visit(3, "data", m.data);
  visit(4, "format", m.format);
}
void fields(auto& visit, PackedElementField& m) {
  visit(1, "name", m.name), visit(2, "offset", m.offset), visit(3, "type", m.type);
}
void fields(auto& visit, PointCloud& m) {
  visit(1, "timestamp", m.timestamp), visit(2, "frame_id", m.frame_id), visit(3, "pose", m.pose);
  visit(4, "point_stride", m.point_stride), visit(5, "fields", m.fields), visit(6, "data", m.data);
}
void fields(auto& visit, FrameTransform& m) {
  visit(1, "timestamp", m.timestamp), visit(2, "parent_frame_id", m.parent_frame_id);
  visit(3, "child_frame_id", m.child_frame_id), visit(4, "translation", m.translation);
  visit(5, "rotation", m.rotation);
}
void fields(auto& visit, FrameTransforms& m) { visit(1, "transforms", m.transforms); }
void fields(auto& visit, CameraCalibration& m) {
  visit(1, "timestamp", m.timestamp), visit(2, "width", m.width), visit(3, "height", m.height);
  visit(4, "distortion_model", m.distortion_model), visit(5, "D", m.D), visit(6, "K", m.K), visit(7, "R", m.R);
  visit(8, "P", m.P), visit(9, "frame_id", m.frame_id);
}
void fields(auto& visit, LocationFix& m) {
  visit(1, "latitude", m.latitude), visit(2, "longitude", m.longitude), visit(3, "altitude", m.altitude);
  visit(4, "position_covariance", m.position_covariance);
  visit(5, "position_covariance_type", m.position_covariance_type), visit(6, "timestamp", m.timestamp);
  visit(7, "frame_id", m.frame_id);
}

}  // namespace gs::rosmsg::foxglove
