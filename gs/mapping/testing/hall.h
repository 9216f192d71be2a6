// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A hall with exact walls and a LiDAR that moves through it with constant velocities, for tests of the odometry. Every
// point has its own time: sweeps are smeared as real ones.
#pragma once

#include <cmath>
#include <vector>

#include "gs/core/numbers/random.h"
#include "gs/mapping/odometry/twist.h"
#include "gs/mapping/sweep.h"

namespace gs::mapping::testing {

// Inside of a box, with buttresses (boxes that stand on its floor). Infinite sides are allowed: a tunnel, a field.
struct Hall {
  Vec3d min{-60, -12, 0}, max{60, 12, 9};
  std::vector<std::pair<Vec3d, Vec3d>> boxes{};
  double noise_m = 0.01;
};

// Distance along the ray to the nearest surface; 1e9 for none.
inline double hall_range(const Hall& hall, Vec3d o, Vec3d d) {
  const double origin[3] = {o.x, o.y, o.z}, way[3] = {d.x, d.y, d.z};
  const auto crossing = [&](Vec3d low, Vec3d high, double& enter, double& leave) {
    const double a[3] = {low.x, low.y, low.z}, b[3] = {high.x, high.y, high.z};
    enter = -1e9, leave = 1e9;
    for (int i = 0; i < 3; ++i) {
      const double t0 = (a[i] - origin[i]) / way[i], t1 = (b[i] - origin[i]) / way[i];
      enter = std::max(enter, std::min(t0, t1)), leave = std::min(leave, std::max(t0, t1));
    }
  };
  double enter, range;
  crossing(hall.min, hall.max, enter, range);  // from inside: the wall behind
  for (const auto& [low, high] : hall.boxes) {
    double leave;
    crossing(low, high, enter, leave);
    if (enter > 0 && enter < leave) range = std::min(range, enter);
  }
  return range;
}

// Buttresses along both walls, which show the motion along the hall.
inline Hall furnished_hall() {
  Hall hall;
  for (int i = -8; i < 9; ++i) {
    hall.boxes.push_back({{7.0 * i, 9.5, 0}, {7.0 * i + 1.5, 12, 9}});
    hall.boxes.push_back({{7.0 * i + 3, -12, 0}, {7.0 * i + 4, -10.2, 6}});
  }
  return hall;
}

// Ten sweeps a second from the pose `start`, the first at 100 s. Points run from the stamp over 0.1 s.
struct HallDrive final : SweepSource {
  Hall hall;
  Twist twist{};
  Rigid3d start{{}, {-40, 0, 0}};
  std::size_t sweeps = 10;
  int columns = 300, rows = 32;
  double max_range_m = 70;

  Rigid3d pose(double time_s) const { return start * motion_of(twist, time_s); }
  static double seconds(Timestamp t) { return t.seconds() - 100; }

  std::size_t count() const override { return sweeps; }
  Result<Sweep> read(std::size_t index) override {
    const double begin_s = 0.1 * static_cast<double>(index);
    Sweep sweep{.stamp = Timestamp::from_seconds(100 + begin_s),
                .map_from_base = {},
                .sensor_in_base = {0.5, 0, 1.8},
                .points = {},
                .time_offset_s = {},
                .ray_origins = {}};
    Random random(7, purpose("hall"), index);
    for (int column = 0; column < columns; ++column) {
      const double offset_s = 0.1 * column / columns, azimuth = -2 * kPi * (column + 0.3) / columns;
      const Rigid3d map_from_base = pose(begin_s + offset_s);
      const Vec3d origin = map_from_base * sweep.sensor_in_base;
      for (int row = 0; row < rows; ++row) {
        const double elevation = (-25.0 + 45.0 * row / (rows - 1)) * kPi / 180;
        const Vec3d ray{std::cos(elevation) * std::cos(azimuth), std::cos(elevation) * std::sin(azimuth),
                        std::sin(elevation)};
        const double range = hall_range(hall, origin, map_from_base.rotation * ray) + random.normal(0, hall.noise_m);
        if (range > max_range_m) continue;
        sweep.points.push_back({cast<float>(sweep.sensor_in_base + ray * range)});
        sweep.time_offset_s.push_back(static_cast<float>(offset_s));
      }
    }
    return sweep;
  }
};

}  // namespace gs::mapping::testing
