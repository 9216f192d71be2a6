// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Assigns images and sweeps to the time steps of a DriveStudio data set.
//
// DriveStudio expects an image of every camera and a sweep at every time step, while the cameras of a log are not
// synchronised. A time step is a frame of the slowest camera with the frames of the others nearest in time. Each image
// keeps its own pose, which is correct in a static world.
//
// DriveStudio tests on steps stride, 2 stride, ... Our held-out frames are moved to exactly these steps, by less than a
// stride in time; the static background does not depend on time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gs/core/problems.h"
#include "gs/dataset/dataset_index.h"
#include "gs/dataset/lidar_depth.h"

namespace gs::builder {

// Images and sweep of one time step.
struct Timestep {
  std::vector<std::size_t> frames{};  // by camera of the plan: index into its list of frames
  std::size_t sweep = 0;
  bool held_out = false;
};

// Result of plan_timesteps().
struct TimestepPlan {
  std::vector<std::size_t> cameras{};  // index into the data set by DriveStudio's camera number; 0 is the front camera
  std::vector<Timestep> steps{};
  std::size_t test_stride = 0;  // 0: no step is held out
};

// Left out and reported: cameras with less than half the frames of the others, cameras beyond six, and steps without an
// image of every camera. Sweeps without points are not used. Errors: invalid_data if fewer than two steps remain.
Result<TimestepPlan> plan_timesteps(const dataset::DatasetIndex& index, std::span<const dataset::LidarSweep> sweeps,
                                    std::size_t frame_stride, Problems& problems);

// Held-out steps at multiples of the stride (not at 0), the others in order between them. Held-out steps that do not
// fit are dropped.
struct Arranged {
  std::vector<Timestep> steps;
  std::size_t stride = 0;
};
// Chooses the stride and arranges the steps.
Arranged arrange_steps(const std::vector<Timestep>& steps);

}  // namespace gs::builder
