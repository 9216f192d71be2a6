// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Kinematic and dynamic vehicle models against closed forms.
#include "gs/sim/vehicle/vehicle_dynamics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gs::sim {
namespace {

constexpr Duration kDt = Duration::from_ms(10);

world::ControlInput ackermann(double steering, double speed, double acceleration = 0) {
  return {.steering_angle = steering, .speed = speed, .acceleration = acceleration};
}

// Drives with one command from the start.
class Drive {
 public:
  explicit Drive(VehicleOptions vehicle = {}, Duration dt = kDt)
      : vehicle_(std::move(vehicle)),
        dynamics_(make_vehicle_dynamics(vehicle_)),
        commands_(hold(0, 0, vehicle_)),
        dt_(dt) {}
  Drive& command(const CheckedCommand& checked) {
    commands_.add(now_, *checked.command);
    return *this;
  }
  Drive& command(const DriveCommand& direct) {
    commands_.add(now_, direct);
    return *this;
  }
  Drive& run(double seconds) {
    const auto steps = std::llround(seconds / dt_.seconds());
    for (int64_t i = 0; i < steps; ++i) {
      state = advance_step(*dynamics_, vehicle_, state, commands_, road, now_, dt_);
      now_ = now_ + dt_;
    }
    return *this;
  }
  const VehicleOptions& vehicle() const { return vehicle_; }
  PlanarState state;
  RoadInfluence road;

