// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A street generated in memory for timing whole simulations: Gaussians as in bench/splat/street.h, flat ground with a
// kerb, facades as a mesh, one camera and one LiDAR.
#pragma once

#include "gs/core/result.h"
#include "gs/sim/world_loader.h"

namespace bench {

// Size of the world and of its sensors.
struct StreetWorldOptions {
  std::size_t gaussians = 100'000;
  int width = 640, height = 360;  // camera image, 12 Hz
  int channels = 32;              // LiDAR beams, 20 Hz
  int columns = 900;
  double ground_mesh_m = 0;  // edge length of the triangles of a ground mesh; 0: facades only
};

// Makes the world. The vehicle starts at x = 0 with 8 m/s; the street is 220 m long.
gs::Result<gs::sim::SimWorld> street_world(const StreetWorldOptions& options);

}  // namespace bench
