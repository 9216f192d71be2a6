// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/ingest/track_topics.h"

#include <algorithm>

#include "gs/camera/camera_message.h"
#include "gs/lidar/lidar_decoder.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/messages/tf2_msgs.h"

namespace gs::builder {
namespace {

// The topic asked for, or the one of this type with most bytes (messages, where bytes are unknown); empty: none.
Result<std::string> choose(const logio::LogReader& log, const std::string& wanted, std::string_view type) {
  std::string best;
  std::pair<uint64_t, uint64_t> most{};
  for (const logio::LogChannel& channel : log.channels()) {
    if (!has_type(channel, type)) continue;
    if (channel.topic == wanted) return wanted;
    const logio::ChannelStatistics& count = log.info().channels[channel.id];
    const std::pair size{count.data_bytes, count.message_count};
    if (best.empty() || size > most) best = channel.topic, most = size;
  }
  if (wanted.empty()) return best;
  return fail(ErrorCode::topic_not_found, "the log has no topic of type {} named {}", type, wanted);
}

// The LiDAR topic: a point cloud if there is one, else the packets with most bytes; empty: none.
Result<std::string> choose_lidar(const logio::LogReader& log, const std::string& wanted) {
  for (const logio::LogChannel& channel : log.channels()) {
    if (channel.topic == wanted && lidar::find_format(channel.schema.name) != nullptr) return wanted;
  }
  GS_TRY(std::string found, choose(log, wanted, rosmsg::sensor_msgs::PointCloud2::kType));
  for (const lidar::LidarFormat& format : lidar::all_formats()) {
    if (!found.empty()) break;
    if (format.type.find("/msg/") == std::string_view::npos) continue;  // foxglove
    GS_TRY(found, choose(log, wanted, format.type));
  }
  return found;
}

}  // namespace

bool has_type(const logio::LogChannel& channel, std::string_view ros2_type) {
  std::string ros1(ros2_type);
  ros1.erase(ros1.find("/msg"), 4);
  return channel.schema.name == ros2_type || channel.schema.name == ros1;
}

Result<TrackTopics> choose_track_topics(const logio::LogReader& log, const LidarTrackOptions& options) {
  TrackTopics out;
  GS_TRY(out.lidar, choose_lidar(log, options.lidar_topic));
  if (out.lidar.empty()) {
    return fail(ErrorCode::topic_not_found, "the log has no LiDAR topic: neither point clouds nor known packets")
        .with_hint("docs/lidar_formats.md lists the message types that are read");
  }
  if (options.use_imu) {
    GS_TRY(out.imu, choose(log, options.imu_topic, rosmsg::sensor_msgs::Imu::kType));
  }
  if (options.use_odometry) {
    GS_TRY(out.odometry, choose(log, options.odometry_topic, rosmsg::nav_msgs::Odometry::kType));
  }
  for (const logio::LogChannel& channel : log.channels()) {
    if (has_type(channel, rosmsg::tf2_msgs::TFMessage::kType)) out.transforms.push_back(channel.topic);
  }
  return out;
}

Result<LogClocks> survey_track_clocks(const logio::LogReader& log, const LidarTrackOptions& options,
                                      Problems& problems) {
  GS_TRY(const TrackTopics chosen, choose_track_topics(log, options));
  std::vector<TopicClock> topics{{.topic = chosen.lidar, .role = ClockRole::lidar}};
  if (!chosen.odometry.empty()) topics.push_back({.topic = chosen.odometry, .role = ClockRole::poses});
  if (!chosen.imu.empty()) topics.push_back({.topic = chosen.imu, .role = ClockRole::other});
  for (const std::string& topic : chosen.transforms) topics.push_back({.topic = topic, .role = ClockRole::transforms});
  // Cameras show whether the recording clock is that of the sensors.
  for (const logio::LogChannel& channel : log.channels()) {
    const bool known = std::ranges::find(topics, channel.topic, &TopicClock::topic) != topics.end();
    if (!known && camera::find_format(channel.schema.name) != nullptr) {
      topics.push_back({.topic = channel.topic, .role = ClockRole::camera});
    }
  }
  Problems ignored;  // of samples; the odometry reports damage
  GS_TRY(LogClocks clocks, survey_clocks(log, std::move(topics), options.window.begin, ignored));
  if (clocks.failure) {
    return fail(ErrorCode::invalid_data, "{}", clocks.failure->message).with_hint(clocks.failure->suggestion);
  }
  for (const Problem& warning : clocks.warnings) problems.add(warning);
  return clocks;
}

}  // namespace gs::builder
