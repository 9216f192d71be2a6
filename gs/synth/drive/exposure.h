// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What the recorder and the truth writer must agree on, frame by frame.
#pragma once

#include "gs/synth/drive/rig.h"

namespace gs {

// Automatic exposure that overshoots: a factor around 1.
double exposure_swing(double time_s);
// Key of a frame's noise.
uint64_t frame_seed(uint64_t seed, uint32_t sensor, uint32_t index);
// One pose, or one per row when the shutter rolls.
std::vector<Rigid3d> camera_poses(const Ego& ego, const CameraMount& mount, double time_s, double rolling_shutter_s);

}  // namespace gs
