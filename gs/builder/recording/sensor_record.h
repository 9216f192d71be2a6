// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Metadata of every sensor collected by the ingest, and its files timeline.json, frameset.json and sensors.json.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/file.h"
#include "gs/core/time.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/world/interface_types.h"

namespace gs::builder {

// Name of the file in 01_calibration that tells what a calibration file of the user gave.
inline constexpr std::string_view kCalibrationFileReport = "calibration_file.json";

// Kinds of sensors.
enum class SensorKind { camera, lidar };

// One sensor and the stamps of its frames.
struct SensorRecord {
  SensorKind kind = SensorKind::camera;
  std::string id;                                         // "front"
  std::string topic;                                      // in the log
  std::string frame_id;                                   // header.frame_id of its messages
  std::string folder;                                     // folder of its files, relative to 00_mcap_ingest
  std::vector<Timestamp> stamps{};                        // by frame index
  int width = 0, height = 0;                              // size of the images
  std::optional<rosmsg::sensor_msgs::CameraInfo> info{};  // cameras only; r: zeros unless the images are rectified
  std::optional<world::LiDARSpec> spec{};                 // LiDARs only, estimated
  // Omni cameras: the images were resampled to an equidistant camera. Then `info` is that camera, and `had_info` tells
  // whether the log has camera_info.
  bool resampled = false, had_info = false;

  // Key in files: "camera_front", "lidar_top".
  std::string key() const { return (kind == SensorKind::camera ? "camera_" : "lidar_") + id; }
  // Path of a frame relative to 00_mcap_ingest: "raw_extract/images/camera_front/0000000000.jpg".
  std::string file_path(std::size_t frame_index) const;
};

// Path of the mask of a resampled camera relative to 00_mcap_ingest: 0 where its images show nothing.
std::string recorded_mask_path(std::string_view key);

// Inverse of the median interval between frames [Hz], three decimals; 10 for a single frame.
double measured_rate(const SensorRecord& sensor);

// timeline.json: stamps of all frames by sensor.
std::string write_timeline(const std::vector<SensorRecord>& sensors, const std::string& source);
// frameset.json: frames by simulation time. Every sensor is triggered at its own rate from the first frame of all
// sensors; each frame appears at most once.
std::string write_frameset(const std::vector<SensorRecord>& sensors);

// sensors.json: everything but the stamps, with the measured rate. read_sensors() reads it. Errors: invalid_data.
std::string write_sensors(const std::vector<SensorRecord>& sensors);
// One entry of sensors.json.
struct SensorSummary {
  SensorRecord record;  // without stamps
  double rate_hz = 0;
  std::size_t frame_count = 0;
};
Result<std::vector<SensorSummary>> read_sensors(const fs::path& path);

}  // namespace gs::builder
