// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Topics of a log under construction; private to this folder.
#pragma once

#include <string>
#include <vector>

#include "gs/logio/api/log.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/schema/schema_text.h"

namespace gs::synth {

// Metadata "offered_qos_profiles" of a channel, as rosbag2 writes it: players publish with this QoS.
inline std::string qos_of(bool latched) {
  return std::string("- history: 1\n  depth: ") + (latched ? "1" : "10") +
         "\n  reliability: 1\n  durability: " + (latched ? "1" : "2") +
         "\n  deadline: {sec: 9223372036, nsec: 854775807}\n  lifespan: {sec: 9223372036, nsec: 854775807}\n"
         "  liveliness: 1\n  liveliness_lease_duration: {sec: 9223372036, nsec: 854775807}\n"
         "  avoid_ros_namespace_conventions: false\n";
}

// A channel of the log with its message type and sequence number.
template <rosmsg::Message M>
class Topic {
 public:
  // Adds the channel with its schema to the log. Errors: those of LogWriter::add_channel.
  static Result<Topic> open(logio::LogWriter& log, std::string name, bool latched = false) {
    logio::LogChannel channel{.topic = std::move(name), .message_encoding = "cdr"};
    channel.schema = {std::string(M::kType), "ros2msg", rosmsg::ros2msg_text(rosmsg::type_of<M>())};
    channel.metadata["offered_qos_profiles"] = qos_of(latched);
    Topic topic;
    GS_TRY(topic.id_, log.add_channel(channel));
    return topic;
  }
  // Encodes and writes one message. Errors: those of LogWriter::write.
  Result<void> write(logio::LogWriter& log, Timestamp recorded, Timestamp sent, const M& message) {
    rosmsg::encode_cdr_into(message, buffer_);
    return log.write(id_, recorded, sent, sequence_++, buffer_);
  }

 private:
  uint32_t id_ = 0, sequence_ = 0;
  std::vector<std::byte> buffer_;
};

// Topics of one camera; either raw or compressed is used.
struct CameraTopics {
  Topic<rosmsg::sensor_msgs::Image> raw;
  Topic<rosmsg::sensor_msgs::CompressedImage> compressed;
  Topic<rosmsg::sensor_msgs::CameraInfo> info;
};

}  // namespace gs::synth
