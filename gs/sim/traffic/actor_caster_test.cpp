// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rays meet actors where the closed form of a box says, at the time at which they are fired.
#include "gs/sim/traffic/actor_caster.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gs/core/parallel.h"
#include "gs/sim/testing/actor_worlds.h"

namespace gs::sim {
namespace {

constexpr int kRings = 24;
const Vec3d kCar{4, 2, 1.5};

// Distance along a ray to the box on the floor at the origin; infinity for a miss (slab method).
double to_box(Vec3d from, Vec3d direction, Vec3d size) {
  double in = 0, out = 1e30;
  const auto slab = [&](double o, double d, double low, double high) {
    const double a = (low - o) / d, b = (high - o) / d;
    in = std::max(in, std::min(a, b)), out = std::min(out, std::max(a, b));
  };
  slab(from.x, direction.x, -size.x / 2, size.x / 2);
  slab(from.y, direction.y, -size.y / 2, size.y / 2);
  slab(from.z, direction.z, 0, size.z);
  return in <= out ? in : std::numeric_limits<double>::infinity();
}

// A sensor with a full turn; every beam has its own azimuth offset.
struct Turn {
  std::vector<Vec3f> directions;
  std::vector<double> azimuths, shares;
  std::vector<Vec2d> ahead;
  std::vector<Rigid3d> sensors;
  Vec3d origin{100, 200, 3};
  int count;  // of columns

