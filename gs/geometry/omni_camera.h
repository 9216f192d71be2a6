// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The unified omnidirectional model (Mei and Rives 2007; OpenCV's omnidir, Kalibr's omni-radtan), and the equidistant
// cameras for it, which rendering and training use: one for the recorded images, one for resampled images.
#pragma once

#include "gs/geometry/camera.h"

namespace gs {

// A camera of the unified model: a point on the unit sphere, seen from xi behind its centre, then radtan distortion.
struct OmniCamera {
  int width = 0, height = 0;                        // [px]
  double xi = 0;                                    // 0: pinhole
  double gamma_x = 0, gamma_y = 0, cx = 0, cy = 0;  // generalised focal lengths and principal point [px]
  double k1 = 0, k2 = 0, p1 = 0, p2 = 0;
  // Largest angle to the axis that may be projected [rad]. Set by with_limits().
  double limit_rad = 1e30;
};

// Largest angle to the axis of any image [rad]: lenses see no further, whatever the formula gives.
inline constexpr double kWidestOmni_rad = 100 * kPi / 180;

// The camera with `limit_rad` computed from its parameters: the largest angle up to kWidestOmni_rad that is projected
// into the image on some side, before the distortion polynomial decreases again; 0 if there is none.
OmniCamera with_limits(OmniCamera camera);

// The camera for the same image resized to width x height pixels.
OmniCamera scaled(const OmniCamera& camera, int width, int height);

// Pixel of a direction in camera axes (Mei and Rives 2007, eq. 1 to 4); empty where the model is not valid: behind the
// circle that xi allows, and beyond `limit_rad`.
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

// Pixel that records a direction; empty where project() is, outside the image, and where the distortion folds. The
// limits of the camera must be set.
std::optional<Vec2d> recorded_pixel(const OmniCamera& camera, Vec3d direction);

// The equidistant camera without distortion for resampled images: the focal lengths of the omni camera at its axis, and
// the smallest size that holds all directions which the omni camera records, up to kWidestOmni_rad, and up to twice its
// width and height. Empty as fit_equidistant(), or if the size of the images is not 1 to 65535.
std::optional<CameraD> ideal_equidistant(const OmniCamera& camera);

}  // namespace gs
