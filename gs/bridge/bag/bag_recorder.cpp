// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/bag/bag_recorder.h"

#include <algorithm>
#include <chrono>

#include "gs/bridge/bag/qos_profile.h"
#include "gs/bridge/recorder/partial_file.h"
#include "gs/logio/mcap/writer.h"
#include "gs/ros2/wire/names.h"
#include "gs/rosmsg/schema/schema_text.h"

namespace gs::bridge {
namespace {

constexpr int32_t kReadingDepth = 200;  // messages per topic that may wait while the disk is slow

Timestamp wall_clock() {
  return {std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
              .count()};
}

}  // namespace

BagRecorder::BagRecorder(ros2::Node& node, BagRecordOptions options, std::unique_ptr<logio::LogWriter> writer)
    : node_(node), options_(std::move(options)), writer_(std::move(writer)) {}

BagRecorder::~BagRecorder() { subscriptions_.clear(); }

Result<std::unique_ptr<BagRecorder>> BagRecorder::create(ros2::Node& node, const std::filesystem::path& path,
                                                         const BagRecordOptions& options) {
  GS_TRY(auto sink, create_partial_file(path));
  GS_TRY(auto writer, logio::McapWriter::create(std::move(sink),
                                                {.profile = "ros2", .compression = options.compression, .threads = 1}));
  return std::unique_ptr<BagRecorder>(new BagRecorder(node, options, std::move(writer)));
}

std::vector<std::string> BagRecorder::look() {
  // Publishers of other processes, by ROS topic.
  std::map<std::string, std::vector<ros2::EndpointInfo>> writers;
  for (ros2::EndpointInfo& endpoint : node_.context().graph().endpoints()) {
    const auto name = ros2::ros_name(endpoint.topic);
    if (!endpoint.is_writer || !name || name->kind != ros2::RosNameKind::topic) continue;
    if (endpoint.guid.same_participant(node_.context().participant().guid())) continue;
    writers[name->name].push_back(std::move(endpoint));
  }
  std::vector<std::string> found;
  for (const auto& [topic, endpoints] : writers) {
    const auto& wanted = options_.topics;
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), topic) == wanted.end()) continue;
    if (recordings_.contains(topic) || refused_.contains(topic)) continue;
    const std::string type_name = ros2::ros_type(endpoints[0].type).value_or(endpoints[0].type);
    const rosmsg::MessageType* type = rosmsg::find_message_type(type_name);
    // Without the definition the MCAP channel would have no schema.
    if (type == nullptr) {
      refused_.insert(topic);
      node_.log(ros2::LogLevel::warning,
                "topic " + topic + " is not recorded: its type " + type_name + " is not built in");
      continue;
    }
    std::vector<ros2::Qos> offered;
    for (const ros2::EndpointInfo& endpoint : endpoints) offered.push_back(endpoint.qos);
    subscribe(topic, *type, offered);
    found.push_back(topic);
  }
  return found;
}

void BagRecorder::subscribe(const std::string& topic, const rosmsg::MessageType& type,
                            const std::vector<ros2::Qos>& offered) {
  const logio::LogChannel channel{.topic = topic,
                                  .message_encoding = "cdr",
                                  .schema = {type.name, "ros2msg", rosmsg::ros2msg_text(type)},
                                  .metadata = {{"offered_qos_profiles", offered_qos_text(offered)}}};
  Recording* recording = recordings_.emplace(topic, std::make_unique<Recording>()).first->second.get();
  {
    const std::lock_guard lock(mutex_);
    auto id = writer_->add_channel(channel);
    if (!id) {
      failed_ = std::move(id).error();
      return;
    }
    recording->channel = *id;
  }
  // Match all publishers, with a deep queue.
  ros2::Qos qos = weakest(offered);
  qos.depth = kReadingDepth;
  auto subscription = node_.subscribe_raw(topic, type, qos,
                                          [this, recording](const ros2::Sample& sample) { write(*recording, sample); });
  if (!subscription) return node_.log(ros2::LogLevel::error, subscription.error().message);
  subscriptions_.push_back(std::move(*subscription));
}

// Log time is the time of reception, publish time the time of sending.
void BagRecorder::write(Recording& to, const ros2::Sample& sample) {
  const std::lock_guard lock(mutex_);
  if (failed_) return;
  auto written = writer_->write(to.channel, wall_clock(), sample.source_time, to.sequence++, sample.payload);
  if (written) {
    ++messages_;
  } else {
    failed_ = std::move(written).error();
  }
}

Result<void> BagRecorder::close() {
  subscriptions_.clear();
  const std::lock_guard lock(mutex_);
  if (failed_) return *failed_;
  return writer_->close();
}

uint64_t BagRecorder::message_count() const {
  const std::lock_guard lock(mutex_);
  return messages_;
}

}  // namespace gs::bridge
