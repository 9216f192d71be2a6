// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/inspect/topic_survey.h"

#include <algorithm>
#include <array>
#include <set>

#include "gs/logio/api/index_times.h"
#include "gs/rosmsg/decode.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/messages/std_msgs.h"
#include "gs/rosmsg/schema/schema.h"

namespace gs::builder {
namespace {

// Types of messages that begin with a header.
constexpr std::array<std::string_view, 12> kWithHeader = {"sensor_msgs/msg/Image",
                                                          "sensor_msgs/msg/CompressedImage",
                                                          "sensor_msgs/msg/CameraInfo",
                                                          "sensor_msgs/msg/PointCloud2",
                                                          "sensor_msgs/msg/Imu",
                                                          "sensor_msgs/msg/NavSatFix",
                                                          "nav_msgs/msg/Odometry",
                                                          "geometry_msgs/msg/PoseStamped",
                                                          "geometry_msgs/msg/TwistStamped",
                                                          "geometry_msgs/msg/PoseWithCovarianceStamped",
                                                          "nav_msgs/msg/Path",
                                                          "sensor_msgs/msg/LaserScan"};

// The begin of every message with a header; what follows is not read.
struct HeaderFirst {
  static constexpr std::string_view kType = "std_msgs/msg/Header";
  rosmsg::std_msgs::Header header;
  static void describe(auto& f) { f("header", &HeaderFirst::header); }
};

// Fills in everything that follows from the sorted stamps.
void complete_times(TopicTimes& times, Timestamp start, Timestamp end) {
  std::vector<double> periods;
  times.density.assign(kDensityCells, 0);
  const double span = std::max(1e-9, (end - start).seconds());
  for (std::size_t i = 0; i < times.stamps.size(); ++i) {
    const double at = (times.stamps[i] - start).seconds() / span;
    times.density[std::min(kDensityCells - 1, static_cast<std::size_t>(std::max(0.0, at) * kDensityCells))] += 1;
    if (i == 0) continue;
    periods.push_back((times.stamps[i] - times.stamps[i - 1]).seconds());
    if (periods.back() > times.longest_gap_s) {
      times.longest_gap_s = periods.back(), times.gap_from_s = (times.stamps[i - 1] - start).seconds();
    }
  }
  const double most = std::ranges::max(times.density);
  for (double& cell : times.density) cell = most > 0 ? cell / most : 0;
  if (periods.empty()) return;
  std::ranges::nth_element(periods, periods.begin() + static_cast<std::ptrdiff_t>(periods.size() / 2));
  const double median = periods[periods.size() / 2];
  times.rate_hz = median > 0 ? 1 / median : 0;
}

// Adds the header and, for sweeps, the field names of one message.
void take_message(const logio::MessageView& message, TopicSample& sample, std::vector<double>& offsets) {
  ++sample.read;
  if (!sample.has_header) return;
  const auto decoded = rosmsg::decode_message<HeaderFirst>(message.channel->message_encoding, message.data);
  if (!decoded) return;
  const Timestamp stamp = decoded->header.stamp.timestamp();
  if (sample.frame.empty()) sample.frame = decoded->header.frame_id;
  if (stamp.ns <= 0) {
    ++sample.unstamped;
    return;
  }
  if (offsets.empty()) sample.first_stamp_s = static_cast<double>(stamp.ns) * 1e-9;
  offsets.push_back((message.log_time - stamp).seconds());
}

}  // namespace

Result<std::map<std::string, TopicTimes>> survey_times(const logio::LogReader& log, Problems& problems) {
  std::vector<std::vector<Timestamp>> by_channel(log.channels().size());
  const auto take = [&](uint32_t channel, Timestamp time) {
    if (channel < by_channel.size()) by_channel[channel].push_back(time);
  };
  if (!visit_index_times(log, take)) {
    for (auto& stamps : by_channel) stamps.clear();
    GS_TRY(const auto stream, log.read({.order = logio::Order::file, .threads = 2}, problems));
    while (true) {
      GS_TRY(const auto batch, stream->next_batch());
      if (batch.empty()) break;
      for (const logio::MessageView& message : batch) take(message.channel->id, message.log_time);
    }
  }
  std::map<std::string, TopicTimes> out;
  const Timestamp start = log.info().start.value_or(Timestamp{}), end = log.info().end.value_or(Timestamp{});
  for (const logio::LogChannel& channel : log.channels()) {
    auto& stamps = out[channel.topic].stamps;
    stamps.insert(stamps.end(), by_channel[channel.id].begin(), by_channel[channel.id].end());
  }
  for (auto& [topic, times] : out) {
    std::ranges::sort(times.stamps);
    complete_times(times, start, end);
  }
  return out;
}

TopicSample sample_topic(const logio::LogReader& log, const std::string& topic, const std::vector<Timestamp>& stamps,
                         std::size_t count, Problems& problems) {
  TopicSample sample;
  const auto channel = std::ranges::find(log.channels(), topic, &logio::LogChannel::topic);
  if (channel == log.channels().end() || stamps.empty()) return sample;
  const std::string type = rosmsg::ros2_equivalent(channel->schema.name);
  sample.has_header = std::ranges::find(kWithHeader, type) != kWithHeader.end();
  const std::size_t most = std::min(count, stamps.size());
  std::vector<double> offsets;
  for (std::size_t i = 0; i < most; ++i) {
    const Timestamp at = stamps[most == 1 ? 0 : i * (stamps.size() - 1) / (most - 1)];
    const auto stream = log.read({.topics = {topic}, .begin = at, .end = Timestamp{at.ns + 1}}, problems);
    if (!stream) continue;
    const auto batch = (*stream)->next_batch();
    if (!batch || batch->empty()) continue;
    take_message(batch->front(), sample, offsets);
    if (type != rosmsg::sensor_msgs::PointCloud2::kType || !sample.fields.empty()) continue;
    const auto cloud =
        rosmsg::decode_message<rosmsg::sensor_msgs::PointCloud2>(channel->message_encoding, batch->front().data);
    if (!cloud) continue;
    for (const auto& field : cloud->fields) sample.fields.push_back(field.name);
  }
  if (offsets.empty()) return sample;
  std::ranges::nth_element(offsets, offsets.begin() + static_cast<std::ptrdiff_t>(offsets.size() / 2));
  sample.offset_s = offsets[offsets.size() / 2];
  return sample;
}

}  // namespace gs::builder
