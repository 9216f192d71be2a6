// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/inspect/topic_survey.h"

#include <algorithm>

#include "gs/builder/topics/message_header.h"
#include "gs/lidar/lidar_decoder.h"
#include "gs/logio/api/index_times.h"
#include "gs/rosmsg/decode.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/schema/schema.h"

namespace gs::builder {
namespace {

// Fills in everything that follows from the sorted stamps.
void complete_times(TopicTimes& times, Timestamp start, Timestamp end) {
  std::vector<double> periods;
  times.density.assign(kDensityCells, 0);
  const double span = std::max(1e-9, (end - start).seconds());
  for (std::size_t i = 0; i < times.stamps.size(); ++i) {
    // An index may hold times outside those that it states for the log.
    const double at = std::clamp((times.stamps[i] - start).seconds() / span, 0.0, 1.0);
    times.density[std::min(kDensityCells - 1, static_cast<std::size_t>(at * kDensityCells))] += 1;
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

// The frame of a message: from its header, or from the decoder of a LiDAR whose messages have none. Empty: unknown.
std::string frame_of(const logio::MessageView& message) {
  if (const auto header = header_of(message)) return header->frame_id;
  const lidar::LidarFormat* lidar = lidar::find_format(message.channel->schema.name);
  if (lidar == nullptr) return {};
  if (!lidar->frame.empty()) return std::string(lidar->frame);
  const auto decoder = lidar::make_decoder(message.channel->schema.name, {});
  if (!decoder) return {};
  const auto sweeps = (*decoder)->take({message.channel->message_encoding, message.data, message.log_time});
  return sweeps && !sweeps->empty() ? sweeps->front().frame_id : std::string();
}

// Adds the frame and, for clouds, the field names of one message.
void take_message(const logio::MessageView& message, TopicSample& sample) {
  ++sample.read;
  if (sample.frame.empty()) sample.frame = frame_of(message);
  const std::string type = rosmsg::ros2_equivalent(message.channel->schema.name);
  if (type != rosmsg::sensor_msgs::PointCloud2::kType || !sample.fields.empty()) return;
  const auto cloud =
      rosmsg::decode_message<rosmsg::sensor_msgs::PointCloud2>(message.channel->message_encoding, message.data);
  if (!cloud) return;
  for (const auto& field : cloud->fields) sample.fields.push_back(field.name);
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
  sample.has_header = has_header(rosmsg::ros2_equivalent(channel->schema.name));
  const std::size_t most = std::min(count, stamps.size());
  for (std::size_t i = 0; i < most; ++i) {
    const Timestamp at = stamps[most == 1 ? 0 : i * (stamps.size() - 1) / (most - 1)];
    const auto stream = log.read({.topics = {topic}, .begin = at, .end = at + Duration{1}}, problems);
    if (!stream) continue;
    const auto batch = (*stream)->next_batch();
    if (!batch || batch->empty()) continue;
    take_message(batch->front(), sample);
  }
  return sample;
}

}  // namespace gs::builder
