// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Turns true values of a drive into those that its log states.
#pragma once

#include "gs/synth/drive/rig.h"
#include "gs/synth/drive/schedule.h"

namespace gs::synth {

// Whether the log of these options differs from the truth by more than the noise of its sensors, or lacks poses.
bool has_planted_errors(const DriveOptions& options);

// The rig as /tf_static states it.
Rig stated_rig(const Rig& truth, const ErrorOptions& errors);
// Stamp minus true time of a measurement.
Duration stamp_error(DriveEvent kind, const ErrorOptions& errors);

// Whether the receiver has a fix at a time, and the planted error of its position, east, north, up [m]: jump and
// multi-path. The direction of the jump and the phases of the multi-path follow from the seed.
bool has_fix(const ErrorOptions& errors, double time_s);
Vec3d gnss_jump(const ErrorOptions& errors, uint64_t seed);
Vec3d gnss_error(const ErrorOptions& errors, double time_s, uint64_t seed);

}  // namespace gs::synth
