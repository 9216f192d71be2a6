// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The simulator: time of a step, real-time factor of whole worlds, memory growth, repeatability, and its motion against
// closed forms.
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <optional>

#include "bench/sim/sim_physics.h"
#include "bench/sim/sim_street.h"
#include "bench/sim/sim_traffic.h"
#include "bench/table.h"
#include "gs/bridge/runner/run_loop.h"
#include "gs/core/format.h"
#include "gs/core/parallel.h"
#include "gs/sim/run_digest.h"

namespace {

using namespace gs;

// Simulator of a world; prints the error and returns nothing if it cannot be made.
std::optional<sim::Simulator> make(Result<sim::SimWorld> world, const sim::SimulatorOptions& options) {
  if (!world) return std::fprintf(stderr, "%s\n", world.error().message.c_str()), std::nullopt;
  auto simulator = sim::Simulator::create(std::move(*world), options, Backend::automatic);
  if (!simulator) return std::fprintf(stderr, "%s\n", simulator.error().message.c_str()), std::nullopt;
  return std::move(*simulator);
}

Result<sim::SimWorld> load(const std::filesystem::path& world) {
  Problems problems;
  return sim::WorldLoader::load(world, {}, problems);
}

// No pacing and no emergency stop.
sim::SimulatorOptions as_fast_as_possible() {
  sim::SimulatorOptions options;
  options.simulation.real_time_factor = 0;
  options.simulation.control_timeout_sec = 0;
  return options;
}

// Time of a step without sensors.
void bare_step(bench::Table& table, const std::string& name, std::optional<sim::Simulator> simulator) {
  if (!simulator) return;
  constexpr int kSteps = 20'000;
  const double seconds = bench::median_seconds(5, [&] {
    for (int i = 0; i < kSteps; ++i) {
      if (i % 10 == 0)
        simulator->submit(sim::check_ackermann({.steering_angle = 0.4, .speed = 2}, simulator->options().vehicle), {});
      simulator->step();
    }
  });
  table.add({.name = "step without sensors, " + name, .value = 1e6 * seconds / kSteps, .unit = "us", .bar = 20.0});
}

// Both vehicle models, and a world with a dense ground mesh, which makes the collision test work.
void bare_steps(bench::Table& table, const std::filesystem::path& world) {
  sim::SimulatorOptions options = as_fast_as_possible();
  options.sensors.camera.enable = options.sensors.lidar.enable = false;
  bare_step(table, "kinematic_bicycle", make(load(world), options));
  options.vehicle.dynamics_model = "dynamic_bicycle";
  bare_step(table, "dynamic_bicycle", make(load(world), options));
  auto meshed = bench::street_world({.gaussians = 100, .ground_mesh_m = 0.2});
  const std::size_t triangles = meshed ? meshed->mesh_triangles.size() / 3 : 0;
  bare_step(table, format("a mesh of {} k triangles around", triangles / 1000), make(std::move(meshed), options));
}

// Real-time factor of a run with all sensors, with the built-in driver if the world has a trajectory.
void whole_world(bench::Table& table, const std::string& name, std::optional<sim::Simulator> simulator, double bar,
                 double duration_s) {
  if (!simulator) return;
  bridge::Driving driving;
  if (const auto& recorded = simulator->world().bundle.trajectory) {
    driving.driver =
        std::make_unique<sim::PathDriver>(*recorded, sim::PathDriverOptions{}, simulator->options().vehicle);
  }
  const double before = bench::cpu_seconds();
  const bridge::RunReport report = bridge::run_loop(*simulator, std::move(driving), nullptr, duration_s, {});
  table.add(
      {.name = name,
       .value = report.real_time_factor(),
       .unit = "x real time",
       .bar = bar,
       .higher_is_better = true,
       .note = format("{} images by {}, {:.2f} ms each; {} sweeps by {}, {:.2f} ms each; {:.1f} s, {:.1f} s of CPU",
                      report.images, simulator->renderer_name(), report.image_ms(), report.sweeps,
                      simulator->caster_name(), report.sweep_ms(), report.wall_s, bench::cpu_seconds() - before)});
}

// The minimal world, a generated street, and the world of `make demo` if it exists.
void worlds(bench::Table& table, const std::filesystem::path& minimal, const std::filesystem::path& demo,
            double seconds) {
  sim::SimulatorOptions options = as_fast_as_possible();
  whole_world(table, "minimal_test, all sensors", make(load(minimal), options), 5.0, seconds);
  options.sensors.lidar.raycast.use_static_mesh = true;
  whole_world(table, "street, 100 k Gaussians, 640x360, 32 x 900", make(bench::street_world({}), options), 1.0,
              seconds);
  if (std::filesystem::exists(demo / "world.yaml"))
    whole_world(table, "the world of make demo", make(load(demo), options), 1.0, seconds);
}

// A large world; the row is omitted without a GPU.
void large_world(bench::Table& table, double seconds) {
  if (!splat::make_rasterizer(Backend::cuda)) return;
  sim::SimulatorOptions options = as_fast_as_possible();
  options.sensors.lidar.raycast.use_static_mesh = true;
  const bench::StreetWorldOptions large{
      .gaussians = 1'000'000, .width = 1920, .height = 1080, .channels = 128, .columns = 1800};
  whole_world(table, "street, 1 M Gaussians, 1920x1080, 128 x 1800", make(bench::street_world(large), options), 10.0,
              seconds);
}

// Time of loading a world and creating its simulator.
void start_up(bench::Table& table, const std::filesystem::path& world) {
  const double seconds = bench::median_seconds(5, [&] { make(load(world), as_fast_as_possible()); });
  table.add({.name = "start-up on minimal_test", .value = seconds, .unit = "s", .bar = 1.0});
}

// Resident memory of this process.
double resident_mb() {
  std::ifstream statm("/proc/self/statm");
  double total = 0, resident = 0;
  statm >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) * 1e-6;
}

