// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The same world, seed and commands give the same result, whatever the thread count and whether a run was reset or
// restored in between.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "gs/core/parallel.h"
#include "gs/sim/run_digest.h"
#include "gs/sim/testing/small_world.h"

namespace gs::sim {
namespace {

constexpr int kSteps = 120;

// Options with every source of randomness and every use of past poses switched on.
SimulatorOptions everything() {
  SimulatorOptions options;
  options.vehicle.dynamics_model = "dynamic_bicycle";
  options.vehicle.actuator = {.steering_delay = 0.033, .steering_time_constant = 0.1, .acceleration_delay = 0.017};
  RaycastOptions& rays = options.sensors.lidar.raycast;
  rays.use_static_mesh = rays.use_gaussians = rays.add_noise = rays.motion_distortion = true;
  rays.drop_probability = 0.1;
  return options;
}

Simulator everything_on() { return std::move(*Simulator::create(small_world(), everything(), Backend::cpu)); }

void drive(Simulator& simulator, int from, int to, RunDigest& digest) {
  for (int i = from; i < to; ++i) {
    if (i % 10 == 0) {
      const world::ControlInput command{.steering_angle = 0.2 * std::sin(0.02 * i), .speed = 4.0};
      simulator.submit(check_ackermann(command, simulator.options().vehicle), {});
    }
    digest.add(simulator.step());
  }
}

RunDigest whole_run(Simulator& simulator) {
  RunDigest digest;
  digest.add(simulator.observe());
  drive(simulator, 0, kSteps, digest);
  return digest;
}

RunDigest whole_run(int threads) {
  const ScopedThreadCount scope(threads);
  Simulator simulator = everything_on();
  return whole_run(simulator);
}

TEST(Determinism, OneTwoAndThreeThreadsGiveTheSameBytes) {
  const RunDigest one = whole_run(1);
  std::printf("state  %s\nimages %s\nclouds %s\n", one.state().c_str(), one.images().c_str(), one.clouds().c_str());
  EXPECT_TRUE(one == whole_run(1));
  EXPECT_TRUE(one == whole_run(2));
  EXPECT_TRUE(one == whole_run(3));
}

TEST(Determinism, ResetGivesTheFirstRunAgain) {
  Simulator simulator = everything_on();
  const RunDigest first = whole_run(simulator);
  simulator.reset(std::nullopt, true);
  EXPECT_TRUE(first == whole_run(simulator));
}

TEST(Determinism, RestoreInTheMiddleGivesTheSameFutureAlsoInAnotherSimulator) {
  const RunDigest uninterrupted = whole_run(2);
  Simulator simulator = everything_on();
  RunDigest digest;
  digest.add(simulator.observe());
  drive(simulator, 0, 57, digest);
  const Snapshot middle = simulator.save();
  RunDigest elsewhere;
  drive(simulator, 57, 80, elsewhere);  // this future is discarded by restore()
  RunDigest other = digest;
  simulator.restore(middle);
  drive(simulator, 57, kSteps, digest);
  EXPECT_TRUE(digest == uninterrupted);
  Simulator fresh = everything_on();
  fresh.restore(middle);
  drive(fresh, 57, kSteps, other);
  EXPECT_TRUE(other == uninterrupted);
}

TEST(Determinism, AnotherSeedGivesAnotherRun) {
  SimulatorOptions options = everything();
  options.simulation.seed = 43;
  Simulator simulator = std::move(*Simulator::create(small_world(), options, Backend::cpu));
  const RunDigest other = whole_run(simulator), first = whole_run(1);
  EXPECT_EQ(first.state(), other.state());  // nothing random moves the car
  EXPECT_NE(first.clouds(), other.clouds());
}

}  // namespace
}  // namespace gs::sim
