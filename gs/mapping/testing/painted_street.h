// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A street with a painted pattern that LiDAR and camera both see, for tests of the calibration of cameras.
#pragma once

#include <cmath>
#include <vector>

#include "gs/core/numbers/random.h"
#include "gs/mapping/camera_lidar/camera_lidar.h"
#include "gs/mapping/testing/street.h"

namespace gs::mapping::testing {

// A vehicle that speeds up, brakes and bends through furnished_street() with more boxes, seen by one camera.
class PaintedDrive {
 public:
  static constexpr int kSweepSteps = 36;

  explicit PaintedDrive(uint64_t seed, std::size_t view_count = 24, int width = 320, int height = 200,
                        double focal_share = 0.55)
      : seed_(seed) {
    street_ = furnished_street();
    for (int i = 0; i < 8; ++i) {
      const double x = -18 + 7.0 * i, side = i % 2 == 0 ? 1 : -1;
      street_.boxes.push_back({{x, side > 0 ? 5.0 : -6.2, 0}, {x + 1.2, side > 0 ? 6.2 : -5.0, 1.5 + 0.3 * i}});
    }
    camera.width = width, camera.height = height;
    camera.fx = camera.fy = focal_share * width;
    camera.cx = 0.5 * (width - 1), camera.cy = 0.5 * (height - 1);
    base_from_camera = {Quaterniond{-0.5, 0.5, -0.5, 0.5}, {1.6, 0.1, 1.5}};
    std::vector<StampedPose> poses;
    for (int i = 0; i <= 500; ++i) poses.push_back({Timestamp::from_seconds(0.01 * i), pose(0.01 * i)});
    path = Trajectory::from_poses(std::move(poses)).value();
    scan();
    for (std::size_t i = 0; i < view_count; ++i) {
      views.push_back(picture(0.3 + 4.4 * static_cast<double>(i) / static_cast<double>(view_count)));
    }
  }

  // The scene with the stated calibration; true = stated after the correction.
  CameraScene scene(const CameraCorrection& error = {}) {
    stated_ = views;
    for (CameraView& view : stated_) view.stamp = view.stamp + Duration::from_seconds(error.time_s);
    return {.camera = camera,
            .base_from_camera = corrected(base_from_camera, error),
            .views = stated_,
            .points = points,
            .voxel_m = 0.15,
            .map_from_base = &path};
  }

  CameraD camera;
  Rigid3d base_from_camera;
  Trajectory path;
  std::vector<MapPoint> points;
  std::vector<CameraView> views;

 private:
  // Position along the road: 6 m/s on average, with braking; a swing to the side turns the vehicle.
  static Rigid3d pose(double t) {
    const double x = -22 + 6 * t + 3 * std::sin(1.3 * t), y = 1.2 * std::sin(0.9 * t);
    const double yaw = std::atan2(1.08 * std::cos(0.9 * t), 6 + 3.9 * std::cos(1.3 * t));
    return {Quaterniond::from_rpy(0.0, 0.0, yaw), {x, y, 0}};
  }
  // Brightness of a surface point, 0.1 to 1: patches of half a metre.
  double paint(Vec3d p) const {
    const auto cell = [](double v) {
      return static_cast<uint64_t>(static_cast<int64_t>(std::floor(v / 0.5)) + 100'000);
    };
    Random random(seed_, purpose("paint"),
                  (cell(p.x + 0.01) * 1'000'003 + cell(p.y + 0.01)) * 1'000'003 + cell(p.z + 0.013));
    return 0.1 + 0.9 * random.uniform();
  }
  // The nearest surface along a ray; not finite if there is none within 60 m.
  double range(Vec3d origin, Vec3d direction) const {
    Hit hit;
    hit_ground(street_, origin, direction, hit);
    for (const Box& box : street_.boxes) hit_box(box, 0, origin, direction, hit);
    return hit.t < 60 ? hit.t : INFINITY;
  }
  void scan() {
    Random noise(seed_, purpose("range noise"), 0);
    for (int step = 0; step < kSweepSteps; ++step) {
      const Rigid3d map_from_base = pose(5.0 * step / kSweepSteps);
      const Vec3d origin = map_from_base * Vec3d{1, 0, 1.9};
      for (int column = 0; column < 260; ++column) {
        const double azimuth = (-75.0 + 150.0 * (column + 0.3 * (step % 3)) / 260) * kPi / 180;
        for (int row = 0; row < 32; ++row) {
          const double elevation = (-24.0 + 34.0 * row / 31) * kPi / 180;
          const Vec3d d = map_from_base.rotation * Vec3d{std::cos(elevation) * std::cos(azimuth),
                                                         std::cos(elevation) * std::sin(azimuth), std::sin(elevation)};
          const double r = range(origin, d);
          if (!std::isfinite(r)) continue;
          MapPoint point{.position = origin + d * (r + noise.normal(0, 0.01))};
          // The intensity is not the grey value: it grows faster and fades with range.
          const double bright = paint(origin + d * r);
          point.intensity = static_cast<float>(bright * bright * (1 - 0.005 * r));
          points.push_back(point);
        }
      }
    }
  }
  CameraView picture(double t) const {
    CameraView view{Timestamp::from_seconds(t), {camera.width, camera.height, {}}};
    const Rigid3d map_from_camera = pose(t) * base_from_camera;
    Random noise(seed_, purpose("pixels"), static_cast<uint64_t>(t * 1000));
    for (int y = 0; y < camera.height; ++y) {
      for (int x = 0; x < camera.width; ++x) {
        const Vec3d d = map_from_camera.rotation * *unproject(camera, {double(x), double(y)});
        const double r = range(map_from_camera.translation, d);
        const double bright = std::isfinite(r) ? paint(map_from_camera.translation + d * r) : 0.7;
        view.image.pixels.push_back(static_cast<uint8_t>(std::clamp(230 * bright + noise.normal(0, 1.5), 0.0, 255.0)));
      }
    }
    return view;
  }

  uint64_t seed_;
  Street street_;
  std::vector<CameraView> stated_;
};

}  // namespace gs::mapping::testing
