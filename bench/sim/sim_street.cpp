// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/sim/sim_street.h"

#include <cmath>

#include "bench/splat/street.h"
#include "gs/world/files/heightmap.h"

namespace bench {
namespace {

using namespace gs;

constexpr double kFrom = -30, kTo = 230, kHalfWidth = 20, kFacade = 12, kKerb = 4;

// Flat road between kerbs of 0.12 m.
world::HeightmapData ground() {
  world::HeightmapData map;
  map.resolution = 0.2;
  map.origin_x = kFrom, map.origin_y = -kHalfWidth;
  map.width = static_cast<int>((kTo - kFrom) / map.resolution) + 1;
  map.height = static_cast<int>(2 * kHalfWidth / map.resolution) + 1;
  for (int iy = 0; iy < map.height; ++iy) {
    const double y = map.origin_y + iy * map.resolution;
    for (int ix = 0; ix < map.width; ++ix) map.data.push_back(std::abs(y) > kKerb ? 0.12f : 0.0f);
  }
  world::set_height_range(map);
  return map;
}

// Two walls with a recess every four metres.
void add_facades(sim::SimWorld& world) {
  const Vec3d origin = world.ray_origin();
  const auto quad = [&](Vec3d a, Vec3d along) {
    const auto first = static_cast<uint32_t>(world.mesh_vertices.size());
    const Vec3d up{0, 0, 15};
    for (const Vec3d& corner : {a, a + along, a + along + up, a + up})
      world.mesh_vertices.push_back(cast<float>(corner - origin));
    for (const uint32_t i : {0u, 1u, 2u, 0u, 2u, 3u}) world.mesh_triangles.push_back(first + i);
  };
  for (const double side : {-1.0, 1.0}) {
    for (double x = kFrom; x < kTo; x += 4) {
      const double y = side * kFacade, deep = side * 0.4;
      quad({x, y, 0}, {3, 0, 0});
      quad({x + 3, y, 0}, {0, deep, 0});
      quad({x + 3, y + deep, 0}, {1, 0, 0});
      quad({x + 4, y + deep, 0}, {0, -deep, 0});
    }
  }
}

// Regular ground mesh with triangles of this edge length.
void add_ground_mesh(sim::SimWorld& world, double edge) {
  const Vec3d origin = world.ray_origin();
  const auto across = static_cast<uint32_t>((kTo - kFrom) / edge), along = static_cast<uint32_t>(2 * kHalfWidth / edge);
  const auto first = static_cast<uint32_t>(world.mesh_vertices.size());
  for (uint32_t iy = 0; iy <= along; ++iy) {
    for (uint32_t ix = 0; ix <= across; ++ix)
      world.mesh_vertices.push_back(cast<float>(Vec3d{kFrom + ix * edge, -kHalfWidth + iy * edge, 0} - origin));
  }
  for (uint32_t iy = 0; iy < along; ++iy) {
    for (uint32_t ix = 0; ix < across; ++ix) {
      const uint32_t a = first + iy * (across + 1) + ix, b = a + across + 1;
      world.mesh_triangles.insert(world.mesh_triangles.end(), {a, a + 1, b + 1, a, b + 1, b});
    }
  }
}

}  // namespace

Result<sim::SimWorld> street_world(const StreetWorldOptions& options) {
  sim::SimWorld world;
  GS_TRY(world.cloud, street(options.gaussians));
  world::World& bundle = world.bundle;
  bundle.index.scene_id = "street";
  bundle.heightmap = ground();
  bundle.drivable.polygons = {
      {.outer = {{kFrom, -kKerb}, {kTo, -kKerb}, {kTo, kKerb}, {kFrom, kKerb}, {kFrom, -kKerb}}}};
  world::CameraCalibration camera;
  camera.id = "front";
  const double focal = 0.6 * options.width;
  camera.intrinsics = {.frame_id = "camera_front",
                       .width = options.width,
                       .height = options.height,
                       .fx = focal,
                       .fy = focal,
                       .cx = 0.5 * options.width,
                       .cy = 0.5 * options.height};
  camera.extrinsics.transform = {Quaterniond{-0.5, 0.5, -0.5, 0.5}, {1.5, 0, 1.6}};
  camera.rate_hz = 12;
  bundle.calibration.cameras = {camera};
  world::LidarCalibration lidar;
  lidar.id = "top";
  lidar.spec = {.frame_id = "lidar_top",
                .channels = options.channels,
                .horizontal_resolution = 360.0 / options.columns,
                .max_range = 120,
                .max_points = 0};
  lidar.extrinsics.transform = {{}, {1.0, 0, 2.0}};
  lidar.rate_hz = 20;
  bundle.calibration.lidars = {lidar};
  world.data.dt = 0.01;
  world.data.initial_velocity = 8;
  add_facades(world);
  if (options.ground_mesh_m > 0) add_ground_mesh(world, options.ground_mesh_m);
  return world;
}

}  // namespace bench
