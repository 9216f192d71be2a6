// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/convert/ros_converter.h"

#include "gs/logio/tools/topics.h"
#include "gs/rosmsg/registry.h"
#include "gs/rosmsg/schema/md5sum.h"
#include "gs/rosmsg/schema/schema_text.h"
#include "gs/rosmsg/schema/type_hash.h"

namespace gs::convert {
namespace {

// QoS profile that rosbag2 stores for a reliable, transient local publisher with depth 1.
constexpr const char* kLatchedQos =
    "- history: 1\n  depth: 1\n  reliability: 1\n  durability: 1\n  deadline:\n    sec: 9223372036\n    nsec: "
    "854775807\n"
    "  lifespan:\n    sec: 9223372036\n    nsec: 854775807\n  liveliness: 1\n  liveliness_lease_duration:\n"
    "    sec: 9223372036\n    nsec: 854775807\n  avoid_ros_namespace_conventions: false";

// Types with the same layout in ROS 1 and ROS 2 may have different field or type names there; use the built-in
// definition, which has both.
rosmsg::Schema with_names_of_both(rosmsg::Schema schema, const std::string& ros2_name) {
  const rosmsg::MessageType* known = rosmsg::find_message_type(ros2_name);
  if (known == nullptr) return schema;
  const bool same = rosmsg::type_hash(*known) == rosmsg::type_hash(schema.root()) ||
                    rosmsg::ros1_md5sum(*known) == rosmsg::ros1_md5sum(schema.root());
  return same ? rosmsg::Schema(*known) : schema;
}

}  // namespace

MessageTarget parse_message_target(std::string_view word) {
  if (word == "cdr") return MessageTarget::cdr;
  if (word == "ros1") return MessageTarget::ros1;
  return MessageTarget::keep;
}

std::string RosConverter::profile(const std::string& input) const {
  if (target_ == MessageTarget::cdr) return "ros2";
  if (target_ == MessageTarget::ros1) return "ros1";
  return input;
}

Result<logio::LogChannel> RosConverter::convert_channel(const logio::LogChannel& channel) {
  const std::string wanted = target_ == MessageTarget::cdr ? "cdr" : target_ == MessageTarget::ros1 ? "ros1" : "";
  if (wanted.empty() || channel.message_encoding == wanted) return completed(channel);
  GS_TRY([[maybe_unused]] const rosmsg::MessageEncoding from, rosmsg::parse_message_encoding(channel.message_encoding));
  GS_TRY(rosmsg::Schema schema, rosmsg::find_schema(channel.schema.name, channel.schema.encoding, channel.schema.data));
  schema = with_names_of_both(schema, rosmsg::ros2_equivalent(channel.schema.name));
  auto converted = target_ == MessageTarget::cdr ? to_cdr(channel, schema.root()) : to_ros1(channel, schema.root());
  // Kept for convert_payload(), which needs it for every message.
  schemas_.insert_or_assign(channel.id, std::move(schema));
  return converted;
}

// Copies a channel that needs no conversion; adds the definition, md5sum and latching form if they are missing.
logio::LogChannel RosConverter::completed(logio::LogChannel channel) const {
  if (channel.schema.data.empty() && channel.schema.encoding.empty()) {
    if (const rosmsg::MessageType* known = rosmsg::find_message_type(channel.schema.name)) {
      channel.schema.encoding = channel.message_encoding == "ros1" ? "ros1msg" : "ros2msg";
      channel.schema.data =
          channel.message_encoding == "ros1" ? rosmsg::ros1msg_text(*known) : rosmsg::ros2msg_text(*known);
    }
  }
  if (channel.message_encoding != "ros1") return channel;
  const auto latching = channel.metadata.find("latching");
  if (latching != channel.metadata.end()) latching->second = logio::is_latched(channel) ? "1" : "0";
  if (!ros1_bag_ && latching != channel.metadata.end())
    latching->second = logio::is_latched(channel) ? "true" : "false";
  if (ros1_bag_ && !channel.metadata.contains("md5sum")) {
    const auto schema = rosmsg::find_schema(channel.schema.name, channel.schema.encoding, channel.schema.data);
    if (schema) channel.metadata["md5sum"] = rosmsg::ros1_md5sum(schema->root());
  }
  return channel;
}

// ROS 2 channel: type name, .msg text, type hash, and the QoS of a latched publisher.
Result<logio::LogChannel> RosConverter::to_cdr(const logio::LogChannel& channel,
                                               const rosmsg::MessageType& type) const {
  logio::LogChannel out{.topic = channel.topic, .message_encoding = "cdr"};
  out.schema = {
      .name = rosmsg::ros2_equivalent(channel.schema.name), .encoding = "ros2msg", .data = rosmsg::ros2msg_text(type)};
  out.metadata["topic_type_hash"] = rosmsg::type_hash(type);
  out.metadata["offered_qos_profiles"] = logio::is_latched(channel) ? kLatchedQos : "";
  return out;
}

// ROS 1 channel: short type name, definition text, md5sum, and latching in the form of the container.
Result<logio::LogChannel> RosConverter::to_ros1(const logio::LogChannel& channel,
                                                const rosmsg::MessageType& type) const {
  logio::LogChannel out{.topic = channel.topic, .message_encoding = "ros1"};
  out.schema = {
      .name = rosmsg::short_type_name(channel.schema.name), .encoding = "ros1msg", .data = rosmsg::ros1msg_text(type)};
  out.metadata["md5sum"] = rosmsg::ros1_md5sum(type);
  if (logio::is_latched(channel)) out.metadata["latching"] = ros1_bag_ ? "1" : "true";
  return out;
}

Result<Bytes> RosConverter::convert_payload(const logio::LogChannel& channel, Bytes payload) {
  const auto schema = schemas_.find(channel.id);
  if (schema == schemas_.end()) return payload;
  const bool to_cdr = target_ == MessageTarget::cdr;
  GS_TRY(const std::size_t used,
         rosmsg::convert_message(schema->second.root(),
                                 to_cdr ? rosmsg::MessageEncoding::ros1 : rosmsg::MessageEncoding::cdr, payload,
                                 to_cdr ? rosmsg::MessageEncoding::cdr : rosmsg::MessageEncoding::ros1, buffer_));
  // CDR messages may end with padding; other trailing bytes are counted.
  const Bytes rest = payload.subspan(used);
  if (!rest.empty() && !(channel.message_encoding == "cdr" && rosmsg::is_padding(rest)))
    trailing_[channel.topic] += rest.size();
  return Bytes(buffer_);
}

}  // namespace gs::convert
