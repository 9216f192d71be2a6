// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/topics/topic_facts.h"

#include <algorithm>
#include <cmath>

#include "gs/builder/topics/message_header.h"
#include "gs/rosmsg/decode.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/point_field.h"
#include "gs/rosmsg/schema/schema.h"

namespace gs::builder {
namespace {

// Adds child frame and validity of an Odometry.
void take_odometry(const logio::MessageView& message, TopicFacts& facts) {
  const auto m = rosmsg::decode_message<rosmsg::nav_msgs::Odometry>(message.channel->message_encoding, message.data);
  if (!m) return;
  facts.child = m->child_frame_id;
  const auto& p = m->pose.pose.position;
  facts.finite = facts.finite && std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

// Adds fields, size and cells of a cloud.
void take_cloud(const logio::MessageView& message, Timestamp stamp, TopicFacts& facts) {
  const auto encoding = rosmsg::parse_message_encoding(message.channel->message_encoding);
  if (!encoding) return;
  const auto cloud = rosmsg::view_point_cloud(*encoding, message.data);
  if (!cloud) return;
  const rosmsg::PointChannels channels = rosmsg::find_channels(*cloud);
  facts.points = std::max(facts.points, cloud->size());
  facts.rings = facts.rings || channels.ring.has_value();
  facts.times = facts.times || channels.time.has_value();
  if (stamp.ns > 0) facts.clouds.push_back(cells_of(stamp, channels));
  if (!facts.fields.empty()) return;
  for (const auto& field : cloud->fields) facts.fields.emplace_back(field.name);
}

}  // namespace

Result<TopicFacts> read_topic_facts(const logio::LogReader& log, const std::string& topic, uint64_t messages,
                                    Problems& problems) {
  TopicFacts facts{.topic = topic, .messages = messages};
  std::vector<double> periods;
  Timestamp last{};
  std::size_t read = 0;
  const auto take = [&](const logio::MessageView& message) {
    if (read++ > 0) periods.push_back((message.log_time - last).seconds());
    last = message.log_time;
    const auto header = header_of(message);
    if (header) {
      if (facts.frame.empty()) facts.frame = header->frame_id;
      if (header->stamp.ns > 0) facts.stamps.push_back(header->stamp);
    }
    const std::string type = rosmsg::ros2_equivalent(message.channel->schema.name);
    if (type == rosmsg::nav_msgs::Odometry::kType) take_odometry(message, facts);
    // Fields hardly change, and clouds are large: a few are enough.
    if (type == rosmsg::sensor_msgs::PointCloud2::kType && read <= 3) {
      take_cloud(message, header ? header->stamp : Timestamp{}, facts);
    }
  };
  GS_CHECK(visit_first_messages(log, topic, {}, problems, take));
  if (periods.empty()) return facts;
  const auto middle = periods.begin() + static_cast<std::ptrdiff_t>(periods.size() / 2);
  std::ranges::nth_element(periods, middle);
  facts.rate_hz = *middle > 0 ? 1 / *middle : 0;
  const logio::LogInfo& info = log.info();
  if (!info.start || !info.end || facts.rate_hz == 0) return facts;
  const double duration = (*info.end - *info.start).seconds();
  if (duration > 0) facts.covered = std::min(1.0, static_cast<double>(messages) / facts.rate_hz / duration);
  return facts;
}

}  // namespace gs::builder
