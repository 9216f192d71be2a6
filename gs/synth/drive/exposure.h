// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Per-frame values that the recorder and the ground-truth writer share.
#pragma once

#include "gs/synth/drive/rig.h"

namespace gs::synth {

// Exposure factor around 1 at a time, like an automatic exposure that overshoots.
double exposure_swing(double time_s);
// Seed of the noise of one frame or sweep; `sensor` is the index of a camera, or kLidarSeed.
inline constexpr uint32_t kLidarSeed = 1000;
uint64_t frame_seed(uint64_t seed, uint32_t sensor, uint32_t index);
// Camera poses in map: one, or one per row with a rolling shutter.
std::vector<Rigid3d> camera_poses(const Ego& ego, const CameraMount& mount, double time_s, double rolling_shutter_s);

}  // namespace gs::synth
