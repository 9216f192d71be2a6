// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What a surface looks like at a point, to a camera and to a LiDAR.
#pragma once

#include "gs/synth/street/mesh.h"
#include "gs/synth/street/road.h"

namespace gs {

struct Look {
  Vec3f albedo{};            // linear, diffuse
  float mirror = 0;          // share reflected at normal incidence: glass, paint
  float through = 0;         // share of light from behind: leaves
  float reflectance = 0.3f;  // for LiDAR near 905 nm; above 1 for retroreflectors
};

// footprint_m: width of the pixel on the surface; details below it are averaged away.
Look look_of(const Surface& surface, const Road& road, Vec2f uv, float footprint_m);

}  // namespace gs
