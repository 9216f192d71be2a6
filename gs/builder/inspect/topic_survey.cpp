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

// Spreads one message over [from, to) of the cells, which may lie outside of them: an index may hold times outside
// those that it states for the log.
void add_message(double from, double to, std::vector<double>& cells) {
  const auto count = static_cast<double>(cells.size());
  from = std::clamp(from, 0.0, count - 1e-6), to = std::clamp(to, from, count);
  const auto first = static_cast<std::size_t>(from);
  if (to <= static_cast<double>(first + 1)) {
    cells[first] += 1;
    return;
  }
  for (std::size_t i = first; i < cells.size() && static_cast<double>(i) < to; ++i) {
    const double inside = std::min(to, static_cast<double>(i + 1)) - std::max(from, static_cast<double>(i));
    cells[i] += inside / (to - from);
  }
}

// The density of the messages. Each lasts until the next one, so that a regular topic has no empty cells however short
// the log is; before a gap it lasts as long as the usual period.
std::vector<double> density_of(const std::vector<Timestamp>& stamps, double usual_s, Timestamp start, double span_s) {
  constexpr double kGap = 2.5;  // times the usual period
  std::vector<double> cells(kDensityCells, 0);
  const double cells_per_s = static_cast<double>(kDensityCells) / span_s;
  for (std::size_t i = 0; i < stamps.size(); ++i) {
    const double next_s = i + 1 < stamps.size() ? (stamps[i + 1] - stamps[i]).seconds() : usual_s;
    const double from = (stamps[i] - start).seconds() * cells_per_s;
    add_message(from, from + (next_s > kGap * usual_s ? usual_s : next_s) * cells_per_s, cells);
  }
  const double most = std::ranges::max(cells);
  for (double& cell : cells) cell = most > 0 ? cell / most : 0;
  return cells;
}

// Fills in everything that follows from the sorted stamps.
void complete_times(TopicTimes& times, Timestamp start, Timestamp end) {
  std::vector<double> periods;
  for (std::size_t i = 1; i < times.stamps.size(); ++i) {
    periods.push_back((times.stamps[i] - times.stamps[i - 1]).seconds());
    if (periods.back() > times.longest_gap_s) {
      times.longest_gap_s = periods.back(), times.gap_from_s = (times.stamps[i - 1] - start).seconds();
    }
  }
  double median = 0;
  if (!periods.empty()) {
    std::ranges::nth_element(periods, periods.begin() + static_cast<std::ptrdiff_t>(periods.size() / 2));
    median = periods[periods.size() / 2];
  }
  times.rate_hz = median > 0 ? 1 / median : 0;
  times.density = density_of(times.stamps, median, start, std::max(1e-9, (end - start).seconds()));
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
