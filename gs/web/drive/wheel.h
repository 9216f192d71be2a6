// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The hand-over of a person's inputs from the network thread to the stepping thread, and the rule that a vehicle
// without a driver brakes.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "gs/web/drive/drive_ramps.h"

namespace gs::web {

// Wall-clock age of the newest input [s] at which the vehicle brakes. Clients repeat their input every 0.1 s.
inline constexpr double kInputTimeout_s = 0.3;

// Why the vehicle brakes although nobody presses the pedal.
enum class Braking { none, asked, late, left };

// What happened to the inputs at a step, for the topic /studio/driver.
struct DriverReport {
  std::string driver;  // name of the client that drives; empty: nobody does
  uint64_t seq = 0;    // newest input that a step has taken
  uint64_t step = 0;   // newest step that was commanded; its state shows the input
  double steer = 0, throttle = 0, brake = 0;
  DriveGear gear = DriveGear::drive;
  Braking braking = Braking::none;

  // The report as a compact JSON object.
  std::string json() const;
};

// JSON schema of DriverReport::json().
std::string_view driver_schema();

// The inputs of the one person who drives. Thread-safe.
//
// The age of an input is measured on the wall clock, because it says whether the person and the link are still there:
// at 0.1 times real time or as fast as possible, 0.3 s of simulated time would be 3 s or no time at all. A replay stays
// exact, because recordings hold the commands of the steps, not the inputs.
class Wheel {
 public:
  // `now_s` returns seconds from any epoch and never runs backwards. It is called on both threads.
  Wheel(std::function<double()> now_s, bool allow_reverse) : now_s_(std::move(now_s)), allow_reverse_(allow_reverse) {}

  // Network thread: takes an input of the client that drives. Errors: those of parse_drive_input(), and invalid_data
  // for a reverse gear that vehicle.allow_reverse does not allow; the input before it stays in force.
  Result<void> input(const std::string& driver, Bytes json);
  // Network thread: the client drives no longer. The vehicle brakes until it stands.
  void left();
  // Network thread: another source of commands drives. Nothing more is commanded from here.
  void yield();

  // Stepping thread: the command of the coming step, or empty if nobody drives by hand. Arguments as in
  // DriveRamps::step(); `step` is its number.
  std::optional<world::ControlInput> step(uint64_t step, double speed, double steering, Duration dt,
                                          const sim::VehicleOptions& vehicle);
  // Stepping thread: what the last step() did.
  const DriverReport& report() const { return report_; }

 private:
  const std::function<double()> now_s_;
  const bool allow_reverse_;

  std::mutex mutex_;  // guards the members up to the next blank line
  std::string driver_;
  DriveInput newest_;
  double arrival_s_ = 0;
  bool is_held_ = false;   // a client drives
  bool is_loose_ = false;  // it left, and the vehicle may still move
  uint64_t hands_ = 0;     // how often the driver changed

  // Of the stepping thread.
  DriveRamps ramps_;
  uint64_t seen_hands_ = 0;
  DriverReport report_;
};

}  // namespace gs::web
