// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/convert/stream_choice.h"

#include <algorithm>

#include "gs/convert/topics.h"

namespace gs::convert {
namespace {

constexpr std::string_view kDevice = "D435i";  // flavors always name this model, whichever one recorded

// Checks that every mapped topic exists and has the message type of its stream.
Converted<Done> check_mapping(const logio::LogReader& log, const TopicMapping& mapping) {
  for (const auto& entry : mapping) {
    const std::string& topic = entry.first;
    const StreamConfig& stream = entry.second;
    const auto found = std::find_if(log.channels().begin(), log.channels().end(),
                                    [&](const logio::LogChannel& channel) { return channel.topic == topic; });
    if (found == log.channels().end()) {
      return MissingTopicError{
          fail(ErrorCode::topic_not_found, "the mapping refers to {}, which is not in the log", topic)
              .with_hint("topics of the log: " + list_topics(log))};
    }
    if (!(stream.is_image() ? is_image_type(found->schema.name) : is_imu_type(found->schema.name))) {
      return MissingTopicError{fail(ErrorCode::invalid_data, "{} holds {}, which a stream of type {} cannot use", topic,
                                    found->schema.name, stream.stream_type)};
    }
  }
  return Done{};
}

}  // namespace

Converted<TopicMapping> choose_streams(const logio::LogReader& log, const ConverterConfig& config) {
  if (!config.topic_mapping.empty()) {
    GS_CHECK(check_mapping(log, config.topic_mapping));
    return config.topic_mapping;
  }
  // Colour and depth are required, unless --allow-missing-topics is set and at least one stream was found.
  auto mapping = automatic_mapping(log, config.phase, kDevice);
  for (const char* needed : {"color", "depth"}) {
    const bool found = std::any_of(mapping.begin(), mapping.end(),
                                   [&](const auto& entry) { return entry.second.stream_type == needed; });
    if (found || (config.allow_missing_topics && !mapping.empty())) continue;
    return MissingTopicError{
        fail(ErrorCode::topic_not_found, "the log has no {} image topic of a RealSense camera; it holds {}", needed,
             list_topics(log))
            .with_hint("list the topics in a file for --mapping, one per line:  /my/topic: {stream_id: 1001, "
                       "stream_type: color}; or use --allow-missing-topics to convert the others")};
  }
  return mapping;
}

logio::vrs::StreamId vrs_id(const TopicMapping& mapping, const StreamConfig& stream) {
  // With the default ids, the last three digits are the instance, so that ids do not depend on the other streams.
  const bool regular = std::all_of(mapping.begin(), mapping.end(), [](const auto& entry) {
    const int id = entry.second.stream_id;
    return entry.second.recordable_type() == logio::vrs::recordable::forward_camera ? id > 1000 && id < 1100
                                                                                    : id > 2000 && id < 2100;
  });
  if (regular) return {stream.recordable_type(), static_cast<uint16_t>(stream.stream_id % 1000)};
  uint16_t instance = 1;
  for (const auto& [topic, other] : mapping) {
    if (other.recordable_type() == stream.recordable_type() && other.stream_id < stream.stream_id) ++instance;
  }
  return {stream.recordable_type(), instance};
}

}  // namespace gs::convert
