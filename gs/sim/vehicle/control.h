// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Vehicle commands of the three control modes (ackermann, twist, custom), checked and converted to one form.
#pragma once

#include <optional>
#include <vector>

#include "gs/core/time.h"
#include "gs/sim/options.h"
#include "gs/sim/sim_error.h"
#include "gs/world/interface_types.h"

namespace gs::sim {

// Values of VehicleControlCmd.gear.
enum class Gear : uint8_t { park = 0, reverse = 1, neutral = 2, drive = 3 };

// Command in the common form of all control modes: a steering angle, and either a speed to reach or an acceleration of
// the drive train.
struct DriveCommand {
  enum class Longitudinal { speed, acceleration };
  double steering_angle = 0;       // [rad]
  double steering_rate_limit = 0;  // [rad/s], already at most the vehicle's
  Longitudinal longitudinal = Longitudinal::speed;
  double speed = 0;               // [m/s]
  double acceleration_limit = 0;  // [m/s^2] towards a higher speed
  double deceleration_limit = 0;  // [m/s^2] towards a lower speed
  double acceleration = 0;  // [m/s^2] drive (+) or brake (-) along the direction of travel, without gravity on slopes
  bool reverse = false;     // true: positive acceleration drives backwards
  Gear gear = Gear::drive;
  bool hold_steering = false;  // true: Simulator::submit replaces steering_angle by that of the previous command
};

// Fields of gs_sim_msgs/VehicleControlCmd, the message of control mode `custom`. Angles [rad], rates [rad/s],
// velocities [m/s], accelerations [m/s^2].
struct CustomControl {
  enum class Mode : uint8_t { direct = 0, velocity = 1, acceleration = 2 };
  double steering_angle = 0, steering_angle_rate = 0;
  double throttle = 0, brake = 0;  // 0 to 1
  double target_velocity = 0, target_acceleration = 0;
  Gear gear = Gear::drive;
  Mode mode = Mode::velocity;
  Timestamp stamp;
};

// Result of a check. A clamped command has both a command and an error.
struct CheckedCommand {
  std::optional<DriveCommand> command;  // empty: refused (not finite, unknown gear or mode)
  std::optional<SimError> error;        // INVALID_CONTROL_INPUT: reason for clamping or refusing
};

// Checks a command of mode ackermann against the limits of the vehicle. Acceleration 0 and steering_angle_velocity 0
// mean "up to the vehicle's limits"; other values bound how fast speed and steering angle change.
CheckedCommand check_ackermann(const world::ControlInput& input, const VehicleOptions& vehicle);
// Checks a command of mode twist. The steering angle that gives the yaw rate follows from the kinematic bicycle. Below
// 0.05 m/s the yaw rate does not determine an angle: the previous steering angle is held.
CheckedCommand check_twist(double speed_mps, double yaw_rate_radps, const VehicleOptions& vehicle);
// Checks a command of mode custom. Reverse gear is refused unless vehicle.allow_reverse is set.
CheckedCommand check_custom(const CustomControl& input, const VehicleOptions& vehicle);

// Command that brakes to a stop with kEmergencyDeceleration and holds the steering angle [rad] and the gear.
inline constexpr double kEmergencyDeceleration = 3.0;  // [m/s^2]
DriveCommand emergency_stop(double held_steering_angle, Gear held_gear, const VehicleOptions& vehicle);
// Command that holds steering angle [rad] and speed [m/s]; in force until the first command arrives.
DriveCommand hold(double steering_angle, double speed, const VehicleOptions& vehicle);

// Commands and the times at which they take effect, with zero-order hold. Dead times are applied by looking up an
// earlier time.
class CommandHistory {
 public:
  explicit CommandHistory(DriveCommand initial) { entries_.push_back({Timestamp{INT64_MIN / 2}, initial}); }
  // Inserts a command, keeping the entries ordered by time.
  void add(Timestamp effective, const DriveCommand& command);
  // Command in force at time t; the initial one before all others.
  const DriveCommand& at(Timestamp t) const;
  // Times in (begin, end) at which at() changes.
  std::vector<Timestamp> changes(Timestamp begin, Timestamp end) const;
  // Drops entries that no lookup at or after t can return.
  void forget_before(Timestamp t);

  // A command and the time from which it is in force.
  struct Entry {
    Timestamp effective;
    DriveCommand command;
  };
  // All entries, ordered by time; for saving and restoring a run.
  const std::vector<Entry>& entries() const { return entries_; }
  void restore(std::vector<Entry> entries) { entries_ = std::move(entries); }

 private:
  std::vector<Entry> entries_;  // by time
};

// Time from which the age of a command is counted: its stamp if that is plausible (at most 10 s before and one step
// after arrival) and older than the arrival, otherwise the arrival.
Timestamp command_reference_time(Timestamp stamp, Timestamp arrival, Duration dt);

}  // namespace gs::sim
