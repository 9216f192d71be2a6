// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/sim/sim_traffic.h"

#include <cmath>
#include <cstdio>
#include <string>

#include "bench/sim/sim_street.h"
#include "gs/core/format.h"
#include "gs/sim/simulator.h"

namespace bench {
namespace {

using namespace gs;

constexpr int kCars = 30;

// A closed mesh of `rings` x `sides` quads around a box: as many triangles as a measured mesh has.
world::ActorModel car_model() {
  constexpr int kRings = 38, kSides = 38;
  world::ActorModel model{.asset = {.id = "car", .actor_class = world::ActorClass::car, .size = {4.4, 1.8, 1.5}}};
  const Vec3d half = model.asset.size * 0.5;
  for (int r = 0; r <= kRings; ++r) {
    const double up = M_PI * r / kRings - M_PI / 2;
    for (int s = 0; s < kSides; ++s) {
      const double around = 2 * M_PI * s / kSides;
      model.vertices.push_back(
          cast<float>(Vec3d{half.x * std::cos(up) * std::cos(around), half.y * std::cos(up) * std::sin(around),
                            half.z * (1 + std::sin(up))}));
      const auto at = [&](int ring, int side) { return static_cast<uint32_t>(ring * kSides + side % kSides); };
      if (r == kRings) continue;
      for (const uint32_t v : {at(r, s), at(r, s + 1), at(r + 1, s), at(r + 1, s), at(r, s + 1), at(r + 1, s + 1)})
        model.triangles.push_back(v);
    }
  }
  model.reflectance.assign(model.vertices.size(), 0.3f);
  return model;
}

// Cars beside the path of the vehicle that drive 0.5 m/s faster or slower than it.
world::ActorTrajectories cars() {
  world::ActorTrajectories out;
  for (int i = 0; i < kCars; ++i) {
    world::ActorTrajectory car{.id = format("a{}", i), .asset = "car", .actor_class = world::ActorClass::car};
    const double x0 = 10 + 50.0 * i / kCars, y = i % 3 == 0 ? 3.5 : i % 3 == 1 ? -3.5 : 7.0, v = 8 + 0.5 * (i % 3 - 1);
    for (int k = 0; k <= 100; ++k) {
      car.t.push_back(0.1 * k), car.x.push_back(x0 + v * 0.1 * k), car.y.push_back(y), car.z.push_back(0);
      car.yaw.push_back(0), car.v.push_back(v), car.yaw_rate.push_back(0);
    }
    out.actors.push_back(std::move(car));
  }
  return out;
}

std::optional<sim::Simulator> simulator_of(bool traffic, bool sensors) {
  auto world = street_world({.gaussians = 100, .channels = 128, .columns = 1800});
  if (!world) return std::nullopt;
  world->bundle.actor_trajectories = cars();
  world->actor_models.push_back(car_model());
  sim::SimulatorOptions options;
  options.simulation.control_timeout_sec = 0;
  options.simulation.traffic = traffic ? "replay" : "none";
  options.sensors.camera.enable = false;
  options.sensors.lidar.enable = sensors;
  options.sensors.lidar.raycast.use_static_mesh = options.sensors.lidar.raycast.motion_distortion = true;
  auto made = sim::Simulator::create(std::move(*world), options, Backend::cpu);
  if (!made) return std::fprintf(stderr, "%s\n", made.error().message.c_str()), std::nullopt;
  return std::move(*made);
}

// Wall-clock and CPU time [s].
struct Cost {
  double wall_s = 0, cpu_s = 0;
};

// Median wall-clock time and mean CPU time of a call. CPU time changes little while other programs run.
template <class Call>
Cost cost_of(int repeats, const Call& call) {
  call();  // warm caches and buffers
  const double before = cpu_seconds();
  const double wall_s = median_seconds(repeats, call);
  return {wall_s, (cpu_seconds() - before) / repeats};
}

}  // namespace

void add_traffic_rows(Table& table) {
  auto with = simulator_of(true, false), without = simulator_of(false, false);
  if (!with || !without) return;
  constexpr int kSteps = 900;
  const auto run = [&](sim::Simulator& simulator) {
    return cost_of(5, [&] {
      simulator.reset(std::nullopt, true);
      for (int i = 0; i < kSteps; ++i) simulator.step();
    });
  };
  const Cost driven = run(*with), alone = run(*without);
  constexpr double kEach = 1e6 / (kSteps * kCars);
  table.add({.name = format("traffic in a step, {} actors", kCars),
             .value = kEach * (driven.wall_s - alone.wall_s),
             .unit = "us per actor",
             .bar = 2.0,
             .note = format("{:.2f} us of CPU", kEach * (driven.cpu_s - alone.cpu_s))});

  auto seen = simulator_of(true, true), empty = simulator_of(false, true);
  if (!seen || !empty) return;
  for (int i = 0; i < 50; ++i) seen->step(), empty->step();
  const Cost traffic = cost_of(15, [&] { seen->observe(); }), street = cost_of(15, [&] { empty->observe(); });
  table.add(
      {.name = format("sweep 128 x 1800 with {} cars of 2,888 triangles", kCars),
       .value = 100 * (traffic.wall_s / street.wall_s - 1),
       .unit = "% more time",
       .bar = 20.0,
       .note = format("{:.2f} ms instead of {:.2f} ms, {}; CPU {:.2f} ms instead of {:.2f} ms", 1e3 * traffic.wall_s,
                      1e3 * street.wall_s, seen->caster_name(), 1e3 * traffic.cpu_s, 1e3 * street.cpu_s)});
}

}  // namespace bench
