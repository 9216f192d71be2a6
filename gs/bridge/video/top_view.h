// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Draws the surroundings of the vehicle from above, heading upwards: drivable area, recorded drive, driven path, LiDAR
// points, actors.
#pragma once

#include <span>

#include "gs/assets/image/canvas.h"
#include "gs/sim/simulator.h"

namespace gs::bridge {

// Size and scale of the view.
struct TopViewOptions {
  int size_px = 540;     // edge of the square image
  double span_m = 64.0;  // length shown from edge to edge
};

// Content of the view that is not part of the simulator's world.
struct TopViewContent {
  Rigid3d map_from_base_link;
  std::span<const Vec3f> points;  // LiDAR points in base_link [m]
  std::span<const Vec3d> driven;  // driven path in map [m]
};

// Draws the view; the vehicle is in the middle, a third above the lower edge.
assets::Canvas draw_top_view(const sim::Simulator& simulator, const TopViewContent& content,
                             const TopViewOptions& options);

}  // namespace gs::bridge
