// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// When each sensor of a drive speaks, in the order a recorder would write it.
#pragma once

#include <cstdint>
#include <vector>

#include "gs/core/time.h"
#include "gs/synth/drive/rig.h"

namespace gs {

enum class DriveEvent : uint8_t { static_transforms, transform, odometry, imu, gnss, image, sweep };

struct ScheduledEvent {
  DriveEvent kind = DriveEvent::transform;
  int64_t offset_ns = 0;    // of the measurement, after the start of the drive
  int64_t recorded_ns = 0;  // when it reached the recorder
  uint32_t index = 0;       // running number of this kind
  uint32_t sensor = 0;      // which camera
};

// Everything from the start to duration_s; transforms begin 0.1 s earlier and end 0.2 s later, so that every
// measurement lies between two of them.
std::vector<ScheduledEvent> make_schedule(const DriveOptions& options, const Rig& rig);

}  // namespace gs
