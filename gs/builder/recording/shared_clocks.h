// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Cameras that are triggered together have one clock, so an error of it must show in all of them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gs/core/time.h"

namespace gs::builder {

// What one camera shows of its clock.
struct CameraClock {
  std::vector<Timestamp> stamps{};  // of its images, in order
  double time_s = 0, sigma_s = 0;   // error of the clock; sigma 0: the camera shows nothing
  bool applied = false;
};

// Indices of cameras that contradict each other: a clock is applied, although the mean of the clocks of all cameras
// with the same stamps does not differ significantly from 0. The error then lies elsewhere, in the path or the map, and
// the other estimates of these cameras are no better. A camera that shares its stamps with none is believed.
std::vector<std::size_t> contradicting_cameras(std::span<const CameraClock> cameras);

}  // namespace gs::builder
