// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/drive/wheel.h"

#include <cmath>
#include <utility>

#include "gs/core/json/json_writer.h"

namespace gs::web {
namespace {

std::string_view name_of(Braking braking) {
  switch (braking) {
    case Braking::none:
      return "none";
    case Braking::asked:
      return "asked";
    case Braking::late:
      return "late";
    case Braking::left:
      return "left";
  }
  return "";
}

}  // namespace

std::string_view driver_schema() {
  return R"({"type":"object","properties":{"driver":{"type":"string"},"seq":{"type":"integer"},)"
         R"("step":{"type":"integer"},"steer":{"type":"number"},"throttle":{"type":"number"},)"
         R"("brake":{"type":"number"},"gear":{"type":"string"},"braking":{"type":"string"}}})";
}

std::string DriverReport::json() const {
  JsonWriter out(JsonWriter::Layout::compact);
  out.begin_object().field("driver", driver).field("seq", seq).field("step", step);
  out.field("steer", steer).field("throttle", throttle).field("brake", brake);
  out.field("gear", name_of(gear)).field("braking", name_of(braking)).end_object();
  return out.text();
}

Result<void> Wheel::input(const std::string& driver, Bytes json) {
  GS_TRY(const DriveInput read, parse_drive_input(json));
  if (read.gear == DriveGear::reverse && !allow_reverse_)
    return fail(ErrorCode::invalid_data, "gear reverse needs vehicle.allow_reverse");
  const double now = now_s_();
  const std::lock_guard lock(mutex_);
  if (!is_held_ || driver_ != driver) ++hands_;
  driver_ = driver;
  newest_ = read;
  arrival_s_ = now;
  is_held_ = true;
  is_loose_ = false;
  return {};
}

void Wheel::left() {
  const std::lock_guard lock(mutex_);
  is_loose_ = is_loose_ || is_held_;
  is_held_ = false;
}

void Wheel::yield() {
  const std::lock_guard lock(mutex_);
  is_held_ = is_loose_ = false;
}

std::optional<world::ControlInput> Wheel::step(uint64_t step, double speed, double steering, Duration dt,
                                               const sim::VehicleOptions& vehicle) {
  const double now = now_s_();
  DriveInput wanted;
  Braking braking = Braking::none;
  {
    const std::lock_guard lock(mutex_);
    // A vehicle that stands needs no command; the simulator's own timeout then holds it.
    if (is_loose_ && std::abs(speed) < 1e-6) is_loose_ = false;
    if (!is_held_ && !is_loose_) {
      ramps_ = {};
      report_ = {};
      return std::nullopt;
    }
    if (std::exchange(seen_hands_, hands_) != hands_) ramps_ = {};
    wanted = newest_;
    report_.driver = is_held_ ? driver_ : "";
    report_.seq = newest_.seq;
    if (is_loose_) {
      braking = Braking::left;
    } else if (now - arrival_s_ >= kInputTimeout_s) {
      braking = Braking::late;
    } else if (wanted.brake_now) {
      braking = Braking::asked;
    }
  }
  wanted.brake_now = braking != Braking::none;
  const world::ControlInput out = ramps_.step(wanted, speed, steering, dt, vehicle);
  report_.step = step;
  report_.steer = ramps_.steer(), report_.throttle = ramps_.throttle(), report_.brake = ramps_.brake();
  report_.gear = ramps_.gear();
  report_.braking = braking;
  return out;
}

}  // namespace gs::web
