// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Random street-like cloud of Gaussians for timing renderers: flat discs on ground and facades, clutter, a sky dome,
// log-normal sizes. It does not reconstruct a real scene.
#pragma once

#include "gs/core/file.h"
#include "gs/core/options/options.h"
#include "gs/geometry/camera.h"
#include "gs/geometry/rigid.h"
#include "gs/splat/model/cloud.h"

namespace gs::synth {

// Seed and format of the cloud.
struct StreetCloudOptions {
  int64_t seed = 7;
  int sh_degree = 3;          // degree of the spherical harmonics
  int cameras = 20;           // number of views in the cameras file
  bool public_order = false;  // write the PLY in the layout of public viewers instead of that of world bundles
};

void describe(auto& visit, StreetCloudOptions& o) {
  visit("seed", o.seed, "seed of all random numbers", Range{0, 4294967295.0});
  visit("sh_degree", o.sh_degree, "degree of the spherical harmonics", Range{0, 3});
  visit("cameras", o.cameras, "number of views along the lane", Range{1, 1000});
  visit("public_order", o.public_order, "order of properties and rotations of public viewers");
}

// Makes `count` Gaussians in random order: 25 % ground, 35 % facades, 30 % clutter, 10 % sky. x along the street, y to
// the left, z up [m]. Errors: those of GaussianCloud::create.
Result<splat::GaussianCloud> make_street_cloud(std::size_t count, const StreetCloudOptions& options);

// Camera of 1920 x 1080 pixels, and `count` poses camera_from_map along the lane, 1.6 m above the ground, looking ahead
// with a slowly varying yaw.
CameraD street_cloud_camera();
std::vector<Rigid3d> street_cloud_views(int count);

// Writes the PLY and <ply>.cameras.json: width, height, fx, fy, cx, cy, world_to_camera as rows of 4 x 4 matrices.
// Errors: those of the file system.
Result<void> write_street_cloud(std::size_t count, const fs::path& ply, const StreetCloudOptions& options);

}  // namespace gs::synth