// Drives circles in the minimal world with every sensor; memory may grow in the first tenth of the run only.
void soak(bench::Table& table, const std::filesystem::path& world, double duration_s) {
  auto simulator = make(load(world), as_fast_as_possible());
  if (!simulator || duration_s <= 0) return;
  double warm_mb = 0;
  const auto command = [&] {
    simulator->submit(sim::check_ackermann({.steering_angle = 0.5, .speed = 3}, simulator->options().vehicle), {});
    return true;
  };
  const auto note = [&](const sim::Observation& now, const bridge::RunStatus&) {
    if (now.stamp.seconds() <= 0.1 * duration_s) warm_mb = resident_mb();
  };
  const bridge::RunReport report =
      bridge::run_loop(*simulator, {}, nullptr, duration_s, {.observed = note, .may_step = command});
  table.add({.name = format("memory growth over {} min of simulated time", duration_s / 60),
             .value = resident_mb() - warm_mb,
             .unit = "MB",
             .bar = 1.0,
             .note = format("{:.1f} MB resident after a tenth, {} images, {} sweeps", warm_mb, report.images,
                            report.sweeps)});
}

// Digests of one run with 1 and with 2 threads, after a reset, and with a restore in the middle.
void repeats(bench::Table& table) {
  sim::SimulatorOptions options = as_fast_as_possible();
  auto& rays = options.sensors.lidar.raycast;
  rays.use_static_mesh = rays.use_gaussians = rays.add_noise = rays.motion_distortion = true;
  const auto drive = [](sim::Simulator& simulator, bool interrupted) {
    sim::RunDigest digest;
    digest.add(simulator.observe());
    for (int i = 0; i < 100; ++i) {
      simulator.submit(sim::check_ackermann({.steering_angle = 0.1, .speed = 8}, simulator.options().vehicle), {});
      if (interrupted && i == 50) {
        const sim::Snapshot middle = simulator.save();
        for (int k = 0; k < 7; ++k) simulator.step();
        simulator.restore(middle);
      }
      digest.add(simulator.step());
    }
    return digest;
  };
  std::vector<sim::RunDigest> digests;
  for (const int threads : {1, 2}) {
    const ScopedThreadCount scope(threads);
    auto simulator = make(bench::street_world({.gaussians = 20'000, .width = 320, .height = 180}), options);
    if (!simulator) return;
    digests.push_back(drive(*simulator, false));
    simulator->reset(std::nullopt, true);
    digests.push_back(drive(*simulator, false));
    simulator->reset(std::nullopt, true);
    digests.push_back(drive(*simulator, true));
  }
  const auto row = [&](const char* what, std::string (sim::RunDigest::*of)() const) {
    double different = 0;
    for (const sim::RunDigest& digest : digests) different += (digest.*of)() != (digests[0].*of)();
    table.add({.name = format("runs with other {} (1, 2 threads; reset; restore)", what),
               .value = different,
               .unit = format("of {}", digests.size()),
               .bar = 0.0,
               .note = "SHA-256 " + (digests[0].*of)()});
  };
  row("states", &sim::RunDigest::state);
  row("images", &sim::RunDigest::images);
  row("clouds", &sim::RunDigest::clouds);
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Arguments arguments(argc, argv,
                                   "bench_sim [--world worlds/minimal_test] [--demo demo/street] [--seconds 10] "
                                   "[--soak 600] [--only speed|traffic|large|repeats|physics]");
  const std::filesystem::path world = arguments.text("world", GS_SOURCE_DIR "/worlds/minimal_test");
  const std::string only = arguments.text("only", "");
  bench::Table table("sim");
  if (only.empty() || only == "speed") {
    bare_steps(table, world);
    start_up(table, world);
    worlds(table, world, arguments.text("demo", GS_SOURCE_DIR "/demo/street"), arguments.number("seconds", 10));
    large_world(table, arguments.number("seconds", 10));
    soak(table, world, arguments.number("soak", 600));
  }
  if (only.empty() || only == "traffic") bench::add_traffic_rows(table);
  if (only == "large") large_world(table, arguments.number("seconds", 10));
  if (only.empty() || only == "repeats") repeats(table);
  if (only.empty() || only == "physics") {
    bench::add_physics_rows(table);
    bench::add_trigger_rows(table);
  }
  return table.finish(arguments);
}
