// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Times of all measurements of a drive, in the order in which a recorder would write them.
#pragma once

#include <cstdint>
#include <vector>

#include "gs/core/time.h"
#include "gs/synth/drive/rig.h"

namespace gs::synth {

// Kind of measurement.
enum class DriveEvent : uint8_t { static_transforms, transform, odometry, imu, gnss, image, sweep };

// One measurement.
struct ScheduledEvent {
  DriveEvent kind = DriveEvent::transform;
  int64_t offset_ns = 0;    // time of the measurement after the start of the drive
  int64_t recorded_ns = 0;  // time at which it reached the recorder
  uint32_t index = 0;       // running number within its kind and sensor
  uint32_t sensor = 0;      // index of the camera
};

// All events from 0 to duration_s, sorted by recorded time. Transforms begin 0.1 s earlier and end 0.2 s later, so that
// every measurement lies between two of them. Poses that are not recorded and sensors that have stopped have no events.
std::vector<ScheduledEvent> make_schedule(const DriveOptions& options, const Rig& rig);

}  // namespace gs::synth
