// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Ground truth of the points of every sweep: points.json and points/.
#pragma once

#include "gs/core/file.h"
#include "gs/core/progress.h"
#include "gs/synth/drive/rig.h"
#include "gs/synth/sensors/scene.h"

namespace gs::synth {

// Numbers of sweeps, of their points, and of those that move.
struct SweepTruthReport {
  int sweeps = 0;
  uint64_t points = 0, moving = 0;
};

// A drive whose rig has a LiDAR.
struct RecordedDrive {
  const DriveOptions& options;
  const Rig& rig;
  const Ego& ego;
};

// Makes a folder with those above it. Errors: those of the file system.
Result<void> make_truth_folder(const fs::path& path);

// Writes instance ids and motion of the points of every n-th sweep, in the order of the log. Changes the interval of
// the scene. Errors: interrupted; those of the file system.
Result<SweepTruthReport> write_sweep_truth(const fs::path& folder, int every, const RecordedDrive& drive, Scene& scene,
                                           Progress& progress);

}  // namespace gs::synth
