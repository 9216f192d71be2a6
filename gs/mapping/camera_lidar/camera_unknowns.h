// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What a calibration of a camera can change: its pose on the vehicle, its clock and its camera model.
#pragma once

#include <array>

#include "gs/core/time.h"
#include "gs/geometry/camera.h"
#include "gs/geometry/rigid.h"

namespace gs::mapping {

// Correction of the pose of a camera on the vehicle and of its stamps.
struct CameraCorrection {
  Vec3d rotation;       // rotation vector [rad] in the axes of base_link, applied after the present rotation
  Vec3d translation_m;  // added to the position in base_link
  double time_s = 0;    // added to the stamps of the images
};

// The corrected pose: base_link from camera.
Rigid3d corrected(const Rigid3d& base_from_camera, const CameraCorrection& correction);

// Order of the unknowns in vectors and matrices: rotation x y z [rad], translation x y z [m], time [s], logarithm of
// the focal length, principal point x y [px], k1, k2.
inline constexpr std::size_t kCameraUnknowns = 12, kTimeUnknown = 6, kFirstLensUnknown = 7;
using CameraVector = std::array<double, kCameraUnknowns>;
using CameraMask = std::array<bool, kCameraUnknowns>;

// Conversion of the first seven unknowns.
CameraCorrection to_correction(const CameraVector& unknowns);
// The camera model with the last five unknowns added.
CameraD with_unknowns(CameraD camera, const CameraVector& unknowns);

}  // namespace gs::mapping
