// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/convert/topics.h"

#include <algorithm>
#include <regex>

#include "gs/core/format.h"

namespace gs {
namespace {

struct Pattern {
  std::regex topic;
  std::string_view type;
  int preference;
};

const std::vector<Pattern>& patterns() {
  static const std::vector<Pattern> all = [] {
    std::vector<Pattern> list;
    const auto add = [&](const char* text, std::string_view type, int preference = 0) {
      list.push_back({std::regex(text), type, preference});
    };
    add("/device_\\d+/sensor_\\d+/Color_\\d+/image/data", "color");
    add("/device_\\d+/sensor_\\d+/Depth_\\d+/image/data", "depth");
    add("/device_\\d+/sensor_\\d+/Infrared_(\\d+)/image/data", "infrared");
    add("/device_\\d+/sensor_\\d+/Accel_\\d+/imu/data", "imu_accel");
    add("/device_\\d+/sensor_\\d+/Gyro_\\d+/imu/data", "imu_gyro");
    add("(/[^/]+)*/color/image_raw", "color");
    add("(/[^/]+)*/depth/image_rect_raw", "depth", 0);
    add("(/[^/]+)*/depth/image_raw", "depth", 1);
    add("(/[^/]+)*/aligned_depth_to_color/image_raw", "depth", 2);
    add("(?:/[^/]+)*/infra(\\d+)/image_(?:rect_)?raw", "infrared");
    add("(/[^/]+)*/accel/sample", "imu_accel");
    add("(/[^/]+)*/gyro/sample", "imu_gyro");
    add("/camera(/[^/]+)*/imu", "imu");
    return list;
  }();
  return all;
}

bool has_messages(const LogReader& log, const LogChannel& channel) {
  const auto& statistics = log.info().channels;
  return channel.id >= statistics.size() || statistics[channel.id].message_count > 0;
}

}  // namespace

std::optional<RecognisedTopic> recognise_topic(std::string_view topic) {
  const std::string text(topic);
  for (const Pattern& pattern : patterns()) {
    std::smatch match;
    if (!std::regex_match(text, match, pattern.topic)) continue;
    RecognisedTopic out{.stream_type = std::string(pattern.type), .preference = pattern.preference};
    if (pattern.type == "infrared") out.infrared_index = std::clamp(std::atoi(match[1].str().c_str()), 1, 9);
    return out;
  }
  return std::nullopt;
}

std::optional<SdkPrefix> sdk_prefix(std::string_view topic) {
  static const std::regex pattern("(/device_\\d+/sensor_(\\d+)/[A-Za-z]+_\\d+)(/.*)?");
  std::match_results<std::string_view::const_iterator> match;
  if (!std::regex_match(topic.begin(), topic.end(), match, pattern)) return std::nullopt;
  return SdkPrefix{.prefix = match[1].str(), .sensor = std::atoi(match[2].str().c_str())};
}

bool is_sdk_log(const LogReader& log) {
  return std::any_of(log.channels().begin(), log.channels().end(), [](const LogChannel& channel) {
    return channel.topic == "/file_version" || channel.topic.starts_with("/device_0/");
  });
}

bool is_image_type(std::string_view type) { return type == "sensor_msgs/Image" || type == "sensor_msgs/msg/Image"; }
bool is_imu_type(std::string_view type) { return type == "sensor_msgs/Imu" || type == "sensor_msgs/msg/Imu"; }

std::vector<std::string> camera_info_candidates(std::string_view image_topic) {
  if (const auto sdk = sdk_prefix(image_topic))
    return {sdk->prefix + "/info/camera_info", sdk->prefix + "/camera_info"};
  const std::string folder(image_topic.substr(0, image_topic.rfind('/')));
  return {folder + "/camera_info"};
}

std::optional<std::string> metadata_topic(std::string_view data_topic) {
  if (!sdk_prefix(data_topic) || !data_topic.ends_with("/data")) return std::nullopt;
  return std::string(data_topic.substr(0, data_topic.size() - 4)) + "metadata";
}

std::map<std::string, StreamConfig> automatic_mapping(const LogReader& log, std::string_view phase,
                                                      std::string_view device) {
  const std::vector<std::string> wanted = stream_types_of_phase(phase);
  struct Choice {
    std::string topic;
    int preference;
  };
  std::map<int, Choice> best;  // by logical id
  std::map<int, StreamConfig> streams;
  for (const LogChannel& channel : log.channels()) {
    const auto found = recognise_topic(channel.topic);
    if (!found || std::find(wanted.begin(), wanted.end(), found->stream_type) == wanted.end()) continue;
    const StreamConfig stream = default_stream(found->stream_type, device, found->infrared_index);
    if (!(stream.is_image() ? is_image_type(channel.schema.name) : is_imu_type(channel.schema.name))) continue;
    if (!has_messages(log, channel)) continue;
    const auto [place, fresh] = best.try_emplace(stream.stream_id, Choice{channel.topic, found->preference});
    if (!fresh && found->preference < place->second.preference) place->second = {channel.topic, found->preference};
    streams[stream.stream_id] = stream;
  }
  std::map<std::string, StreamConfig> mapping;
  for (const auto& [id, choice] : best) mapping[choice.topic] = streams[id];
  return mapping;
}

std::string list_topics(const LogReader& log, std::size_t at_most) {
  std::string out;
  for (const LogChannel& channel : log.channels()) {
    if (channel.id >= at_most) return out + format(", and {} more", log.channels().size() - at_most);
    const auto& statistics = log.info().channels;
    const uint64_t count = channel.id < statistics.size() ? statistics[channel.id].message_count : 0;
    out += format("{}{} ({}, {} messages)", out.empty() ? "" : ", ", channel.topic, channel.schema.name, count);
  }
  return out.empty() ? "no topic at all" : out;
}

}  // namespace gs
