// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The driver follows a path, returns to it and stops at its end.
#include "gs/sim/vehicle/path_driver.h"

#include <gtest/gtest.h>

#include "gs/sim/vehicle/vehicle_dynamics.h"

namespace gs::sim {
namespace {

// 10 m/s along a path given by yaw(s).
template <class Yaw>
Trajectory recorded(Yaw yaw, double length_m) {
  std::vector<StampedPose> poses;
  Vec2d p{};
  for (double s = 0; s < length_m; s += 0.5) {
    const double direction = yaw(s);
    poses.push_back({Timestamp::from_seconds(s / 10.0), {Quaterniond::from_rpy(0, 0, direction), {p.x, p.y, 0}}});
    p = p + Vec2d{std::cos(direction), std::sin(direction)} * 0.5;
  }
  return *Trajectory::from_poses(std::move(poses));
}

struct Result {
  double worst_offset_m = 0;
  PlanarState end;
  bool finished = false;
};

Result follow(const Trajectory& path, PlanarState start, double seconds, const PathDriverOptions& options = {}) {
  const VehicleOptions vehicle;
  PathDriver driver(path, options, vehicle);
  const auto dynamics = make_vehicle_dynamics(vehicle);
  CommandHistory commands(hold(0, start.vx, vehicle));
  Result out{.end = start};
  Timestamp t{};
  for (int i = 0; i < seconds * 100; ++i) {
    world::EgoState ego;
    ego.pose = world::to_ego_pose({Quaterniond::from_rpy(0, 0, out.end.yaw), {out.end.x, out.end.y, 0}}, t);
    ego.speed = out.end.vx;
    commands.add(t, *check_ackermann(driver.drive(ego), vehicle).command);
    out.end = advance_step(*dynamics, vehicle, out.end, commands, {}, t, Duration::from_ms(10));
    t = t + Duration::from_ms(10);
    double offset = 1e9;
    for (const StampedPose& p : path.poses()) {
      offset = std::min(
          offset, std::hypot(p.map_from_body.translation.x - out.end.x, p.map_from_body.translation.y - out.end.y));
    }
    if (!driver.finished()) out.worst_offset_m = std::max(out.worst_offset_m, offset);
  }
  out.finished = driver.finished();
  return out;
}

TEST(PathDriver, FollowsABendAndStopsAtTheEnd) {
  const Trajectory path = recorded([](double s) { return s < 40 ? 0.0 : std::min((s - 40) / 25.0, 1.5); }, 120);
  const Result result = follow(path, {.vx = 10}, 25);
  EXPECT_TRUE(result.finished);
  EXPECT_LT(result.worst_offset_m, 0.6);
  EXPECT_NEAR(result.end.vx, 0.0, 1e-9);
  const Vec3d last = path.poses().back().map_from_body.translation;
  EXPECT_LT(std::hypot(result.end.x - last.x, result.end.y - last.y), 3.0);
}

TEST(PathDriver, ComesBackFromBesideThePath) {
  const Trajectory path = recorded([](double) { return 0.0; }, 150);
  const Result result = follow(path, {.y = 2.0, .vx = 8}, 10);
  EXPECT_NEAR(result.end.y, 0.0, 0.05);
}

TEST(PathDriver, NeverFasterThanAskedFor) {
  const Trajectory path = recorded([](double) { return 0.0; }, 100);
  EXPECT_NEAR(follow(path, {.vx = 10}, 5, {.max_speed = 4}).end.vx, 4.0, 1e-9);
  EXPECT_NEAR(follow(path, {.vx = 0}, 5, {.min_speed = 9, .max_speed = 4}).end.vx, 4.0, 1e-9);
}

TEST(PathDriver, NoPathIsFinishedAtOnce) {
  PathDriver driver({}, {}, {});
  EXPECT_EQ(driver.drive({}).speed, 0.0);
  EXPECT_TRUE(driver.finished());
}

}  // namespace
}  // namespace gs::sim
