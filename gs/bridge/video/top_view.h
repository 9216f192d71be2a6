// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The world around the car from above, the car heading upwards: drivable area, recorded drive, driven path, LiDAR.
#pragma once

#include <span>

#include "gs/bridge/video/canvas.h"
#include "gs/sim/simulator.h"

namespace gs::bridge {

struct TopViewOptions {
  int size_px = 540;     // square
  double span_m = 64.0;  // from edge to edge
};

// Everything the view shows besides the simulator's world. Points are in base_link.
struct TopViewContent {
  Rigid3d map_from_base_link;
  std::span<const Vec3f> points;
  std::span<const Vec3d> driven;  // in map
};

Canvas draw_top_view(const sim::Simulator& simulator, const TopViewContent& content, const TopViewOptions& options);

}  // namespace gs::bridge
