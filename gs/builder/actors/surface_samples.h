// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Points spread evenly over the mesh of an actor: the places of its Gaussians.
#pragma once

#include <vector>

#include "gs/mapping/objects/build_objects.h"

namespace gs::builder {

// A point on a mesh, in the frame of the actor.
struct SurfaceSample {
  Vec3f position;  // [m]
  Vec3f normal;    // unit, outwards
};

// The samples of a mesh.
struct SurfaceSamples {
  std::vector<SurfaceSample> points;
  double spacing_m = 0;  // edge of a square of the area that one sample stands for
};

// About one sample per spacing_m x spacing_m, at most `most`: with more, the spacing grows. Triangles without area have
// none. The same mesh gives the same samples.
SurfaceSamples sample_surface(const mapping::ObjectMesh& mesh, double spacing_m, std::size_t most);

}  // namespace gs::builder
