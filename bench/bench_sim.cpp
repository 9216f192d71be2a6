// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The simulator: a bare step, a sweep, and how much faster than real time whole worlds run.
#include <cstdio>
#include <optional>

#include "bench/table.h"
#include "gs/bridge/runner/run_loop.h"
#include "gs/core/format.h"

namespace {

using namespace gs;

std::optional<sim::Simulator> open(const std::filesystem::path& world, const sim::SimulatorOptions& options) {
  Problems problems;
  auto loaded = sim::WorldLoader::load(world, {}, problems);
  if (!loaded) return std::fprintf(stderr, "%s\n", loaded.error().message.c_str()), std::nullopt;
  auto simulator = sim::Simulator::create(std::move(*loaded), options, Backend::automatic);
  if (!simulator) return std::fprintf(stderr, "%s\n", simulator.error().message.c_str()), std::nullopt;
  return std::move(*simulator);
}

sim::SimulatorOptions as_fast_as_possible() {
  sim::SimulatorOptions options;
  options.simulation.real_time_factor = 0;
  options.simulation.control_timeout_sec = 0;
  return options;
}

void bare_step(bench::Table& table, const std::filesystem::path& world) {
  sim::SimulatorOptions options = as_fast_as_possible();
  options.sensors.camera.enable = options.sensors.lidar.enable = false;
  for (const char* model : {"kinematic_bicycle", "dynamic_bicycle"}) {
    options.vehicle.dynamics_model = model;
    auto simulator = open(world, options);
    if (!simulator) return;
    constexpr int kSteps = 20'000;
    const double seconds = bench::median_seconds(5, [&] {
      for (int i = 0; i < kSteps; ++i) {
        if (i % 10 == 0)
          simulator->submit(sim::check_ackermann({.steering_angle = 0.4, .speed = 2}, simulator->options().vehicle),
                            {});
        simulator->step();
      }
    });
    table.add({.name = format("step without sensors, {}", model),
               .value = 1e6 * seconds / kSteps,
               .unit = "us",
               .bar = 20.0});
  }
}

void whole_world(bench::Table& table, const std::filesystem::path& world, const std::string& name, double bar,
                 double duration_s) {
  auto simulator = open(world, as_fast_as_possible());
  if (!simulator) return;
  const bridge::RunReport report = bridge::run_loop(*simulator, {}, nullptr, duration_s, {});
  table.add({.name = name,
             .value = report.real_time_factor(),
             .unit = "x real time",
             .bar = bar,
             .higher_is_better = true,
             .note = format("{} images by {}, {} sweeps in {:.1f} s", report.images, simulator->renderer_name(),
                            report.sweeps, report.wall_s)});
}

void start_up(bench::Table& table, const std::filesystem::path& world) {
  const double seconds = bench::median_seconds(5, [&] { open(world, as_fast_as_possible()); });
  table.add({.name = "start-up on minimal_test", .value = seconds, .unit = "s", .bar = 1.0});
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Arguments arguments(argc, argv, "bench_sim [--world worlds/minimal_test] [--seconds 10]");
  const std::filesystem::path world = arguments.text("world", GS_SOURCE_DIR "/worlds/minimal_test");
  bench::Table table("sim");
  bare_step(table, world);
  start_up(table, world);
  whole_world(table, world, "minimal_test, all sensors", 5.0, arguments.number("seconds", 10));
  return table.finish(arguments);
}
