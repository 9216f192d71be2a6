// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A box that moves past a turning LiDAR, with its exact poses: sweeps and tracks for tests of objects.
#pragma once

#include <cmath>
#include <functional>
#include <optional>
#include <random>
#include <vector>

#include "gs/mapping/actors/object_track.h"
#include "gs/mapping/sweep.h"

namespace gs::mapping::testing {

// Planar pose of the centre of a box's floor.
struct BoxPose {
  double x = 0, y = 0, yaw = 0;
};

// A box on flat ground at z = 0 and its motion over time.
struct PassingBox {
  Vec3d size{4.4, 1.8, 1.5};
  std::function<BoxPose(double time_s)> pose;
};

// A LiDAR 1.8 m above the ground at the origin of map; every tenth of a second is a sweep.
class BoxScanner final : public SweepSource {
 public:
  static constexpr int kBeams = 48, kColumns = 900;
  static constexpr double kTurn_s = 0.1, kLowest_m = 0.2, kNoise_m = 0.02;
  static constexpr int64_t kStart_s = 1000;

  BoxScanner(PassingBox box, double duration_s)
      : box_(std::move(box)), count_(static_cast<std::size_t>(duration_s / kTurn_s)) {}
  std::size_t count() const override { return count_; }
  Result<Sweep> read(std::size_t index) override { return sweep(index); }

  // Returns of the box above kLowest_m, and of a wall 60 m away in every other direction.
  Sweep sweep(std::size_t index) const {
    std::mt19937 random(static_cast<uint32_t>(index) + 1);
    std::normal_distribution<double> noise(0, kNoise_m);
    const double start = kTurn_s * static_cast<double>(index);
    Sweep out{.stamp = Timestamp::from_seconds(static_cast<double>(kStart_s) + start),
              .map_from_base = {},
              .sensor_in_base = {0, 0, 1.8},
              .points = {},
              .time_offset_s = {},
              .ray_origins = {}};
    for (int column = 0; column < kColumns; ++column) {
      const double after = kTurn_s * column / kColumns, azimuth = -kPi + 2 * kPi * column / kColumns;
      const BoxPose pose = box_.pose(start + after);
      for (int beam = 0; beam < kBeams; ++beam) {
        const double elevation = (-24 + 30.0 * beam / kBeams) * kPi / 180;
        const Vec3d ray{std::cos(elevation) * std::cos(azimuth), std::cos(elevation) * std::sin(azimuth),
                        std::sin(elevation)};
        const auto hit = range(pose, ray);
        if (!hit && beam % 8 != 0) continue;  // few points of the wall are enough
        const double r = hit.value_or(60) + noise(random);
        const Vec3d p = Vec3d{0, 0, 1.8} + ray * r;
        if (p.z < kLowest_m) continue;
        if (hit) hits_.push_back(static_cast<uint32_t>(out.points.size()));
        out.points.push_back({cast<float>(p), hit ? 40.0F : 5.0F});
        out.measured_after_s.push_back(static_cast<float>(after));
      }
    }
    return out;
  }

  // The track of the box, with motions from neighbour to neighbour that are wrong by this much.
  ObjectTrack track(double error_m, double error_rad) const {
    std::mt19937 random(7);
    std::normal_distribution<double> normal(0, 1);
    ObjectTrack out;
    std::vector<Vec3d> means;
    for (std::size_t i = 0; i < count_; ++i) {
      hits_.clear();
      const Sweep swept = sweep(i);
      if (hits_.size() < 8) continue;
      Vec3d mean{};
      double after = 0;
      for (const uint32_t p : hits_) {
        mean += cast<double>(swept.points[p].position_in_base) / static_cast<double>(hits_.size());
        after += static_cast<double>(swept.measured_after_s[p]) / static_cast<double>(hits_.size());
      }
      out.sightings.push_back(
          {.sweep = i, .sensor = 0, .stamp = swept.stamp + Duration::from_seconds(after), .points = hits_});
      means.push_back(mean);
    }
    for (std::size_t i = 1; i < out.sightings.size(); ++i) {
      const BoxPose a = at(out.sightings[i - 1].stamp), b = at(out.sightings[i].stamp);
      const double yaw = b.yaw - a.yaw;
      const Vec3d arm = means[i - 1] - Vec3d{a.x, a.y, 0};
      const Vec3d moved{b.x + std::cos(yaw) * arm.x - std::sin(yaw) * arm.y,
                        b.y + std::sin(yaw) * arm.x + std::cos(yaw) * arm.y, arm.z};
      RelativePose motion{.from = i - 1, .to = i, .pivot_in_map = means[i - 1], .translation = moved - means[i - 1]};
      motion.translation += Vec3d{error_m * normal(random), error_m * normal(random), error_m * normal(random)};
      motion.yaw = yaw + error_rad * normal(random);
      for (const std::size_t k : {0U, 5U, 10U}) motion.covariance[k] = std::max(1e-6, error_m * error_m);
      motion.covariance[15] = std::max(1e-6, error_rad * error_rad);
      out.motions.push_back(motion);
    }
    return out;
  }

  // The exact pose.
  BoxPose at(Timestamp stamp) const { return box_.pose((stamp - Timestamp::from_seconds(kStart_s)).seconds()); }

 private:
  // Distance along a ray from the sensor to the box.
  std::optional<double> range(const BoxPose& pose, Vec3d ray) const {
    const double c = std::cos(pose.yaw), s = std::sin(pose.yaw);
    const Vec3d from{-c * pose.x - s * pose.y, s * pose.x - c * pose.y, 1.8},
        d{c * ray.x + s * ray.y, c * ray.y - s * ray.x, ray.z};
    double near = 0, far = 1e9;
    const auto cut = [&](double origin, double slope, double low, double high) {
      const double a = (low - origin) / slope, b = (high - origin) / slope;
      near = std::max(near, std::min(a, b)), far = std::min(far, std::max(a, b));
    };
    cut(from.x, d.x, -box_.size.x / 2, box_.size.x / 2);
    cut(from.y, d.y, -box_.size.y / 2, box_.size.y / 2);
    cut(from.z, d.z, 0, box_.size.z);
    if (!(near < far) || near <= 0) return std::nullopt;
    return near;
  }

  PassingBox box_;
  std::size_t count_;
  mutable std::vector<uint32_t> hits_;  // of the last sweep
};

}  // namespace gs::mapping::testing
