// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/topics/sweep_duration.h"

#include <algorithm>

#include "gs/lidar/lidar_decoder.h"
#include "gs/rosmsg/decode.h"
#include "gs/rosmsg/messages/livox_ros_driver2.h"
#include "gs/rosmsg/messages/nebula_msgs.h"
#include "gs/rosmsg/messages/pandar_msgs.h"
#include "gs/rosmsg/messages/velodyne_msgs.h"
#include "gs/rosmsg/schema/schema.h"

namespace gs::builder {
namespace {

constexpr double kLongestSweep_s = 0.5;

// Time from the stamp of a message of packets to the stamp of its last packet [s]; 0 for other types.
template <class Scan>
double packet_duration_s(const logio::MessageView& message) {
  if (rosmsg::ros2_equivalent(message.channel->schema.name) != Scan::kType) return 0;
  const auto scan = rosmsg::decode_message<Scan>(message.channel->message_encoding, message.data);
  if (!scan || scan->packets.empty() || scan->packets.back().stamp.timestamp().ns <= 0) return 0;
  const double last = (scan->packets.back().stamp.timestamp() - scan->header.stamp.timestamp()).seconds();
  return std::clamp(last, 0.0, kLongestSweep_s);
}

// True for messages of Livox: points with times after the stamp of the message. Both drivers have the same message.
bool is_livox(const logio::MessageView& message) {
  return rosmsg::ros2_equivalent(message.channel->schema.name).ends_with("/CustomMsg");
}
// Time of the last point of a message of Livox [s].
double livox_duration_s(const logio::MessageView& message) {
  const auto sweep =
      rosmsg::decode_message<rosmsg::livox_ros_driver2::CustomMsg>(message.channel->message_encoding, message.data);
  if (!sweep) return 0;
  double last = 0;
  for (const auto& point : sweep->points) last = std::max(last, 1e-9 * point.offset_time);
  return std::min(last, kLongestSweep_s);
}

}  // namespace

bool has_stamped_packets(const logio::MessageView& message) {
  const lidar::LidarFormat* found = lidar::find_format(message.channel->schema.name);
  return found != nullptr && !found->one_sweep && !is_livox(message);
}

double sweep_duration_s(const logio::MessageView& message) {
  const lidar::LidarFormat* format_of_topic = lidar::find_format(message.channel->schema.name);
  if (format_of_topic == nullptr) return 0;
  if (is_livox(message)) return livox_duration_s(message);
  if (!format_of_topic->one_sweep) {
    return std::max({packet_duration_s<rosmsg::velodyne_msgs::VelodyneScan>(message),
                     packet_duration_s<rosmsg::pandar_msgs::PandarScan>(message),
                     packet_duration_s<rosmsg::nebula_msgs::NebulaPackets>(message)});
  }
  const auto decoder = lidar::make_decoder(message.channel->schema.name, {});
  if (!decoder) return 0;
  const auto sweeps = (*decoder)->take({message.channel->message_encoding, message.data, message.log_time});
  if (!sweeps || sweeps->empty() || !sweeps->front().has_times) return 0;
  double last = 0;
  for (const lidar::DecodedPoint& point : sweeps->front().points) last = std::max(last, double{point.time_s});
  return std::min(last, kLongestSweep_s);
}

}  // namespace gs::builder
