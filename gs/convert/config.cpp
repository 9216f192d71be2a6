// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/convert/config.h"

#include <algorithm>
#include <array>
#include <set>

#include "gs/config/yaml.h"
#include "gs/convert/streams/layouts.h"
#include "gs/core/format.h"
#include "gs/logio/vrs/payload/compression.h"

namespace gs::convert {
namespace {

struct KindRow {
  std::string_view type, word;
  int id;
  bool image;
};
// Stream types with the word of their flavor and their default id; infrared cameras add their index.
constexpr std::array<KindRow, 6> kKinds = {{{"color", "Color", 1001, true},
                                            {"depth", "Depth", 1002, true},
                                            {"infrared", "Infrared", 1002, true},  // plus index from 1
                                            {"imu_accel", "IMU_Accel", 2001, false},
                                            {"imu_gyro", "IMU_Gyro", 2002, false},
                                            {"imu", "IMU", 2003, false}}};

const KindRow* find_kind(std::string_view type) {
  const auto* found = std::find_if(kKinds.begin(), kKinds.end(), [&](const KindRow& row) { return row.type == type; });
  return found == kKinds.end() ? nullptr : found;
}

std::string known_types() {
  std::string out;
  for (const KindRow& row : kKinds) out += (out.empty() ? "" : ", ") + std::string(row.type);
  return out;
}

// Error with the line of the mapping file.
Error wrong(const Node& node, std::string_view text) {
  return fail(ErrorCode::invalid_option, "mapping, line {}: {}", node.line, text)
      .with_hint("a line looks like  /camera/color/image_raw: {stream_id: 1001, stream_type: color}");
}

// Settings of one topic; unknown keys are errors.
Result<StreamConfig> parse_stream(const Node& node) {
  if (!node.is_map()) return wrong(node, "the value of a topic must be a map of settings");
  const Node* type = node.find("stream_type");
  if (type == nullptr) return wrong(node, "stream_type is missing");
  if (find_kind(type->text) == nullptr) {
    return wrong(*type, format("unknown stream_type '{}', expected one of: {}", type->text, known_types()));
  }
  StreamConfig stream = default_stream(type->text, "Camera");
  bool flavor_given = false;
  for (const auto& [key, value] : node.members) {
    if (key == "stream_type") continue;
    if (key == "stream_id" && value.kind == Node::Kind::integer && value.integer > 0 && value.integer < 1'000'000) {
      stream.stream_id = static_cast<int>(value.integer);
    } else if (key == "recordable_type_id" && value.is_scalar()) {
      stream.recordable_type_id = value.text;
    } else if (key == "flavor" && value.is_scalar()) {
      stream.flavor = value.text;
      flavor_given = true;
    } else if (key == "camera_info_topic" && value.is_scalar()) {
      stream.camera_info_topic = value.text;
    } else if (key == "depth_scale" && value.is_number() && value.real > 0) {
      stream.depth_scale = value.real;
    } else {
      return wrong(value, format("'{}' is unknown or has a wrong value", key));
    }
  }
  // The default flavor ends with the default id; replace it by the id of the mapping.
  if (!flavor_given) {
    stream.flavor = stream.flavor.substr(0, stream.flavor.rfind("|id:")) + format("|id:{}", stream.stream_id);
  }
  return stream;
}

}  // namespace

bool StreamConfig::is_image() const {
  const KindRow* row = find_kind(stream_type);
  return row != nullptr && row->image;
}

uint16_t StreamConfig::recordable_type() const {
  return recordable_type_id == "ForwardCamera" ? logio::vrs::recordable::forward_camera
                                               : logio::vrs::recordable::motion;
}

StreamConfig default_stream(std::string_view stream_type, std::string_view device, int infrared_index) {
  const KindRow* row = find_kind(stream_type);
  GS_EXPECT(row != nullptr);
  // Infrared cameras are numbered from 1: ids 1003, 1004.
  const bool infrared = stream_type == "infrared";
  StreamConfig stream{.stream_id = row->id + (infrared ? infrared_index : 0),
                      .stream_type = std::string(stream_type),
                      .recordable_type_id = row->image ? "ForwardCamera" : "MotionSensor"};
  const std::string word = std::string(row->word) + (infrared ? std::to_string(infrared_index) : "");
  stream.flavor = format("RealSense_{}_{}|id:{}", device, word, stream.stream_id);
  return stream;
}

std::vector<std::string> stream_types_of_phase(std::string_view phase) {
  if (phase == "4A") return {"color", "depth"};
  if (phase == "4B") return {"color", "depth", "imu_accel", "imu_gyro", "imu"};
  return {"color", "depth", "infrared", "imu_accel", "imu_gyro", "imu"};
}

Result<void> check_config(const ConverterConfig& config) {
  if (config.phase != "4A" && config.phase != "4B" && config.phase != "4C") {
    return fail(ErrorCode::invalid_option, "unknown phase '{}'", config.phase).with_hint("one of: 4A, 4B, 4C");
  }
  if (config.time_source != "header" && config.time_source != "log") {
    return fail(ErrorCode::invalid_option, "unknown time source '{}'", config.time_source)
        .with_hint("one of: header, log");
  }
  if (config.begin_s && config.end_s && !(*config.begin_s < *config.end_s)) {
    return fail(ErrorCode::invalid_option, "the time range {} to {} is empty", *config.begin_s, *config.end_s);
  }
  // Each mapped topic needs known types and an id of its own.
  std::set<int> ids;
  for (const auto& [topic, stream] : config.topic_mapping) {
    if (find_kind(stream.stream_type) == nullptr) {
      return fail(ErrorCode::invalid_option, "unknown stream_type '{}' of {}, expected one of: {}", stream.stream_type,
                  topic, known_types());
    }
    if (stream.recordable_type_id != "ForwardCamera" && stream.recordable_type_id != "MotionSensor") {
      return fail(ErrorCode::invalid_option,
                  "unknown recordable_type_id '{}' of {}, expected ForwardCamera or MotionSensor",
                  stream.recordable_type_id, topic);
    }
    if (stream.stream_id == vrs_layout::kMetadataStream || stream.stream_id == vrs_layout::kDeviceStream) {
      return fail(ErrorCode::invalid_option, "{} is mapped to stream {}, which holds {}", topic, stream.stream_id,
                  stream.stream_id == vrs_layout::kMetadataStream ? "the metadata of frames" : "device messages")
          .with_hint("choose another stream_id, for example 1001 for colour or 1002 for depth");
    }
    if (!ids.insert(stream.stream_id).second) {
      return fail(ErrorCode::invalid_option, "two topics are mapped to stream {}", stream.stream_id);
    }
  }
  GS_TRY([[maybe_unused]] const logio::vrs::Compression compression, logio::vrs::parse_compression(config.compression));
  return {};
}

Result<std::map<std::string, StreamConfig>> parse_mapping(std::string_view yaml) {
  GS_TRY(const Node root, config::parse_yaml(yaml));
  if (!root.is_map() || root.members.empty()) return wrong(root, "the file maps no topic");
  std::map<std::string, StreamConfig> mapping;
  for (const auto& [topic, node] : root.members) {
    GS_TRY(mapping[topic], parse_stream(node));
  }
  return mapping;
}

}  // namespace gs::convert
