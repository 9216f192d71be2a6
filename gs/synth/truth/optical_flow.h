// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Optical flow of an image: where every pixel's surface point is in the next image.
#pragma once

#include <functional>

#include "gs/assets/image/image.h"
#include "gs/geometry/camera.h"
#include "gs/synth/sensors/camera_sensor.h"

namespace gs::synth {

// Two images of one camera.
struct FlowRequest {
  CameraD camera;
  std::function<Rigid3d(double time_s)> map_from_camera;
  double time_s = 0;     // of the first row of the image
  double step_s = 0.1;   // until the first row of the next image
  double readout_s = 0;  // from the first row to the last
};

// Flow in the format of KITTI: 16-bit RGB; red and green are 64 u + 32768 and 64 v + 32768 with the displacement (u, v)
// in pixels to the right and down, blue is 1. All are 0 where there is no flow: outside the camera's view, where the
// point leaves the camera model, and beyond +-511 px. The frame must be the truth of the image.
assets::Image flow_image(const Scene& scene, const CameraFrame& frame, const FlowRequest& request);

}  // namespace gs::synth
