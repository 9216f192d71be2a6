// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The unified omnidirectional model (Mei and Rives 2007; OpenCV's omnidir, Kalibr's omni-radtan), and its conversion to
// the equidistant model, which rendering and training use.
#pragma once

#include "gs/geometry/camera.h"

namespace gs {

// A camera of the unified model: a point on the unit sphere, seen from xi behind its centre, then radtan distortion.
struct OmniCamera {
  int width = 0, height = 0;                        // [px]
  double xi = 0;                                    // 0: pinhole
  double gamma_x = 0, gamma_y = 0, cx = 0, cy = 0;  // generalised focal lengths and principal point [px]
  double k1 = 0, k2 = 0, p1 = 0, p2 = 0;
};

// Pixel of a direction in camera axes (Mei and Rives 2007, eq. 1 to 4); empty where the model is not valid: behind the
// circle that xi allows.
std::optional<Vec2d> project(const OmniCamera& camera, Vec3d direction);

// An equidistant camera and the largest distance between pixels of both models, over all directions up to 100
// degrees from the axis that the omni camera projects into its image [px].
struct EquidistantFit {
  CameraD camera;
  double most_error_px = 0;
};

// The equidistant camera (k1 to k4, with its limit) closest to an omni camera, by least squares over the angle to the
// axis. Empty if no direction is projected into the image, or the parameters are not finite and positive.
std::optional<EquidistantFit> fit_equidistant(const OmniCamera& camera);

}  // namespace gs
