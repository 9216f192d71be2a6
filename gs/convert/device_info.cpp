// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/convert/device_info.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>
#include <set>

#include "gs/convert/topics.h"
#include "gs/rosmsg/decode.h"
#include "gs/rosmsg/messages/diagnostic_msgs.h"
#include "gs/rosmsg/messages/std_msgs.h"

namespace gs::convert {
namespace {

// The timestamp domain is among the first few metadata keys of a frame.
constexpr int kMaxMetadataLooks = 2000;
// Limit of static messages kept in memory; a device has a few kilobytes.
constexpr uint64_t kMaxStaticBytes = 64 << 20;

// Shortest decimal text of a float.
std::string shortest(float value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof(text), value).ptr;
  return {text, end};
}

// Reads messages until keep_going(message) returns false.
Converted<Done> read_while(const logio::LogReader& log, const logio::ReadOptions& options, Problems& problems,
                           const std::function<bool(const logio::MessageView&)>& keep_going) {
  GS_TRY(const auto stream, as<RosbagReadError>(log.read(options, problems)));
  while (true) {
    GS_TRY(const auto batch, as<RosbagReadError>(stream->next_batch()));
    if (batch.empty()) return Done{};
    for (const logio::MessageView& message : batch) {
      if (!keep_going(message)) return Done{};
    }
  }
}

// Messages of a topic over all its channels.
uint64_t count_of(const logio::LogReader& log, const std::string& topic) {
  uint64_t count = 0;
  for (const logio::LogChannel& channel : log.channels()) {
    if (channel.topic == topic && channel.id < log.info().channels.size()) {
      count += log.info().channels[channel.id].message_count;
    }
  }
  return count;
}

// Distinct topics of the channels that satisfy `wanted`.
std::vector<std::string> topics_where(const logio::LogReader& log,
                                      const std::function<bool(const logio::LogChannel&)>& wanted) {
  std::set<std::string> topics;
  for (const logio::LogChannel& channel : log.channels()) {
    if (wanted(channel)) topics.insert(channel.topic);
  }
  return {topics.begin(), topics.end()};
}

// Parses 12 from "/device_0/sensor_12/info"; `at` is the position of "/sensor_". Saturates, since the digits come from
// the file.
int sensor_number(const std::string& topic, std::size_t at) {
  constexpr std::size_t kMarkBytes = std::string_view("/sensor_").size();
  const char* begin = topic.data() + at + kMarkBytes;
  int number = 0;
  const auto error = std::from_chars(begin, topic.data() + topic.size(), number).ec;
  return error == std::errc::result_out_of_range ? std::numeric_limits<int>::max() : number;
}

// Option of a sensor: "/device_0/sensor_1/option/Depth Units/value" is "Depth Units" of sensor 1. Newer files write
// underscores.
void note_option(DeviceInfo& survey, const std::string& topic, float value) {
  constexpr std::string_view mark = "/option/";
  const std::size_t at = topic.find(mark);
  const std::size_t end = topic.rfind("/value");
  const std::size_t sensor = topic.find("/sensor_");
  if (at == std::string::npos || end == std::string::npos || sensor == std::string::npos || end <= at) return;
  std::string name = topic.substr(at + mark.size(), end - at - mark.size());
  std::replace(name.begin(), name.end(), '_', ' ');
  survey.sensors[sensor_number(topic, sensor)]["option/" + name] = shortest(value);
}

// Key and value of the device, or of a sensor if the topic names one.
void note_key(DeviceInfo& survey, const std::string& topic, const rosmsg::diagnostic_msgs::KeyValue& entry) {
  const std::size_t sensor = topic.find("/sensor_");
  TextMap& map = sensor == std::string::npos ? survey.device : survey.sensors[sensor_number(topic, sensor)];
  map[entry.key] = entry.value;
}

// Extracts device information from a static message. Errors are those of decoding; the message is kept unchanged.
Result<void> interpret(DeviceInfo& survey, const logio::LogChannel& channel, Bytes data) {
  const std::string& topic = channel.topic;
  const auto prefix = sdk_prefix(topic);
  if (topic == "/file_version") {
    GS_TRY(const auto version, rosmsg::decode_message<rosmsg::std_msgs::UInt32>(channel.message_encoding, data));
    survey.file_version = version.data;
  } else if (topic.ends_with("/info") && channel.schema.name.ends_with("/KeyValue")) {
    GS_TRY(const auto entry, rosmsg::decode_message<rosmsg::diagnostic_msgs::KeyValue>(channel.message_encoding, data));
    note_key(survey, topic, entry);
  } else if (topic.ends_with("/value") && channel.schema.name.ends_with("/Float32")) {
    GS_TRY(const auto value, rosmsg::decode_message<rosmsg::std_msgs::Float32>(channel.message_encoding, data));
    note_option(survey, topic, value.data);
  } else if (prefix && topic.ends_with("/imu_intrinsic")) {
    GS_TRY(survey.imu_intrinsics[prefix->prefix],
           rosmsg::decode_message<rosmsg::realsense_msgs::ImuIntrinsic>(channel.message_encoding, data));
  } else if (prefix && topic.starts_with(prefix->prefix + "/tf/")) {
    GS_TRY(survey.extrinsics[prefix->prefix],
           rosmsg::decode_message<rosmsg::geometry_msgs::Transform>(channel.message_encoding, data));
  }
  return {};
}

// Static messages of an SDK bag.
Converted<Done> read_statics(const logio::LogReader& log, DeviceInfo& survey, Problems& problems) {
  const auto topics = topics_where(log, [](const logio::LogChannel& channel) {
    return !is_image_type(channel.schema.name) && !is_imu_type(channel.schema.name) &&
           !channel.topic.ends_with("/metadata");
  });
  if (topics.empty()) return Done{};
  uint64_t bytes = 0;
  GS_CHECK(read_while(log, {.topics = topics, .end = kStaticEnd}, problems, [&](const logio::MessageView& message) {
    // Stop at the limit; the error is returned below.
    bytes += message.data.size();
    if (bytes > kMaxStaticBytes) return false;
    if (auto read = interpret(survey, *message.channel, message.data); !read) {
      problems.add(Severity::warning, std::move(read).error().with_context(message.channel->topic));
    }
    survey.statics.push_back({.channel = message.channel,
                              .log_time = message.log_time,
                              .publish_time = message.publish_time,
                              .sequence = message.sequence,
                              .data = {message.data.begin(), message.data.end()}});
    return true;
  }));
  if (bytes <= kMaxStaticBytes) return Done{};
  return RosbagReadError{
      fail(ErrorCode::limit_exceeded, "the messages at log time 0 exceed the limit of {} bytes", kMaxStaticBytes)
          .with_hint("an SDK bag has only device information there; remove other messages with "
                     "gs-log filter --time-range")};
}

// First camera_info of each image topic.
Converted<Done> read_camera_infos(const logio::LogReader& log, const std::map<std::string, StreamConfig>& mapping,
                                  DeviceInfo& survey, Problems& problems) {
  std::map<std::string, std::string> image_of;  // camera_info topic -> image topic
  for (const auto& [topic, stream] : mapping) {
    if (!stream.is_image()) continue;
    auto candidates = camera_info_candidates(topic);
    if (!stream.camera_info_topic.empty()) candidates = {stream.camera_info_topic};
    for (const std::string& candidate : candidates) {
      if (count_of(log, candidate) == 0) continue;
      image_of[candidate] = topic;
      break;
    }
  }
  if (image_of.empty()) return Done{};
  logio::ReadOptions options{.order = logio::Order::file};
  for (const auto& [info_topic, image_topic] : image_of) options.topics.push_back(info_topic);
  std::optional<Error> damage;
  GS_CHECK(read_while(log, options, problems, [&](const logio::MessageView& message) {
    const std::string& image_topic = image_of.at(message.channel->topic);
    if (survey.cameras.contains(image_topic)) return true;
    auto info = rosmsg::decode_message<rosmsg::sensor_msgs::CameraInfo>(message.channel->message_encoding, message.data)
                    .with_context(message.channel->topic);
    if (!info) return damage = std::move(info).error(), false;
    survey.cameras[image_topic] = {.topic = message.channel->topic,
                                   .info = *std::move(info),
                                   .log_time = message.log_time,
                                   .count = count_of(log, message.channel->topic)};
    return survey.cameras.size() < image_of.size();
  }));
  if (damage) return RosbagReadError{*std::move(damage)};
  return Done{};
}

// Timestamp domain ("Hardware Clock" ...) of each stream, from the metadata of its first frames.
Converted<Done> read_domains(const logio::LogReader& log, const std::map<std::string, StreamConfig>& mapping,
                             DeviceInfo& survey, Problems& problems) {
  std::map<std::string, std::string> data_of;  // metadata topic -> data topic
  for (const auto& [topic, stream] : mapping) {
    const auto metadata = metadata_topic(topic);
    if (metadata && count_of(log, *metadata) > 0) data_of[*metadata] = topic;
  }
  if (data_of.empty()) return Done{};
  logio::ReadOptions options{.order = logio::Order::file};
  for (const auto& [metadata, data] : data_of) options.topics.push_back(metadata);
  int looks = 0;
  return read_while(log, options, problems, [&](const logio::MessageView& message) {
    const auto entry =
        rosmsg::decode_message<rosmsg::diagnostic_msgs::KeyValue>(message.channel->message_encoding, message.data);
    if (entry && entry->key == "timestamp_domain") survey.domains[data_of.at(message.channel->topic)] = entry->value;
    return ++looks < kMaxMetadataLooks && survey.domains.size() < data_of.size();
  });
}

}  // namespace

Converted<DeviceInfo> find_devices(const logio::LogReader& log, const std::map<std::string, StreamConfig>& mapping,
                                   Problems& problems) {
  DeviceInfo survey{.sdk = is_sdk_log(log)};
  if (survey.sdk) GS_CHECK(read_statics(log, survey, problems));
  GS_CHECK(read_camera_infos(log, mapping, survey, problems));
  GS_CHECK(read_domains(log, mapping, survey, problems));
  return survey;
}

}  // namespace gs::convert
