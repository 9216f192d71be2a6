// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/drive/exposure.h"

#include <cmath>

namespace gs::synth {

double exposure_swing(double t) {
  // Two sines with incommensurate periods: a slow swing with overshoot.
  return 1.0 + 0.16 * std::sin(2 * kPi * t / 6.5) + 0.06 * std::sin(2 * kPi * t / 1.9);
}

uint64_t frame_seed(uint64_t seed, uint32_t sensor, uint32_t index) {
  return Random(seed, purpose("frame") + sensor, index).u64();
}

std::vector<Rigid3d> camera_poses(const Ego& ego, const CameraMount& mount, double t, double rolling_shutter_s) {
  if (rolling_shutter_s <= 0) return {ego.map_from_base(t) * mount.base_from_camera};
  std::vector<Rigid3d> poses;
  const int rows = mount.camera.height;
  for (int row = 0; row < rows; ++row) {
    poses.push_back(ego.map_from_base(t + rolling_shutter_s * row / std::max(1, rows - 1)) * mount.base_from_camera);
  }
  return poses;
}

}  // namespace gs::synth
