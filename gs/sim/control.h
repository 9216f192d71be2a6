// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What the driver asks for: commands of the three control modes, checked and brought to one form.
#pragma once

#include <optional>
#include <vector>

#include "gs/core/time.h"
#include "gs/sim/options.h"
#include "gs/sim/sim_error.h"
#include "gs/world/data.h"

namespace gs::sim {

enum class Gear : uint8_t { park = 0, reverse = 1, neutral = 2, drive = 3 };

// One form for every control mode: a steering angle, and either a speed to reach or an acceleration of the drive train.
struct DriveCommand {
  enum class Longitudinal { speed, acceleration };
  double steering_angle = 0;       // [rad]
  double steering_rate_limit = 0;  // [rad/s], already at most the vehicle's
  Longitudinal longitudinal = Longitudinal::speed;
  double speed = 0;               // [m/s]
  double acceleration_limit = 0;  // [m/s^2] towards a higher speed
  double deceleration_limit = 0;  // [m/s^2] towards a lower speed
  double acceleration = 0;        // [m/s^2] of drive (+) or brake (-) along the direction of travel; slope comes on top
  bool reverse = false;           // acceleration acts backwards
  Gear gear = Gear::drive;
  bool hold_steering = false;  // keep the angle of the command before; steering_angle is then replaced on submission
};

// The message of control mode `custom`.
struct CustomControl {
  enum class Mode : uint8_t { direct = 0, velocity = 1, acceleration = 2 };
  double steering_angle = 0, steering_angle_rate = 0;
  double throttle = 0, brake = 0;  // 0 to 1
  double target_velocity = 0, target_acceleration = 0;
  Gear gear = Gear::drive;
  Mode mode = Mode::velocity;
  Timestamp stamp;
};

struct CheckedCommand {
  std::optional<DriveCommand> command;  // nothing: refused (not finite, unknown gear or mode)
  std::optional<SimError> error;        // INVALID_CONTROL_INPUT: what was clamped or refused
};

// Ackermann: acceleration 0 means "as the vehicle can", otherwise it bounds how fast the speed is approached.
CheckedCommand check_ackermann(const ControlInput& input, const VehicleOptions& vehicle);
// Twist: speed and yaw rate; the steering angle follows from the bicycle. Below 0.05 m/s it says nothing about the
// steering: the angle of the command before is held.
CheckedCommand check_twist(double speed_mps, double yaw_rate_radps, const VehicleOptions& vehicle);
CheckedCommand check_custom(const CustomControl& input, const VehicleOptions& vehicle);

// The command of an emergency stop: 3.0 m/s^2, holding the steering angle and the gear.
inline constexpr double kEmergencyDeceleration = 3.0;  // [m/s^2]
DriveCommand emergency_stop(double held_steering_angle, Gear held_gear, const VehicleOptions& vehicle);
// Before any command has arrived the vehicle keeps its speed and steering.
DriveCommand hold(double steering_angle, double speed, const VehicleOptions& vehicle);

// Commands with the time they take effect: zero-order hold, looked up with any dead time.
class CommandHistory {
 public:
  explicit CommandHistory(DriveCommand initial) { entries_.push_back({Timestamp{INT64_MIN / 2}, initial}); }
  void add(Timestamp effective, const DriveCommand& command);
  const DriveCommand& at(Timestamp t) const;
  // Times in (begin, end) at which at() changes.
  std::vector<Timestamp> changes(Timestamp begin, Timestamp end) const;
  // Forgets what no lookup at or after t can see.
  void forget_before(Timestamp t);

  struct Entry {
    Timestamp effective;
    DriveCommand command;
  };
  const std::vector<Entry>& entries() const { return entries_; }
  void restore(std::vector<Entry> entries) { entries_ = std::move(entries); }

 private:
  std::vector<Entry> entries_;  // by time
};

// Age of the newest command: counted from arrival, or from its stamp when that is plausible (within 10 s before and one
// step after arrival) and older.
Timestamp command_reference_time(Timestamp stamp, Timestamp arrival, Duration dt);

}  // namespace gs::sim
