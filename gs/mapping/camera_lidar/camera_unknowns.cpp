// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/camera_lidar/camera_unknowns.h"

#include <cmath>

namespace gs::mapping {

Rigid3d corrected(const Rigid3d& base_from_camera, const CameraCorrection& correction) {
  return {normalized(rotation_from_vector(correction.rotation) * base_from_camera.rotation),
          base_from_camera.translation + correction.translation_m};
}

CameraCorrection to_correction(const CameraVector& u) {
  return {{u[0], u[1], u[2]}, {u[3], u[4], u[5]}, u[kTimeUnknown]};
}

CameraD with_unknowns(CameraD camera, const CameraVector& u) {
  // By its logarithm the focal length stays positive, and a step is a share of it.
  const double factor = std::exp(u[7]);
  camera.fx *= factor, camera.fy *= factor;
  camera.cx += u[8], camera.cy += u[9];
  camera.k1 += u[10], camera.k2 += u[11];
  // The limit depends on the distortion only.
  return u[10] == 0 && u[11] == 0 ? camera : with_limits(camera);
}

}  // namespace gs::mapping
