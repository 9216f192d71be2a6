// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/convert/topics.h"

#include <algorithm>
#include <charconv>

#include "gs/core/format.h"
#include "gs/rosmsg/topic_names.h"

namespace gs::convert {
namespace {

constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

using Segments = std::vector<std::string_view>;

// Splits "/a/b" into {"a", "b"}. nullopt for names without leading '/', with empty segments, or longer than any real
// topic; names come from the file and may have any length.
std::optional<Segments> split_topic(std::string_view topic) {
  constexpr std::size_t kMaxTopicBytes = 4096;
  if (!topic.starts_with('/') || topic.size() > kMaxTopicBytes) return std::nullopt;
  Segments segments;
  while (!topic.empty()) {
    topic.remove_prefix(1);
    const std::string_view segment = topic.substr(0, topic.find('/'));
    if (segment.empty()) return std::nullopt;
    segments.push_back(segment);
    topic.remove_prefix(segment.size());
  }
  return segments;
}

// Parses 12 from "sensor_12" with prefix "sensor_"; nullopt if the rest is not a non-negative int.
std::optional<int> number_after(std::string_view segment, std::string_view prefix) {
  if (!segment.starts_with(prefix)) return std::nullopt;
  segment.remove_prefix(prefix.size());
  int value = 0;
  const auto [end, error] = std::from_chars(segment.data(), segment.data() + segment.size(), value);
  // from_chars() would accept a minus sign.
  if (error != std::errc{} || end != segment.data() + segment.size() || segment.front() == '-') return std::nullopt;
  return value;
}

// True for "/device_0/sensor_1/Color_0/...".
bool is_sdk_topic(const Segments& s) {
  if (s.size() < 3 || !number_after(s[0], "device_") || !number_after(s[1], "sensor_")) return false;
  const std::size_t letters = s[2].find_first_not_of(kLetters);
  return letters != 0 && letters != std::string_view::npos && number_after(s[2].substr(letters), "_").has_value();
}

struct SdkRow {
  std::string_view stream, data, type;
};
constexpr SdkRow kSdkRows[] = {{"Color_", "image", "color"},
                               {"Depth_", "image", "depth"},
                               {"Infrared_", "image", "infrared"},
                               {"Accel_", "imu", "imu_accel"},
                               {"Gyro_", "imu", "imu_gyro"}};

int infrared_index(int number) { return std::clamp(number, 1, 9); }

std::optional<RecognisedTopic> recognise_sdk(const Segments& s) {
  // "/device_0/sensor_1/Color_0/image/data"
  if (!is_sdk_topic(s) || s.size() != 5 || s[4] != "data") return std::nullopt;
  for (const SdkRow& row : kSdkRows) {
    const auto number = number_after(s[2], row.stream);
    if (!number || s[3] != row.data) continue;
    RecognisedTopic out{.stream_type = std::string(row.type)};
    if (row.type == "infrared") out.infrared_index = infrared_index(*number);
    return out;
  }
  return std::nullopt;
}

// Last two segments of realsense-ros topics.
struct RosRow {
  std::string_view before, last, type;
  int preference = 0;
};
constexpr RosRow kRosRows[] = {{"color", "image_raw", "color"},    {"depth", "image_rect_raw", "depth", 0},
                               {"depth", "image_raw", "depth", 1}, {"aligned_depth_to_color", "image_raw", "depth", 2},
                               {"accel", "sample", "imu_accel"},   {"gyro", "sample", "imu_gyro"}};

std::optional<RecognisedTopic> recognise_ros(const Segments& s) {
  if (s.size() < 2) return std::nullopt;
  const std::string_view before = s[s.size() - 2], last = s.back();
  for (const RosRow& row : kRosRows) {
    if (before == row.before && last == row.last) {
      return RecognisedTopic{.stream_type = std::string(row.type), .preference = row.preference};
    }
  }
  // Infrared topics carry the number of the camera; a combined IMU topic is /camera/.../imu.
  const auto infrared = number_after(before, "infra");
  if (infrared && (last == "image_raw" || last == "image_rect_raw")) {
    return RecognisedTopic{.stream_type = "infrared", .infrared_index = infrared_index(*infrared)};
  }
  if (s.front() == "camera" && last == "imu") return RecognisedTopic{.stream_type = "imu"};
  return std::nullopt;
}

// Shortens long names for messages.
std::string shown(std::string_view name) {
  constexpr std::size_t kMaxShown = 120;
  if (name.size() <= kMaxShown) return std::string(name);
  return format("{}... ({} bytes)", name.substr(0, kMaxShown), name.size());
}

bool has_messages(const logio::LogReader& log, const logio::LogChannel& channel) {
  const auto& statistics = log.info().channels;
  return channel.id >= statistics.size() || statistics[channel.id].message_count > 0;
}

}  // namespace

std::optional<RecognisedTopic> recognise_topic(std::string_view topic) {
  const auto segments = split_topic(topic);
  if (!segments) return std::nullopt;
  const auto sdk = recognise_sdk(*segments);
  return sdk ? sdk : recognise_ros(*segments);
}

std::optional<SdkPrefix> sdk_prefix(std::string_view topic) {
  // Only the first three segments matter; names of sensor options behind them contain spaces and slashes.
  std::size_t end = 0;
  for (int i = 0; i < 3 && end != std::string_view::npos; ++i) end = topic.find('/', end + 1);
  const std::string_view prefix = topic.substr(0, end);
  const auto segments = split_topic(prefix);
  if (!segments || segments->size() != 3 || !is_sdk_topic(*segments)) return std::nullopt;
  return SdkPrefix{.prefix = std::string(prefix), .sensor = *number_after((*segments)[1], "sensor_")};
}

bool is_sdk_log(const logio::LogReader& log) {
  return std::any_of(log.channels().begin(), log.channels().end(), [](const logio::LogChannel& channel) {
    return channel.topic == "/file_version" || channel.topic.starts_with("/device_0/");
  });
}

bool is_image_type(std::string_view type) { return type == "sensor_msgs/Image" || type == "sensor_msgs/msg/Image"; }
bool is_imu_type(std::string_view type) { return type == "sensor_msgs/Imu" || type == "sensor_msgs/msg/Imu"; }

std::vector<std::string> camera_info_candidates(std::string_view image_topic) {
  if (const auto sdk = sdk_prefix(image_topic))
    return {sdk->prefix + "/info/camera_info", sdk->prefix + "/camera_info"};
  return {rosmsg::camera_info_topics(image_topic).front()};
}

std::optional<std::string> metadata_topic(std::string_view data_topic) {
  if (!sdk_prefix(data_topic) || !data_topic.ends_with("/data")) return std::nullopt;
  return std::string(data_topic.substr(0, data_topic.size() - 4)) + "metadata";
}

std::map<std::string, StreamConfig> automatic_mapping(const logio::LogReader& log, std::string_view phase,
                                                      std::string_view device) {
  const std::vector<std::string> wanted = stream_types_of_phase(phase);
  struct Choice {
    std::string topic;
    int preference;
  };
  // Several topics may give one stream (depth, aligned depth); the preferred one is used.
  std::map<int, Choice> best;  // by logical id
  std::map<int, StreamConfig> streams;
  for (const logio::LogChannel& channel : log.channels()) {
    const auto found = recognise_topic(channel.topic);
    if (!found || std::find(wanted.begin(), wanted.end(), found->stream_type) == wanted.end()) continue;
    const StreamConfig stream = default_stream(found->stream_type, device, found->infrared_index);
    if (!(stream.is_image() ? is_image_type(channel.schema.name) : is_imu_type(channel.schema.name))) continue;
    if (!has_messages(log, channel)) continue;
    const auto [place, fresh] = best.try_emplace(stream.stream_id, Choice{channel.topic, found->preference});
    // Of equally preferred topics the first of the log stays.
    if (!fresh && found->preference < place->second.preference) place->second = {channel.topic, found->preference};
    streams[stream.stream_id] = stream;
  }
  std::map<std::string, StreamConfig> mapping;
  for (const auto& [id, choice] : best) mapping[choice.topic] = streams[id];
  return mapping;
}

std::string list_topics(const logio::LogReader& log, std::size_t at_most) {
  std::string out;
  for (const logio::LogChannel& channel : log.channels()) {
    if (channel.id >= at_most) return out + format(", and {} more", log.channels().size() - at_most);
    const auto& statistics = log.info().channels;
    const uint64_t count = channel.id < statistics.size() ? statistics[channel.id].message_count : 0;
    out += format("{}{} ({}, {} messages)", out.empty() ? "" : ", ", shown(channel.topic), shown(channel.schema.name),
                  count);
  }
  return out.empty() ? "no topic" : out;
}

}  // namespace gs::convert
