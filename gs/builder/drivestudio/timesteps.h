// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Which pictures and sweep make up each time step of a DriveStudio data set.
//
// There every camera has a picture and the LiDAR a sweep at every step, while the cameras of a log run free. A step is
// a frame of the slowest camera with what the others saw nearest to it; each picture keeps its own pose, so nothing is
// wrong by that in a world that stands still.
//
// DriveStudio tests on steps stride, 2 stride, ... Our held-out frames are put exactly there, which moves them in time
// by less than a stride; the background it learns does not depend on time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gs/builder/dataset/dataset_index.h"
#include "gs/builder/dataset/lidar_depth.h"
#include "gs/core/problems.h"

namespace gs {

struct Timestep {
  std::vector<std::size_t> frames{};  // of each camera of the plan, a place in its list of frames
  std::size_t sweep = 0;
  bool held_out = false;
};

struct TimestepPlan {
  std::vector<std::size_t> cameras{};  // of the data set; the place is DriveStudio's camera number, 0 is the front one
  std::vector<Timestep> steps{};
  std::size_t test_stride = 0;  // 0: none is held out
};

// Sweeps without a point are not used. Cameras with less than half the frames of the others, those beyond six, and
// steps without a picture of every camera are left out and reported. invalid_data when fewer than two steps remain.
Result<TimestepPlan> plan_timesteps(const DatasetIndex& index, std::span<const LidarSweep> sweeps,
                                    std::size_t frame_stride, Problems& problems);

// Held-out ones at multiples of the stride (not at 0), the others in order between them. Those held out for which there
// is no place are dropped.
struct Arranged {
  std::vector<Timestep> steps;
  std::size_t stride = 0;
};
Arranged arrange_steps(const std::vector<Timestep>& steps);

}  // namespace gs
