// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Minimum of a smooth function of a few unknowns. Private to the calibration of cameras.
#pragma once

#include <functional>

#include "gs/mapping/camera_lidar/camera_unknowns.h"

namespace gs::mapping {

// A function and its gradient at one point.
struct ValueAndGradient {
  double value = 0;
  CameraVector gradient{};
};
using SmoothFunction = std::function<ValueAndGradient(const CameraVector&)>;

// Minimises by BFGS (Nocedal and Wright 2006, algorithm 6.1) with backtracking. Unknowns that are not free stay as they
// are; the others are divided by `unit`, so that steps of 1 are alike. Stops after `most` evaluations, or when a step
// is below 1e-3 units.
CameraVector minimise(const SmoothFunction& function, const CameraVector& start, const CameraMask& free,
                      const CameraVector& unit, int most);

}  // namespace gs::mapping
