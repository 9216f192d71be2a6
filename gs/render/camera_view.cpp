// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/render/camera_view.h"

namespace gs::render {

ShutterScan scan_of(ShutterDirection direction) {
  // Without a default case the compiler reports a direction that is missing here.
  switch (direction) {
    case ShutterDirection::down:
      return ShutterScan::down;
    case ShutterDirection::up:
      return ShutterScan::up;
    case ShutterDirection::right:
      return ShutterScan::right;
    case ShutterDirection::left:
      return ShutterScan::left;
  }
  return ShutterScan::global;
}

RenderView view_of(const CameraCalibration& camera, Timestamp stamp, const PoseAt& pose_at) {
  const Rigid3d base_from_camera = base_link_from_optical(camera);
  RenderView view{.camera = to_camera(camera.intrinsics), .map_from_camera = pose_at(stamp) * base_from_camera};
  if (!camera.rolling_shutter) return view;
  // The motion during the readout is given by the poses of the first and the last line.
  const Timestamp last = stamp + Duration::from_seconds(camera.rolling_shutter->readout_sec);
  view.rolling_shutter = RollingShutterMotion{.direction = scan_of(camera.rolling_shutter->direction),
                                              .map_from_camera_first = view.map_from_camera,
                                              .map_from_camera_last = pose_at(last) * base_from_camera};
  return view;
}

}  // namespace gs::render
