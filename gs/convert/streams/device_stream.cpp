// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/convert/streams/device_stream.h"

#include "gs/core/format.h"
#include "gs/rosmsg/decode.h"
#include "gs/rosmsg/json.h"
#include "gs/rosmsg/messages/diagnostic_msgs.h"
#include "gs/rosmsg/registry.h"

namespace gs::convert {
namespace {

using vrs_layout::DeviceConfiguration;
using vrs_layout::DeviceMessage;
using vrs_layout::FrameMetadata;

// Stream tags with a flavor like those of the other streams.
logio::vrs::StreamTags named(logio::vrs::StreamId id, std::string_view word, int logical_id) {
  logio::vrs::StreamTags tags = logio::vrs::make_stream_tags(id, format("RealSense_D435i_{}|id:{}", word, logical_id));
  tags.user["stream_id"] = std::to_string(logical_id);
  return tags;
}

// The message as JSON; empty for unknown types.
std::string readable(const logio::LogChannel& channel, Bytes data) {
  const rosmsg::MessageType* type = rosmsg::find_message_type(channel.schema.name);
  const auto encoding = rosmsg::parse_message_encoding(channel.message_encoding);
  if (type == nullptr || !encoding) return {};
  const rosmsg::MessageJsonOptions options{.layout = JsonWriter::Layout::compact, .max_array_items = 100};
  return rosmsg::message_to_json(*type, *encoding, data, options).value_or("");
}

DeviceMessage device_message(const logio::MessageView& message, double time) {
  const logio::LogChannel& channel = *message.channel;
  const auto* bytes = reinterpret_cast<const uint8_t*>(message.data.data());
  return {.timestamp = time,
          .log_time_ns = message.log_time.ns,
          .publish_time_ns = message.publish_time.ns,
          .sequence = message.sequence,
          .topic = channel.topic,
          .type = channel.schema.name,
          .encoding = channel.message_encoding,
          .text = readable(channel, message.data),
          .message = {bytes, bytes + message.data.size()}};
}

}  // namespace

// Metadata records need no configuration.
logio::vrs::StreamTags MetadataStream::tags() {
  logio::vrs::StreamTags tags = named(kId, "FrameMetadata", vrs_layout::kMetadataStream);
  add_record_format(tags, logio::vrs::RecordType::data, logio::vrs::layout_of<FrameMetadata>(), false);
  return tags;
}

Converted<Done> MetadataStream::write(const logio::MessageView& message, const OutputStream& frame) {
  GS_TRY(auto entry, as<RosbagReadError>(rosmsg::decode_message<rosmsg::diagnostic_msgs::KeyValue>(
                                             message.channel->message_encoding, message.data)
                                             .with_context(message.channel->topic)));
  FrameMetadata& pending = pending_[message.channel->topic];
  // The first key of a frame sets the times of the record.
  if (pending.keys.empty()) {
    pending.timestamp = frame.last_time();
    pending.log_time_ns = message.log_time.ns;
    pending.stream_id = static_cast<uint32_t>(frame.config().stream_id);
    pending.topic = message.channel->topic;
  }
  pending_bytes_ += message.data.size();
  pending.keys.push_back(std::move(entry.key));
  pending.values.push_back(std::move(entry.value));
  ++count_;
  return Done{};
}

Converted<Done> MetadataStream::flush(logio::vrs::OrderedWriter& out) {
  for (const auto& [topic, pending] : pending_) {
    const auto layout = logio::vrs::encode_layout(pending);
    const Bytes parts[] = {layout};
    GS_CHECK(as<VRSWriteError>(out.write({.stream = kId, .timestamp = pending.timestamp}, parts)));
  }
  pending_.clear();
  pending_bytes_ = 0;
  return Done{};
}

logio::vrs::StreamTags DeviceStream::tags() {
  logio::vrs::StreamTags tags = named(kId, "Device", vrs_layout::kDeviceStream);
  add_record_format(tags, logio::vrs::RecordType::configuration, logio::vrs::layout_of<DeviceConfiguration>(), false);
  add_record_format(tags, logio::vrs::RecordType::data, logio::vrs::layout_of<DeviceMessage>(), false);
  return tags;
}

void DeviceStream::begin(const std::set<const logio::LogChannel*>& channels, const std::vector<StaticMessage>& statics,
                         logio::vrs::OrderedWriter& out) {
  // Definitions first, so that readers can decode the messages behind them.
  DeviceConfiguration configuration;
  for (const logio::LogChannel* channel : channels) {
    configuration.definitions[channel->schema.name] = channel->schema.data;
    configuration.schema_encodings[channel->schema.name] = channel->schema.encoding;
    const auto md5 = channel->metadata.find("md5sum");
    if (md5 != channel->metadata.end()) configuration.md5sums[channel->schema.name] = md5->second;
  }
  out.add_prologue({.stream = kId, .type = logio::vrs::RecordType::configuration},
                   logio::vrs::encode_layout(configuration));
  for (const StaticMessage& message : statics) {
    if (!channels.contains(message.channel)) continue;
    const logio::MessageView view{message.channel, message.log_time, message.publish_time, message.sequence,
                                  message.data};
    out.add_prologue({.stream = kId}, logio::vrs::encode_layout(device_message(view, 0)));
    ++count_;
  }
}

Converted<Done> DeviceStream::write(const logio::MessageView& message, double time, logio::vrs::OrderedWriter& out) {
  const auto layout = logio::vrs::encode_layout(device_message(message, time));
  const Bytes parts[] = {layout};
  ++count_;
  return as<VRSWriteError>(out.write({.stream = kId, .timestamp = time}, parts));
}

}  // namespace gs::convert
