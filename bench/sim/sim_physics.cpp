// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/sim/sim_physics.h"

#include <cmath>

#include "bench/sim/sim_street.h"
#include "gs/core/format.h"
#include "gs/sim/sensor_trigger.h"
#include "gs/sim/simulator.h"
#include "gs/sim/vehicle/vehicle_dynamics.h"

namespace bench {
namespace {

using namespace gs;
using namespace gs::sim;

// The vehicle model alone: one command from the start, on a road of constant pitch.
class Drive {
 public:
  Drive(const VehicleOptions& vehicle, const DriveCommand& command, PlanarState start = {}, double pitch = 0)
      : state(start), vehicle_(vehicle), dynamics_(make_vehicle_dynamics(vehicle_)), commands_(command), road_{pitch} {}
  PlanarState run(double seconds, Duration dt = Duration::from_ms(10)) {
    const auto steps = std::llround(seconds / dt.seconds());
    for (int64_t i = 0; i < steps; ++i, now_ = now_ + dt)
      state = advance_step(*dynamics_, vehicle_, state, commands_, road_, now_, dt);
    return state;
  }
  PlanarState state;

 private:
  VehicleOptions vehicle_;
  std::unique_ptr<VehicleDynamics> dynamics_;
  CommandHistory commands_;
  RoadInfluence road_;
  Timestamp now_{};
};

// Checked command with the vehicle's limits.
DriveCommand ackermann(double steering, double speed, const VehicleOptions& vehicle) {
  return *check_ackermann({.steering_angle = steering, .speed = speed}, vehicle).command;
}

// Row with the error against the closed form, absolute or in percent.
void add(Table& table, const std::string& name, double got, double closed_form, const std::string& unit, double bar,
         bool relative = false) {
  const double error = relative ? 100 * std::abs(got / closed_form - 1) : std::abs(got - closed_form);
  table.add({.name = name,
             .value = error,
             .unit = relative ? "% error" : unit + " error",
             .bar = bar,
             .note = format("{:.6g} {}, closed form {:.6g} {}", got, unit, closed_form, unit)});
}

void straight(Table& table) {
  const VehicleOptions vehicle;
  Drive drive(vehicle, ackermann(0, 5, vehicle));
  const double start = drive.run(1.7).x;  // time to reach 5 m/s at 3 m/s^2
  add(table, "10 s at 5 m/s, straight", drive.run(10).x - start, 50.0, "m", 0.01);
}

// Radius of a circle at constant steering: L / tan(delta), half the largest distance from the start.
void circle(Table& table) {
  const VehicleOptions vehicle;
  for (const double angle : {0.05, 0.52}) {
    Drive drive(vehicle, ackermann(angle, 3, vehicle), {.vx = 3, .steering = angle});
    const double radius = vehicle.wheelbase / std::tan(angle);
    double farthest = 0;
    for (double t = 0; t < 2 * kPi * radius / 3; t += 0.01) {
      const PlanarState s = drive.run(0.01);
      farthest = std::max(farthest, std::hypot(s.x, s.y));
    }
    add(table, format("circle at {} rad, radius L / tan(delta)", angle), 0.5 * farthest, radius, "m", 0.1, true);
  }
}

// Steady-state cornering: r = v delta / (L + K v^2), with the understeer gradient K = m / L (l_r / C_f - l_f / C_r).
void steady_yaw_rate(Table& table) {
  VehicleOptions vehicle;
  vehicle.dynamics_model = "dynamic_bicycle";
  vehicle.cg_to_rear_axle = 1.5;
  vehicle.tire.cornering_stiffness_front = 90'000, vehicle.tire.cornering_stiffness_rear = 120'000;
  const double gradient = vehicle.mass / 2.8 * (1.5 / 90'000 - 1.3 / 120'000);
  for (const double v : {8.0, 25.0}) {
    Drive drive(vehicle, ackermann(0.01, v, vehicle), {.vx = v});
    add(table, format("yaw rate at {} m/s, v delta / (L + K v^2)", v), drive.run(8).yaw_rate,
        v * 0.01 / (2.8 + gradient * v * v), "rad/s", 1.0, true);
  }
}

// Coasting on a slope: acceleration g sin(theta).
void slope(Table& table) {
  VehicleOptions vehicle;
  vehicle.dynamics_model = "dynamic_bicycle";
  const DriveCommand coast = *check_custom({.mode = CustomControl::Mode::acceleration}, vehicle).command;
  for (const double pitch : {0.1, -0.1}) {
    Drive drive(vehicle, coast, {.vx = 10}, pitch);
    add(table, format("coasting {}hill, g sin(theta)", pitch > 0 ? "down" : "up"), (drive.run(2).vx - 10) / 2,
        kGravity * std::sin(pitch), "m/s^2", 1e-3);
  }
}

// Control timeout of 1 s, then 3 m/s^2 for 0.5 s.
void silence(Table& table) {
  auto world = street_world({.gaussians = 100});
  if (!world) return;
  SimulatorOptions options;
  options.simulation.initial_velocity = 10;
  options.sensors.camera.enable = options.sensors.lidar.enable = false;
  auto simulator = Simulator::create(std::move(*world), options, Backend::cpu);
  if (!simulator) return;
  Observation now;
  for (int i = 0; i < 150; ++i) now = simulator->step();
  add(table, "10 m/s, no command for 1.5 s", now.ego.speed, 8.5, "m/s", 0.05);
}

// While the steering angle changes there is no closed form; a step of 0.1 ms is the reference.
void order(Table& table) {
  const VehicleOptions vehicle;
  const auto end = [&](Duration dt) { return Drive(vehicle, ackermann(0.5, 8, vehicle), {.vx = 8}).run(0.96, dt); };
  const PlanarState truth = end(Duration{100'000});
  const auto error = [&](int64_t ms) {
    const PlanarState s = end(Duration::from_ms(ms));
    return std::hypot(s.x - truth.x, s.y - truth.y);
  };
  const double coarse = error(240), fine = error(120);
  table.add({.name = "RK4: error of steps twice as long",
             .value = coarse / fine,
             .unit = "x",
             .bar = 12,
             .higher_is_better = true,
             .note = format("{:.2e} m at 240 ms, {:.2e} m at 120 ms; fourth order: 16", coarse, fine)});
  table.add({.name = "turning in at 8 m/s, 10 ms against 0.1 ms", .value = error(10), .unit = "m error", .bar = 1e-6});
}

}  // namespace

void add_physics_rows(Table& table) {
  straight(table);
  circle(table);
  steady_yaw_rate(table);
  silence(table);
  slope(table);
  order(table);
}

void add_trigger_rows(Table& table) {
  constexpr uint64_t kSteps = 1000;
  for (const double rate : {7.0, 12.0, 20.0, 30.0, 33.0, 100.0}) {
    const SensorTrigger trigger(rate, Duration::from_ms(10));
    uint64_t fired = 0;
    for (uint64_t step = 0; step <= kSteps; ++step) fired += trigger.fires_at(step);
    // Once for every k with k / r <= N dt + dt / 2.
    const auto expected = static_cast<uint64_t>(std::floor(rate * (10.0 + 0.005) + 1e-9)) + 1;
    table.add({.name = format("{} Hz over 10 s at 100 Hz", rate),
               .value = std::abs(static_cast<double>(fired) - static_cast<double>(expected)),
               .unit = "triggers off",
               .bar = 0.0,
               .note = format("{} triggers, {} by the convention", fired, expected)});
  }
}

}  // namespace bench
