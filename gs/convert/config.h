// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What to convert, and how (seed 004, section 3).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"
#include "gs/logio/vrs/compression.h"
#include "gs/logio/vrs/stream_id.h"

namespace gs {

struct StreamConfig {
  int stream_id = 0;                    // logical: 1001 colour, 1002 depth, 2001 accelerometer, 2002 gyroscope
  std::string stream_type;              // "color", "depth", "infrared", "imu_accel", "imu_gyro", "imu"
  std::string recordable_type_id;       // "ForwardCamera" (200) or "MotionSensor" (372)
  std::string flavor;                   // "RealSense_D435i_Color|id:1001"
  std::string camera_info_topic{};      // empty: looked for beside the image topic
  std::optional<double> depth_scale{};  // metres a unit; empty: what the log says

  bool is_image() const;
  uint16_t recordable_type() const;  // 200 or 372
};

// "4A": colour and depth. "4B": and IMU. "4C": and everything else the device said.
struct ConverterConfig {
  std::map<std::string, StreamConfig> topic_mapping{};  // topic -> stream; empty: found by the names of topics
  std::string phase = "4C";
  std::string compression{vrs::kDefaultPreset};  // a name of vrs::compression_presets()
  bool verbose = false;

  bool allow_missing_camera_info = false;
  bool allow_missing_topics = false;  // colour or depth may be absent
  bool replace_output = false;
  std::string time_source = "header";  // "header" or "log": which clock the records carry
  // Seconds since the start of the log; of messages by their log time.
  std::optional<double> begin_s{}, end_s{};
};

// Checks names and values; what convert() does first.
Result<void> check_config(const ConverterConfig& config);

// The configuration of a stream by its kind ("color"): number, type and flavor of seed 004. device: "D435i".
StreamConfig default_stream(std::string_view stream_type, std::string_view device, int infrared_index = 1);

// Streams of a phase, in the order of seed 004.
std::vector<std::string> stream_types_of_phase(std::string_view phase);

// The YAML form of a mapping:
//   /camera/color/image_raw: {stream_id: 1001, stream_type: color}
//   /camera/depth/image_rect_raw: {stream_id: 1002, stream_type: depth, depth_scale: 0.001}
// recordable_type_id and flavor follow from the type when they are not given.
Result<std::map<std::string, StreamConfig>> parse_mapping(std::string_view yaml);

}  // namespace gs
