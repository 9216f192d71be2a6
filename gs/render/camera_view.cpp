// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/render/camera_view.h"

namespace gs::render {

splat::ShutterScan scan_of(world::ShutterDirection direction) {
  // Without a default case the compiler reports a direction that is missing here.
  switch (direction) {
    case world::ShutterDirection::down:
      return splat::ShutterScan::down;
    case world::ShutterDirection::up:
      return splat::ShutterScan::up;
    case world::ShutterDirection::right:
      return splat::ShutterScan::right;
    case world::ShutterDirection::left:
      return splat::ShutterScan::left;
  }
  return splat::ShutterScan::global;
}

splat::RenderView view_of(const world::CameraCalibration& camera, Timestamp stamp, const PoseAt& pose_at) {
  const Rigid3d base_from_camera = world::base_link_from_optical(camera);
  splat::RenderView view{.camera = world::to_camera(camera.intrinsics),
                         .map_from_camera = pose_at(stamp) * base_from_camera};
  if (!camera.rolling_shutter) return view;
  // The motion during the readout is given by the poses of the first and the last line.
  const Timestamp last = stamp + Duration::from_seconds(camera.rolling_shutter->readout_sec);
  view.rolling_shutter = splat::RollingShutterMotion{.direction = scan_of(camera.rolling_shutter->direction),
                                                     .map_from_camera_first = view.map_from_camera,
                                                     .map_from_camera_last = pose_at(last) * base_from_camera};
  return view;
}

}  // namespace gs::render