  explicit Turn(bool moving, int columns = 720) : count(columns) {
    for (int c = 0; c < columns; ++c) {
      azimuths.push_back(-kPi + 2 * kPi * c / columns);
      ahead.push_back({std::cos(azimuths.back()), std::sin(azimuths.back())});
      shares.push_back((c + 1.0) / columns);
      const double x = moving ? 1.5 * shares.back() : 0.0;
      if (c == 0 || moving) sensors.push_back({Quaterniond::from_rpy(0.05, -0.1, 0.3 + 0.2 * x), Vec3d{x, 0, 2}});
    }
    for (int r = 0; r < kRings; ++r) {
      const double up = -0.5 + 0.03 * r;
      for (const double azimuth : azimuths) {
        const double a = azimuth + 0.05 * (r % 3 - 1);
        directions.push_back(cast<float>(Vec3d{std::cos(up) * std::cos(a), std::cos(up) * std::sin(a), std::sin(up)}));
      }
    }
  }
  raycast::Sweep sweep() const {
    return {.directions = directions, .sensors = sensors, .columns = count, .max_distance = 80};
  }
  SweepColumns columns() const {
    return {.origin = origin, .ahead = ahead, .widest_offset_rad = 0.05, .shares = shares};
  }
};

ActorMotion motion_of(const Rigid3d& from, const Rigid3d& to, uint32_t actor = 0, uint32_t model = 0) {
  ActorMotion motion{.actor = actor, .model = model};
  for (std::size_t i = 0; i < ActorMotion::kPoses; ++i) {
    motion.map_from_actor[i] = interpolate(from, to, static_cast<double>(i) / (ActorMotion::kPoses - 1));
  }
  return motion;
}

// Actors around the sensor: near, far, behind, one above the sensor's place.
std::vector<ActorMotion> traffic(const Turn& turn, double travel) {
  std::vector<ActorMotion> motions;
  uint32_t actor = 0;
  for (const auto& [x, y, yaw] :
       {std::tuple{8.0, 1.0, 0.3}, {-30.0, 5.0, 2.0}, {2.0, -3.0, 1.2}, {60.0, -20.0, -0.4}}) {
    const Vec3d at = turn.origin + Vec3d{x, y, 0};
    const Quaterniond heading = Quaterniond::from_rpy(0.02, 0.01, yaw);
    motions.push_back(motion_of({heading, at}, {heading, at + heading * Vec3d{travel, 0, 0}}, actor++));
  }
  return motions;
}

ActorCaster caster() { return std::move(*ActorCaster::build(flat_world_with_actors().actor_models)); }

void compare(const Turn& turn, const std::vector<ActorMotion>& motions) {
  std::vector<raycast::SweepReturn> returns(turn.directions.size());
  std::vector<float> reflectances(returns.size(), 0.5f);
  caster().cast(turn.sweep(), turn.columns(), motions, returns, reflectances);
  int hits = 0, grazing = 0;
  for (std::size_t i = 0; i < returns.size(); ++i) {
    const std::size_t column = i % static_cast<std::size_t>(turn.count);
    Rigid3d sensor = turn.sensors[turn.sensors.size() > 1 ? column : 0];
    sensor.translation += turn.origin;
    double nearest = std::numeric_limits<double>::infinity();
    for (const ActorMotion& motion : motions) {
      const Rigid3d actor_from_sensor = motion.at(turn.shares[column]).inverse() * sensor;
      nearest = std::min(nearest, to_box(actor_from_sensor.translation,
                                         actor_from_sensor.rotation * cast<double>(turn.directions[i]), kCar));
    }
    const bool hit = returns[i].distance < raycast::kFar;
    hits += hit;
    // Rays along an edge may be decided by rounding.
    if (hit != (nearest <= 80)) {
      ++grazing;
      continue;
    }
    if (!hit) continue;
    EXPECT_NEAR(returns[i].distance, nearest, 1e-3) << i;
    EXPECT_NEAR(reflectances[i], 0.9f, 1e-5f);
  }
  EXPECT_GT(hits, turn.count / 2);
  EXPECT_LE(grazing, 2);
}

TEST(ActorCaster, StandingActorsAreMetWhereTheClosedFormSays) {
  for (const int columns : {720, 180, 61, 20}) {
    const Turn turn(false, columns);
    compare(turn, traffic(turn, 0));
  }
}

TEST(ActorCaster, MovingActorsAreMetAtTheFiringTimeOfEachColumn) {
  for (const int columns : {720, 180, 61}) {
    const Turn turn(true, columns);
    compare(turn, traffic(turn, 2.5));
  }
}

TEST(ActorCaster, EqualDistancesGoToTheEarlierActorAndToWhatIsThere) {
  const Turn turn(false);
  SimWorld world;
  add_box_asset(world, "bright", kCar, 0.9);
  add_box_asset(world, "dark", kCar, 0.1);
  const ActorCaster both = std::move(*ActorCaster::build(world.actor_models));
  const Rigid3d at{{}, turn.origin + Vec3d{8, 1, 0}};
  const std::vector<ActorMotion> motions{motion_of(at, at, 0, 0), motion_of(at, at, 1, 1)};
  std::vector<raycast::SweepReturn> returns(turn.directions.size());
  std::vector<float> reflectances(returns.size(), 0.5f);
  both.cast(turn.sweep(), turn.columns(), motions, returns, reflectances);
  int hits = 0;
  for (std::size_t i = 0; i < returns.size(); ++i) {
    if (!(returns[i].distance < raycast::kFar)) continue;
    EXPECT_NEAR(reflectances[i], 0.9f, 1e-5f);
    reflectances[i] = 0.5f, ++hits;
  }
  EXPECT_GT(hits, 100);
  const auto first = returns;
  both.cast(turn.sweep(), turn.columns(), motions, returns, reflectances);  // equal distances are there already
  for (std::size_t i = 0; i < returns.size(); ++i) EXPECT_EQ(reflectances[i], 0.5f);
}

TEST(ActorCaster, ThreadsDoNotMatter) {
  const Turn turn(true);
  std::vector<raycast::SweepReturn> results[3];
  int k = 0;
  for (const int threads : {1, 2, 16}) {
    const ScopedThreadCount scope(threads);
    results[k].resize(turn.directions.size());
    std::vector<float> reflectances(results[k].size());
    caster().cast(turn.sweep(), turn.columns(), traffic(turn, 2.5), results[k], reflectances);
    ++k;
  }
  for (std::size_t i = 0; i < results[0].size(); ++i) {
    EXPECT_EQ(results[0][i].distance, results[1][i].distance);
    EXPECT_EQ(results[0][i].cos_incidence, results[2][i].cos_incidence);
  }
}

}  // namespace
}  // namespace gs::sim
