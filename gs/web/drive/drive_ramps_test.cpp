// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Closed forms of the ramps and of the command that follows from them.
#include "gs/web/drive/drive_ramps.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gs::web {
namespace {

constexpr Duration kDt = Duration::from_ms(10);

TEST(DriveRamps, MovesOutwardsAndBackAtTheirOwnRates) {
  EXPECT_DOUBLE_EQ(moved_towards(0, 1, 0.6, 0.3, 0.06), 0.1);
  EXPECT_DOUBLE_EQ(moved_towards(0, -1, 0.6, 0.3, 0.06), -0.1);
  EXPECT_DOUBLE_EQ(moved_towards(1, 0, 0.6, 0.3, 0.06), 0.8);
  EXPECT_DOUBLE_EQ(moved_towards(1, 0.9, 0.6, 0.3, 0.06), 0.9);
  // From 0.1 to the other side: 0.03 s back to 0, then 0.03 s outwards.
  EXPECT_NEAR(moved_towards(0.1, -1, 0.6, 0.3, 0.06), -0.05, 1e-15);
  EXPECT_DOUBLE_EQ(moved_towards(0.5, 0.5, 0.6, 0.3, 0.06), 0.5);
  EXPECT_DOUBLE_EQ(moved_towards(0, 0.3, 0.6, 0.3, 10), 0.3);
}

TEST(DriveRamps, TheRampDoesNotDependOnTheStep) {
  for (const double to : {1.0, -0.7, 0.05}) {
    double value = 0.4;
    for (int i = 0; i < 30; ++i) value = moved_towards(value, to, 0.6, 0.3, 0.01);
    EXPECT_NEAR(value, moved_towards(0.4, to, 0.6, 0.3, 0.3), 1e-12) << to;
  }
}

TEST(DriveRamps, FastVehiclesSteerLess) {
  const sim::VehicleOptions vehicle;
  EXPECT_EQ(steering_limit(0, vehicle), vehicle.max_steering_angle);
  for (const double speed : {10.0, -10.0, 30.0}) {
    const double angle = steering_limit(speed, vehicle);
    EXPECT_LT(angle, vehicle.max_steering_angle);
    EXPECT_NEAR(speed * speed * std::tan(angle) / vehicle.wheelbase, kLateralAcceleration, 1e-9) << speed;
  }
}

// A vehicle that follows its commands exactly.
struct Ideal {
  sim::VehicleOptions vehicle;
  DriveRamps ramps;
  double speed = 0, steering = 0;
  void steps(const DriveInput& wanted, int count) {
    for (int i = 0; i < count; ++i) {
      const world::ControlInput command = ramps.step(wanted, speed, steering, kDt, vehicle);
      speed = command.speed, steering = command.steering_angle;
    }
  }
};

TEST(DriveRamps, TheThrottleAcceleratesWithTheVehiclesOwnAcceleration) {
  Ideal ideal;
  ideal.steps({.throttle = 1}, 40);
  EXPECT_DOUBLE_EQ(ideal.ramps.throttle(), 1);
  // The sum over 40 steps of i / 40 is 20.5.
  EXPECT_NEAR(ideal.speed, 3.0 * 0.01 * 20.5, 1e-9);
  ideal.steps({.throttle = 1}, 100);
  EXPECT_NEAR(ideal.speed, 3.0 * 0.01 * 20.5 + 3, 1e-9);
  ideal.steps({.throttle = 1}, 2000);
  EXPECT_EQ(ideal.speed, ideal.vehicle.max_speed);
}

TEST(DriveRamps, TheBrakeStopsAndDoesNotReverse) {
  Ideal ideal{.speed = 5};
  ideal.steps({.brake = 1}, 20);
  EXPECT_NEAR(ideal.speed, 5 - 5.0 * 0.01 * 10.5 - kCoasting * 0.2, 1e-9);
  ideal.steps({.brake = 1}, 200);
  EXPECT_EQ(ideal.speed, 0);
}

TEST(DriveRamps, WithoutPedalsTheVehicleCoasts) {
  Ideal ideal{.speed = 5};
  ideal.steps({}, 100);
  EXPECT_NEAR(ideal.speed, 5 - kCoasting, 1e-9);
}

TEST(DriveRamps, BrakeNowIsImmediateAndHoldsTheWheels) {
  Ideal ideal{.speed = 5};
  ideal.steps({.steer = 0.5}, 40);
  const double angle = ideal.steering, speed = ideal.speed;
  ASSERT_GT(angle, 0.1);
  ideal.steps({.steer = -1, .throttle = 1, .brake_now = true}, 1);
  EXPECT_EQ(ideal.steering, angle);
  EXPECT_NEAR(ideal.speed, speed - (ideal.vehicle.max_deceleration + kCoasting) * 0.01, 1e-9);
  ideal.steps({.brake_now = true}, 300);
  EXPECT_EQ(ideal.speed, 0);
  EXPECT_EQ(ideal.steering, angle);
  // Driving goes on from the angle of the wheels.
  ideal.steps({.steer = 1}, 1);
  EXPECT_NEAR(ideal.steering, angle + ideal.vehicle.max_steering_angle * 0.01 / kSteerOut_s, 1e-9);
}

TEST(DriveRamps, TheGearChangesOnlyAtStandstill) {
  Ideal ideal{.speed = 1};
  ideal.steps({.throttle = 0.5, .gear = DriveGear::reverse}, 1);
  EXPECT_EQ(ideal.ramps.gear(), DriveGear::drive);
  EXPECT_GT(ideal.speed, 0);
  ideal.steps({.brake = 1, .gear = DriveGear::reverse}, 100);
  EXPECT_EQ(ideal.ramps.gear(), DriveGear::reverse);
  ideal.steps({.throttle = 1, .gear = DriveGear::reverse}, 1000);
  EXPECT_EQ(ideal.speed, -ideal.vehicle.max_reverse_speed);
  ideal.steps({.brake = 1, .gear = DriveGear::drive}, 300);
  EXPECT_EQ(ideal.speed, 0);
  ideal.steps({.throttle = 1, .gear = DriveGear::neutral}, 100);
  EXPECT_EQ(ideal.speed, 0);
}

// The speed control of a lagging drive asks for (target - speed) / (4 T).
TEST(DriveRamps, ALagDoesNotWeakenTheThrottle) {
  DriveRamps ramps;
  sim::VehicleOptions vehicle;
  vehicle.actuator.acceleration_time_constant = 0.5;
  world::ControlInput command;
  for (int i = 0; i < 40; ++i) command = ramps.step({.throttle = 1}, 10, 0, kDt, vehicle);
  EXPECT_NEAR((command.speed - 10) / (4 * 0.5), vehicle.max_acceleration, 1e-9);
}

}  // namespace
}  // namespace gs::web
