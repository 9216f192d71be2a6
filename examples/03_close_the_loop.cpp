// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Drives along the recorded path of a world for five simulated seconds: 100 steps a second, cameras and LiDAR included.
//
//   example_close_the_loop worlds/minimal_test
#include <cstdio>

#include "gs/sim/simulator.h"
#include "gs/sim/vehicle/path_driver.h"

using gs::sim::Observation;

struct Counts {
  std::size_t images = 0, sweeps = 0;
  void add(const Observation& now) { images += now.images.size(), sweeps += now.sweeps.size(); }
};

void print(const Observation& now, const Counts& seen) {
  const gs::world::EgoPose& pose = now.ego.pose;
  std::printf("t = %.1f s: x %6.2f m, y %6.2f m, speed %4.2f m/s, %zu images, %zu sweeps%s\n", now.status.elapsed_time,
              pose.x, pose.y, now.ego.speed, seen.images, seen.sweeps, now.status.is_offroad ? ", off the road" : "");
}

gs::Result<void> close_the_loop(const char* bundle, gs::Problems& problems) {
  GS_TRY(auto world, gs::sim::WorldLoader::load(bundle, {}, problems));
  if (!world.bundle.trajectory) return gs::fail(gs::ErrorCode::not_found, "{} has no recorded path to follow", bundle);
  const gs::Trajectory path = *world.bundle.trajectory;
  GS_TRY(auto simulator, gs::sim::Simulator::create(std::move(world), {}, gs::Backend::cpu));
  const gs::sim::VehicleOptions& vehicle = simulator.options().vehicle;
  gs::sim::PathDriver driver(path, {}, vehicle);

  Counts seen;
  Observation now = simulator.observe();  // step 0: every sensor fires
  seen.add(now);
  print(now, seen);
  while (now.step < 500 && !driver.finished()) {
    simulator.submit(gs::sim::check_ackermann(driver.drive(now.ego), vehicle), {});  // acts from the next step on
    now = simulator.step();  // 10 ms later; images and sweeps appear at the rates of their sensors
    seen.add(now);
    if (now.step % 100 == 0) print(now, seen);
  }
  std::printf("%s after %.1f s\n", driver.finished() ? "arrived" : "stopped", now.status.elapsed_time);
  return {};
}

int main(int argc, char** argv) {
  gs::Problems problems;
  const auto done = argc == 2 ? close_the_loop(argv[1], problems)
                              : gs::fail(gs::ErrorCode::invalid_argument, "usage: {} WORLD", argv[0]);
  for (const gs::Problem& problem : problems) std::fprintf(stderr, "%s\n", to_string(problem).c_str());
  if (!done) std::fprintf(stderr, "error: %s\n", done.error().message.c_str());
  return done ? 0 : 1;
}
