// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Configuration of a conversion: streams, phase, compression and clocks. docs/rosbag-to-vrs.md describes the mapping
// file and the phases.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"
#include "gs/logio/vrs/format/stream_id.h"
#include "gs/logio/vrs/payload/compression.h"

namespace gs::convert {

// VRS stream of one topic.
struct StreamConfig {
  int stream_id = 0;                    // logical id: 1001 colour, 1002 depth, 2001 accelerometer, 2002 gyroscope
  std::string stream_type;              // "color", "depth", "infrared", "imu_accel", "imu_gyro", "imu"
  std::string recordable_type_id;       // "ForwardCamera" (200) or "MotionSensor" (372)
  std::string flavor;                   // "RealSense_D435i_Color|id:1001"
  std::string camera_info_topic{};      // empty: derived from the image topic
  std::optional<double> depth_scale{};  // metres per depth unit; empty: taken from the log

  // True for color, depth and infrared; recordable_type() is the VRS type, 200 or 372.
  bool is_image() const;
  uint16_t recordable_type() const;
};

// All options of a conversion. Phases: "4A" converts colour and depth, "4B" adds the IMU, "4C" adds all other device
// messages.
struct ConverterConfig {
  std::map<std::string, StreamConfig> topic_mapping{};  // topic -> stream; empty: derived from the topic names
  std::string phase = "4C";
  std::string compression{logio::vrs::kDefaultPreset};  // a name of vrs::compression_presets()
  bool verbose = false;

  bool allow_missing_camera_info = false;
  bool allow_missing_topics = false;  // colour or depth may be missing
  bool replace_output = false;
  std::string time_source = "header";  // time of the records: "header" stamps or "log" times
  // Time range [begin_s, end_s) of log times, in seconds since the start of the log.
  std::optional<double> begin_s{}, end_s{};
};

// Checks names and values; convert() calls it first. Errors: invalid_option.
Result<void> check_config(const ConverterConfig& config);

// Default id, type and flavor of a stream of the given type ("color"). `device` is part of the flavor: "D435i".
StreamConfig default_stream(std::string_view stream_type, std::string_view device, int infrared_index = 1);

// Stream types that a phase converts, by ascending default id.
std::vector<std::string> stream_types_of_phase(std::string_view phase);

// Parses a mapping file:
//   /camera/color/image_raw: {stream_id: 1001, stream_type: color}
//   /camera/depth/image_rect_raw: {stream_id: 1002, stream_type: depth, depth_scale: 0.001}
// recordable_type_id and flavor follow from the type if they are missing. Errors: invalid_option with the line.
Result<std::map<std::string, StreamConfig>> parse_mapping(std::string_view yaml);

}  // namespace gs::convert
