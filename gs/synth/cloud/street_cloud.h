// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A street-like cloud of Gaussians for timing renderers: flat discs on the ground and on facades, clutter, a sky dome,
// log-normal sizes. Not a reconstruction of anything.
#pragma once

#include "gs/core/file.h"
#include "gs/core/options.h"
#include "gs/geometry/camera.h"
#include "gs/geometry/rigid.h"
#include "gs/splat/model/cloud.h"

namespace gs {

struct StreetCloudOptions {
  int64_t seed = 7;
  int sh_degree = 3;
  int cameras = 20;
  bool public_order = false;
};

void describe(auto& visit, StreetCloudOptions& o) {
  visit("seed", o.seed, "everything random follows from it", Range{0, 4294967295.0});
  visit("sh_degree", o.sh_degree, "of the colours", Range{0, 3});
  visit("cameras", o.cameras, "how many views along the lane", Range{1, 1000});
  visit("public_order", o.public_order, "properties and rotations as public viewers want them");
}

// x along the street, y to the left, z up. 25 % ground, 35 % facades, 10 % sky, the rest clutter; in random order.
Result<GaussianCloud> make_street_cloud(std::size_t count, const StreetCloudOptions& options);

// 1920 x 1080, looking along the lane from 1.6 m, with a slow sweep of the view.
CameraD street_cloud_camera();
std::vector<Rigid3d> street_cloud_views(int count);  // camera_from_map

// The PLY, and <ply>.cameras.json: width, height, fx, fy, cx, cy, world_to_camera as rows of 4 x 4 matrices.
Result<void> write_street_cloud(std::size_t count, const fs::path& ply, const StreetCloudOptions& options);

}  // namespace gs