 private:
  VehicleOptions vehicle_;
  std::unique_ptr<VehicleDynamics> dynamics_;
  CommandHistory commands_;
  Timestamp now_{};
  Duration dt_;
};

VehicleOptions dynamic() {
  VehicleOptions vehicle;
  vehicle.dynamics_model = "dynamic_bicycle";
  return vehicle;
}

TEST(Kinematic, TenSecondsAtFiveMetresPerSecondAreFiftyMetres) {
  Drive drive;
  drive.command(check_ackermann(ackermann(0, 5), drive.vehicle()));
  drive.run(5.0 / 3.0 + 0.005);  // up to speed at 3 m/s^2
  EXPECT_DOUBLE_EQ(drive.state.vx, 5.0);
  const double start = drive.state.x;
  drive.run(10.0);
  EXPECT_NEAR(drive.state.x - start, 50.0, 1e-9);
  EXPECT_NEAR(drive.state.y, 0.0, 1e-12);
}

TEST(Kinematic, AccelerationTimeAndDistanceAreClosedForm) {
  Drive drive;
  drive.command(check_ackermann(ackermann(0, 6), drive.vehicle())).run(4.0);
  // 2 s to 6 m/s at 3 m/s^2 (6 m), then 2 s at 6 m/s.
  EXPECT_NEAR(drive.state.x, 18.0, 1e-9);
  drive.command(check_ackermann(ackermann(0, 0), drive.vehicle())).run(2.0);
  EXPECT_EQ(drive.state.vx, 0.0);
  EXPECT_NEAR(drive.state.x, 18.0 + 36.0 / (2 * 5.0), 1e-9);
}

TEST(Kinematic, ConstantSteerClosesACircleOfTheRightRadius) {
  for (const double angle : {0.05, -0.3, 0.52}) {
    Drive drive;
    drive.state.vx = 3, drive.state.steering = angle;
    drive.command(check_ackermann(ackermann(angle, 3), drive.vehicle()));
    const double radius = drive.vehicle().wheelbase / std::tan(angle);
    const double turn_s = 2 * kPi * std::abs(radius) / 3.0;
    double farthest = 0;
    const auto steps = std::llround(turn_s / 0.01);
    for (int64_t i = 0; i < steps; ++i) {
      drive.run(0.01);
      farthest = std::max(farthest, std::hypot(drive.state.x, drive.state.y));
    }
    EXPECT_NEAR(farthest, 2 * std::abs(radius), 2e-3 * std::abs(radius)) << angle;
    EXPECT_NEAR(std::hypot(drive.state.x, drive.state.y), 0.0, 0.02) << angle;  // within one step of 3 cm
  }
}

TEST(Kinematic, RungeKuttaShowsItsFourthOrder) {
  // While the steering angle changes there is no closed form; the error against a very small step must fall 16-fold per
  // halving.
  const auto end = [](Duration dt) {
    Drive drive({}, dt);
    drive.state.vx = 8;
    drive.command(check_ackermann(ackermann(0.5, 8), drive.vehicle())).run(0.96);
    return drive.state;
  };
  const PlanarState truth = end(Duration{100'000});
  const auto error = [&](Duration dt) {
    const PlanarState s = end(dt);
    return std::hypot(s.x - truth.x, s.y - truth.y);
  };
  const double coarse = error(Duration::from_ms(240)), fine = error(Duration::from_ms(120));
  EXPECT_GT(coarse / fine, 12.0);
  EXPECT_LT(error(Duration::from_ms(10)), 1e-8);
}

TEST(Kinematic, SteeringRateSpeedAndReverseLimitsHold) {
  Drive drive;
  drive.command(check_ackermann(ackermann(0.52, 100), drive.vehicle())).run(0.5);
  EXPECT_NEAR(drive.state.steering, 0.25, 1e-12);
  drive.run(30);
  EXPECT_DOUBLE_EQ(drive.state.vx, 30.0);
  EXPECT_DOUBLE_EQ(drive.state.steering, 0.52);
  drive.command(check_ackermann(ackermann(0, -5), drive.vehicle())).run(30);
  EXPECT_EQ(drive.state.vx, 0.0);  // reverse not allowed
  VehicleOptions reversing;
  reversing.allow_reverse = true;
  Drive back(reversing);
  back.state.vx = 5;
  back.command(check_ackermann(ackermann(0, -50), back.vehicle())).run(3.67);
  EXPECT_DOUBLE_EQ(back.state.vx, -5.0);
  // 1 s to a stop, 5/3 s to -5 m/s, the rest at that speed.
  EXPECT_NEAR(back.state.x, 2.5 - 25.0 / 6.0 - 5.0 * (3.67 - 1.0 - 5.0 / 3.0), 1e-9);
}

TEST(Actuators, DeadTimeIsExactWhateverTheStep) {
  for (const int64_t dt_ms : {10, 7, 50}) {
    VehicleOptions vehicle;
    vehicle.actuator.acceleration_delay = 0.123;
    vehicle.actuator.steering_delay = 0.31;
    Drive drive(vehicle, Duration::from_ms(dt_ms));
    drive.command(check_ackermann(ackermann(0.1, 20), vehicle)).run(0.7);
    EXPECT_NEAR(drive.state.vx, 3.0 * (0.7 - 0.123), 1e-9) << dt_ms;
    EXPECT_NEAR(drive.state.steering, 0.1, 1e-12) << dt_ms;
    Drive early(vehicle, Duration::from_ms(dt_ms));
    early.command(check_ackermann(ackermann(0.5, 20), vehicle)).run(0.35);
    EXPECT_NEAR(early.state.steering, 0.5 * (0.35 - 0.31), 1e-9) << dt_ms;
  }
}

TEST(Actuators, FirstOrderLagFollowsItsExponential) {
  VehicleOptions vehicle;
  vehicle.actuator.steering_time_constant = 0.2;
  vehicle.max_steering_rate = 100;
  Drive drive(vehicle);
  drive.command(check_ackermann(ackermann(0.1, 0), vehicle)).run(0.4);
  EXPECT_NEAR(drive.state.steering, 0.1 * (1 - std::exp(-2.0)), 1e-7);
}

TEST(Actuators, LaggingDriveReachesTheSpeedWithoutOvershoot) {
  VehicleOptions vehicle;
  vehicle.actuator.acceleration_time_constant = 0.3;
  Drive drive(vehicle);
  drive.command(check_ackermann(ackermann(0, 10), vehicle));
  double fastest = 0;
  for (int i = 0; i < 200; ++i) fastest = std::max(fastest, drive.run(0.1).state.vx);
  EXPECT_NEAR(drive.state.vx, 10.0, 1e-3);
  EXPECT_LT(fastest, 10.1);
}

TEST(Dynamic, SteadyYawRateFollowsTheUndersteerGradient) {
  VehicleOptions vehicle = dynamic();
  vehicle.cg_to_rear_axle = 1.5;
  vehicle.tire.cornering_stiffness_front = 90'000;
  vehicle.tire.cornering_stiffness_rear = 120'000;
  const double l_r = 1.5, l_f = 1.3, length = 2.8;
  const double gradient = vehicle.mass / length * (l_r / 90'000 - l_f / 120'000);
  for (const double v : {8.0, 15.0, 25.0}) {
    for (const double angle : {0.01, -0.01}) {
      Drive drive(vehicle);
      drive.state.vx = v;
      drive.command(check_ackermann(ackermann(angle, v), vehicle)).run(8.0);
      const double expected = v * angle / (length + gradient * v * v);
      EXPECT_NEAR(drive.state.yaw_rate / expected, 1.0, 0.01) << v << " m/s";
    }
  }
}

TEST(Dynamic, CoastingOnASlopeIsGravityAlongTheRoadBothWays) {
  for (const double pitch : {0.1, -0.1}) {
    const VehicleOptions vehicle = dynamic();
    Drive drive(vehicle);
    drive.state.vx = 10;
    drive.road.pitch = pitch;
    drive.command(check_custom({.mode = CustomControl::Mode::acceleration}, vehicle)).run(2.0);
    EXPECT_NEAR(drive.state.vx, 10 + kGravity * std::sin(pitch) * 2.0, 1e-9);
    drive.command(check_custom({.brake = 1, .mode = CustomControl::Mode::direct}, vehicle)).run(10.0);
    EXPECT_EQ(drive.state.vx, 0.0);  // brakes hold on the slope
  }
}

TEST(Dynamic, RollsBackUphillWithoutBrakes) {
  const VehicleOptions vehicle = dynamic();
  Drive drive(vehicle);
  drive.road.pitch = -0.05;
  drive.command(check_custom({.gear = Gear::neutral, .mode = CustomControl::Mode::direct}, vehicle)).run(1.0);
  EXPECT_NEAR(drive.state.vx, -kGravity * std::sin(0.05), 1e-9);
}

TEST(Dynamic, LowSpeedIsKinematicAndTheBlendIsSmooth) {
  const VehicleOptions vehicle = dynamic();
  Drive slow(vehicle);
  slow.state.vx = 1.0;
  slow.command(check_ackermann(ackermann(0.3, 1.0), vehicle)).run(5.0);
  EXPECT_NEAR(slow.state.yaw_rate, std::tan(0.3) / 2.8, 1e-6);
  EXPECT_NEAR(slow.state.vy, 0.0, 1e-6);
  // Accelerating through the blend: no jump of the yaw acceleration.
  Drive through(vehicle);
  through.command(check_ackermann(ackermann(0.1, 8.0), vehicle));
  double last = 0, biggest = 0;
  for (int i = 0; i < 400; ++i) {
    const double rate = through.run(0.01).state.yaw_rate;
    biggest = std::max(biggest, std::abs(rate - last));
    last = rate;
    ASSERT_TRUE(std::isfinite(rate));
  }
  EXPECT_LT(biggest, 0.01);
}

TEST(Dynamic, TyresSaturateAtTheFrictionLimit) {
  VehicleOptions vehicle = dynamic();
  vehicle.tire.friction = 0.5;
  Drive drive(vehicle);
  drive.state.vx = 20;
  drive.command(check_ackermann(ackermann(0.4, 20), vehicle)).run(3.0);
  const double lateral = std::abs(drive.state.yaw_rate * drive.state.vx);
  EXPECT_LT(lateral, 0.5 * kGravity * 1.1);
  EXPECT_GT(lateral, 0.5 * kGravity * 0.5);
}

TEST(Dynamic, ReverseMirrorsForwardAtLowSpeed) {
  VehicleOptions vehicle = dynamic();
  vehicle.allow_reverse = true;
  Drive drive(vehicle);
  drive.state.vx = -4;
  drive.command(check_ackermann(ackermann(0.05, -4), vehicle)).run(3.0);
  EXPECT_LT(drive.state.yaw_rate, 0);
  EXPECT_NEAR(drive.state.yaw_rate, -4 * std::tan(0.05) / 2.8, 0.1 * 4 * 0.05 / 2.8);
}

TEST(Control, TenMetresPerSecondWithoutACommandIsHeldUntilTheEmergencyStop) {
  // Timeout 1.0 s, then 3 m/s^2 for 0.5 s: 8.5 m/s.
  Drive drive;
  drive.state.vx = 10;
  drive.command(hold(0, 10, drive.vehicle())).run(1.0);
  EXPECT_DOUBLE_EQ(drive.state.vx, 10.0);
  drive.command(emergency_stop(0, Gear::drive, drive.vehicle())).run(0.5);
  EXPECT_NEAR(drive.state.vx, 8.5, 1e-9);
}

TEST(Control, BadCommandsAreClampedOrRefusedWithTheDocumentedText) {
  const VehicleOptions vehicle;
  const auto clamped = check_ackermann(ackermann(0.6, 5), vehicle);
  ASSERT_TRUE(clamped.command && clamped.error);
  EXPECT_EQ(clamped.command->steering_angle, 0.52);
  EXPECT_EQ(to_string(*clamped.error),
            "[VehicleDynamics] INVALID_CONTROL_INPUT: steering_angle=0.6 exceeds max_steering_angle=0.52");
  for (const double bad : {std::nan(""), kUnlimited, -kUnlimited}) {
    EXPECT_FALSE(check_ackermann(ackermann(bad, 1), vehicle).command);
    EXPECT_FALSE(check_ackermann(ackermann(0, bad), vehicle).command);
    EXPECT_FALSE(check_twist(1, bad, vehicle).command);
    EXPECT_FALSE(check_custom({.throttle = bad}, vehicle).command);
  }
  EXPECT_FALSE(check_custom({.gear = static_cast<Gear>(9)}, vehicle).command);
  EXPECT_FALSE(check_custom({.mode = static_cast<CustomControl::Mode>(9)}, vehicle).command);
  EXPECT_FALSE(check_custom({.gear = Gear::reverse}, vehicle).command);
  EXPECT_FALSE(check_ackermann(ackermann(0.1, 5), vehicle).error);
}

TEST(Control, TwistGivesTheSteeringAngleOfTheBicycle) {
  const auto checked = check_twist(5.0, 0.4, {});
  EXPECT_NEAR(checked.command->steering_angle, std::atan(2.8 * 0.4 / 5.0), 1e-12);
  EXPECT_FALSE(checked.command->hold_steering);
  EXPECT_TRUE(check_twist(0.0, 1.0, {}).command->hold_steering);
}

TEST(Control, AgeCountsFromAPlausibleOlderStamp) {
  const Timestamp arrival = Timestamp::from_seconds(100);
  EXPECT_EQ(command_reference_time(Timestamp::from_seconds(99.5), arrival, kDt), Timestamp::from_seconds(99.5));
  EXPECT_EQ(command_reference_time(Timestamp::from_seconds(80), arrival, kDt), arrival);
  EXPECT_EQ(command_reference_time(Timestamp{0}, arrival, kDt), arrival);
  EXPECT_EQ(command_reference_time(Timestamp{0}, Timestamp::from_seconds(1.5), kDt), Timestamp::from_seconds(1.5));
  EXPECT_EQ(command_reference_time(Timestamp::from_seconds(100.005), arrival, kDt), arrival);
}

TEST(Control, HistoryHoldsTheLastCommandAndForgetsTheOld) {
  const VehicleOptions vehicle;
  CommandHistory history(hold(0, 0, vehicle));
  for (int i = 1; i <= 5; ++i) history.add(Timestamp::from_seconds(i), hold(0, i, vehicle));
  EXPECT_EQ(history.at(Timestamp::from_seconds(0.5)).speed, 0);
  EXPECT_EQ(history.at(Timestamp::from_seconds(3)).speed, 3);
  EXPECT_EQ(history.at(Timestamp::from_seconds(99)).speed, 5);
  EXPECT_EQ(history.changes(Timestamp::from_seconds(1), Timestamp::from_seconds(3)).size(), 1u);
  history.forget_before(Timestamp::from_seconds(4.5));
  EXPECT_EQ(history.entries().size(), 2u);
  EXPECT_EQ(history.at(Timestamp::from_seconds(4.6)).speed, 4);
}

}  // namespace
}  // namespace gs::sim
