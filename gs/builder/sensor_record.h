// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What the ingest learned about every sensor, and the files that say so: timeline.json, frameset.json, sensors.json.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gs/core/file.h"
#include "gs/core/time.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/world/data.h"

namespace gs {

enum class SensorKind { camera, lidar };

struct SensorRecord {
  SensorKind kind = SensorKind::camera;
  std::string id;        // "front"
  std::string topic;     // in the log
  std::string frame_id;  // of its messages
  std::string folder;    // of its files, relative to 00_mcap_ingest
  std::vector<Timestamp> stamps{};
  int width = 0, height = 0;                      // of the first picture
  std::optional<sensor_msgs::CameraInfo> info{};  // cameras
  std::optional<LiDARSpec> spec{};                // LiDARs, estimated

  std::string key() const { return (kind == SensorKind::camera ? "camera_" : "lidar_") + id; }
  // "raw_extract/images/camera_front/0000000000.jpg"
  std::string file_path(std::size_t frame_index) const;
};

// Inverse of the median interval [Hz], three decimals; 10 for a single frame.
double measured_rate(const SensorRecord& sensor);

std::string write_timeline(const std::vector<SensorRecord>& sensors, const std::string& source);
// Every sensor triggered at its own rate from the first frame of all; each frame appears at most once.
std::string write_frameset(const std::vector<SensorRecord>& sensors);

// Everything but the stamps, plus the measured rate.
std::string write_sensors(const std::vector<SensorRecord>& sensors);
struct SensorSummary {
  SensorRecord record;  // without stamps
  double rate_hz = 0;
  std::size_t frame_count = 0;
};
Result<std::vector<SensorSummary>> read_sensors(const fs::path& path);

}  // namespace gs
