// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/minimal/minimal_world.h"

namespace gs::synth {
namespace {

constexpr std::size_t kGround = 60, kPosts = 40;
constexpr int kSide = 128;
constexpr double kResolution = 0.1, kOriginX = -2.0, kOriginY = -6.4;

// Constants are written out instead of computed, because log and sqrt of the C library may differ between machines.
constexpr float kLogHalfMetre = -0.6931472f, kLogTenth = -2.3025851f, kLogCentimetre = -4.6051702f;
constexpr float kLogitOpaque = 4.5951198f;  // opacity 0.99
constexpr float kHalfTurnRoot = 0.70710678f;

// Parameters of a Gaussian; dc is the degree-0 colour coefficient.
struct Splat {
  Vec3f position, log_scale;
  Quaternionf rotation;
  Vec3f dc;
};

// Grey discs 1 m apart, 10 along the street and 6 across.
Splat ground_splat(std::size_t i) {
  const std::size_t column = i % 10, row = i / 10;
  const float grey = (column + row) % 2 == 0 ? -0.6f : -0.9f;
  return {{static_cast<float>(column), static_cast<float>(row) - 2.5f, 0.0f},
          {kLogHalfMetre, kLogHalfMetre, kLogCentimetre},
          {},
          {grey, grey, grey}};
}

// Posts of four Gaussians above each other, five on each side of the street, red on the left and blue on the right.
Splat post_splat(std::size_t i) {
  const std::size_t post = i / 4, place = post / 2;
  const bool left = post % 2 == 0;
  const float x = 1.0f + 2.0f * static_cast<float>(place), z = 0.25f + 0.5f * static_cast<float>(i % 4);
  const Vec3f color = left ? Vec3f{1.4f, -1.2f, -1.2f} : Vec3f{-1.2f, -1.2f, 1.4f};
  return {{x, left ? 4.0f : -4.0f, z},
          {kLogTenth, kLogTenth, kLogHalfMetre - 0.5f},
          {0.0f, 0.0f, kHalfTurnRoot, kHalfTurnRoot},
          color};
}

Result<splat::GaussianCloud> make_gaussians() {
  GS_TRY(splat::GaussianCloud cloud, splat::GaussianCloud::create(kGround + kPosts, /*sh_degree=*/1));
  const splat::MutableCloudView view = cloud.view();
  for (std::size_t i = 0; i < view.size; ++i) {
    const Splat splat = i < kGround ? ground_splat(i) : post_splat(i - kGround);
    view.set_position(i, splat.position);
    view.set_log_scale(i, splat.log_scale);
    view.set_rotation(i, splat.rotation);
    view.opacity_logit[i] = kLogitOpaque;
    const float dc[3] = {splat.dc.x, splat.dc.y, splat.dc.z};
    for (int channel = 0; channel < 3; ++channel) {
      float* sh = view.sh_of(i) + channel * view.coefficients();
      sh[0] = dc[channel];
      // Slightly brighter from above, so that the degree-1 coefficients are not all zero.
      sh[1] = 0.0f, sh[2] = 0.05f, sh[3] = 0.0f;
    }
  }
  return cloud;
}

// Flat ground of 128 x 128 samples, 0.1 m apart.
world::HeightmapData make_heightmap() {
  world::HeightmapData map;
  map.width = map.height = kSide;
  map.resolution = kResolution;
  map.origin_x = kOriginX, map.origin_y = kOriginY;
  map.data.assign(static_cast<std::size_t>(kSide) * kSide, 0.0f);
  return map;
}

// Pinhole camera, 640 x 480, looking forward from 1.5 m.
world::CameraCalibration make_camera() {
  world::CameraCalibration camera;
  camera.id = "front";
  camera.intrinsics.frame_id = "camera_front";
  camera.intrinsics.width = 640, camera.intrinsics.height = 480;
  camera.intrinsics.fx = camera.intrinsics.fy = 500.0;
  camera.intrinsics.cx = 319.5, camera.intrinsics.cy = 239.5;
  // Optical axes: z forward (base_link x), x right (-y), y down (-z).
  camera.extrinsics.transform = {{-0.5, 0.5, -0.5, 0.5}, {1.0, 0.0, 1.5}};
  camera.rate_hz = 12.0;
  return camera;
}

// 32 beams, 900 columns, 20 Hz, 2 m above the ground.
world::LidarCalibration make_lidar() {
  world::LidarCalibration lidar;
  lidar.id = "top";
  lidar.spec.frame_id = "lidar_top";
  lidar.spec.model = "synthetic_32";
  lidar.spec.channels = 32;
  lidar.spec.horizontal_resolution = 0.4;
  lidar.spec.vertical_fov_min = -25.0, lidar.spec.vertical_fov_max = 15.0;
  lidar.spec.max_range = 100.0, lidar.spec.min_range = 0.5;
  lidar.extrinsics.transform.translation = {0.0, 0.0, 2.0};
  lidar.rate_hz = 20.0;
  return lidar;
}

// One rectangle of 11.5 x 6 m.
world::DrivableArea make_drivable() {
  const world::Ring street{{-1.5, -3.0}, {10.0, -3.0}, {10.0, 3.0}, {-1.5, 3.0}, {-1.5, -3.0}};
  return {{{.outer = street, .holes = {}, .speed_limit_kmh = 30.0}}};
}

// Straight ahead at 1 m/s for 8 s.
Result<Trajectory> make_trajectory() {
  std::vector<StampedPose> poses;
  for (int i = 0; i <= 16; ++i) {
    poses.push_back({Timestamp{} + Duration::from_ms(500) * i, {{}, {0.5 * i, 0.0, 0.0}}});
  }
  return Trajectory::from_poses(std::move(poses));
}

world::Metadata make_metadata() {
  world::Metadata metadata;
  metadata.created_at = "2026-01-01T00:00:00Z";  // fixed, so that the bytes do not change
  metadata.builder_version = "gs_synth-1.0.0";
  metadata.source.type = world::SourceType::synthetic;
  metadata.spatial_extent = {{kOriginX, kOriginY, 0.0}, {10.7, 6.3, 3.0}};
  return metadata;
}

}  // namespace

Result<MinimalWorld> make_minimal_world() {
  GS_TRY(splat::GaussianCloud gaussians, make_gaussians());
  GS_TRY(Trajectory trajectory, make_trajectory());
  world::World world;
  world.index.scene_id = "minimal_test";
  world.index.trajectory = "sim/trajectory.csv";
  world.metadata = make_metadata();
  world.render_config.antialiasing = false;
  world.render_config.background_color = {0.5, 0.7, 0.9};
  world.heightmap = make_heightmap();
  world.drivable = make_drivable();
  world.calibration.cameras.push_back(make_camera());
  world.calibration.lidars.push_back(make_lidar());
  world.timebase.initial_pose.emplace();
  world.trajectory = std::move(trajectory);
  return MinimalWorld{std::move(world), std::move(gaussians)};
}

Result<void> write_minimal_world(const std::filesystem::path& target, bool replace) {
  GS_TRY(const MinimalWorld minimal, make_minimal_world());
  return world::save_world(minimal.world, minimal.gaussians.view(), target, {.replace = replace});
}

}  // namespace gs::synth
