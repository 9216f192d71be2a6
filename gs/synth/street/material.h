// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Appearance of a surface at a point, for cameras and LiDARs.
#pragma once

#include "gs/synth/street/mesh.h"
#include "gs/synth/street/road.h"

namespace gs::synth {

// Optical properties of a surface point.
struct Look {
  Vec3f albedo{};            // diffuse reflectance, linear RGB
  float mirror = 0;          // specular reflectance at normal incidence (glass, paint)
  float through = 0;         // share of light transmitted from behind (leaves)
  float reflectance = 0.3f;  // for LiDARs near 905 nm; above 1 for retroreflectors
};

// Evaluates the procedural texture of a surface at texture coordinates uv [m]. footprint_m: width of a pixel on the
// surface; smaller details are averaged out.
Look look_of(const Surface& surface, const Road& road, Vec2f uv, float footprint_m);

}  // namespace gs::synth
