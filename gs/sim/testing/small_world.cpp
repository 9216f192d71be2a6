// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/testing/small_world.h"

#include <cmath>

#include "gs/core/numbers/random.h"
#include "gs/sim/testing/ground.h"

namespace gs::sim {
namespace {

splat::GaussianCloud ring_of_gaussians() {
  constexpr std::size_t kCount = 400;
  auto cloud = splat::GaussianCloud::create(kCount, 0);
  const splat::MutableCloudView view = cloud->view();
  for (std::size_t i = 0; i < kCount; ++i) {
    Random random(11, purpose("small_world"), i);
    const double angle = 2 * kPi * static_cast<double>(i) / kCount;
    view.set_position(i, cast<float>(Vec3d{15 * std::cos(angle), 15 * std::sin(angle), random.uniform(0.0, 3.0)}));
    view.set_log_scale(i, {-1.0f, -1.2f, -1.5f});
    view.set_rotation(i, {0, 0, 0, 1});
    view.opacity_logit[i] = 2.0f;
    for (int c = 0; c < 3; ++c) view.sh_of(i)[c] = static_cast<float>(random.normal());
  }
  return std::move(*cloud);
}

}  // namespace

SimWorld small_world() {
  SimWorld world;
  world::World& bundle = world.bundle;
  bundle.index.scene_id = "small";
  bundle.heightmap =
      ground_of([](double x, double y) { return 0.3 * std::sin(0.2 * x) + 0.2 * std::cos(0.15 * y); }, 40.0);
  bundle.drivable.polygons = {{.outer = {{-20, -20}, {20, -20}, {20, 20}, {-20, 20}, {-20, -20}}}};
  world::CameraCalibration camera;
  camera.id = "front";
  camera.intrinsics = {
      .frame_id = "camera_front", .width = 64, .height = 48, .fx = 50, .fy = 50, .cx = 31.5, .cy = 23.5};
  // Optical axes: z forward, x right, y down.
  camera.extrinsics.transform = {Quaterniond{-0.5, 0.5, -0.5, 0.5}, {1.5, 0, 1.5}};
  camera.rate_hz = 12;
  bundle.calibration.cameras = {camera};
  world::LidarCalibration lidar;
  lidar.id = "top";
  lidar.spec = {.frame_id = "lidar_top", .channels = 16, .horizontal_resolution = 2.0, .max_range = 50};
  lidar.extrinsics.transform = {{}, {1.0, 0, 2.0}};
  lidar.rate_hz = 20;
  bundle.calibration.lidars = {lidar};
  world.cloud = ring_of_gaussians();
  world.data.dt = 0.01;
  const Vec3d origin = world.ray_origin();
  // A wall across the road at x = 18.
  for (const Vec3d corner : {Vec3d{18, -5, 0}, {18, 5, 0}, {18, 5, 3}, {18, -5, 3}})
    world.mesh_vertices.push_back(cast<float>(corner - origin));
  world.mesh_triangles = {0, 1, 2, 0, 2, 3};
  return world;
}

}  // namespace gs::sim
