// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/topics/message_header.h"

#include <algorithm>
#include <array>

#include "gs/camera/camera_message.h"
#include "gs/lidar/lidar_decoder.h"
#include "gs/rosmsg/decode.h"
#include "gs/rosmsg/messages/std_msgs.h"
#include "gs/rosmsg/messages/tf2_msgs.h"
#include "gs/rosmsg/schema/schema.h"

namespace gs::builder {
namespace {

// Types of messages that begin with a header.
constexpr std::array<std::string_view, 17> kWithHeader = {"sensor_msgs/msg/Image",
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
                                                          "sensor_msgs/msg/LaserScan",
                                                          "velodyne_msgs/msg/VelodyneScan",
                                                          "pandar_msgs/msg/PandarScan",
                                                          "nebula_msgs/msg/NebulaPackets",
                                                          "livox_ros_driver2/msg/CustomMsg",
                                                          "livox_ros_driver/msg/CustomMsg"};

// The begin of every message with a header; what follows is not read.
struct HeaderFirst {
  static constexpr std::string_view kType = "std_msgs/msg/Header";
  rosmsg::std_msgs::Header header;
  static void describe(auto& f) { f("header", &HeaderFirst::header); }
};

bool starts_with_header(std::string_view type) { return std::ranges::find(kWithHeader, type) != kWithHeader.end(); }

// Stamp and frame of a foxglove cloud may stand behind its points.
constexpr std::string_view kFoxgloveCloud = "foxglove.PointCloud";
std::optional<MessageHeader> header_of_cloud(const logio::MessageView& message) {
  const auto decoder = lidar::make_decoder(message.channel->schema.name, {});
  if (!decoder) return std::nullopt;
  const auto sweeps = (*decoder)->take({message.channel->message_encoding, message.data, message.log_time});
  if (!sweeps || sweeps->empty()) return std::nullopt;
  const lidar::DecodedSweep& sweep = sweeps->front();
  return MessageHeader{sweep.unstamped ? Timestamp{} : sweep.stamp, sweep.frame_id};
}

}  // namespace

bool has_header(std::string_view type) {
  return type == rosmsg::tf2_msgs::TFMessage::kType || type == kFoxgloveCloud || starts_with_header(type) ||
         camera::find_format(type) != nullptr;
}

std::optional<MessageHeader> header_of(const logio::MessageView& message) {
  const std::string type = rosmsg::ros2_equivalent(message.channel->schema.name);
  const std::string& encoding = message.channel->message_encoding;
  if (!has_header(type)) return std::nullopt;
  if (type == rosmsg::tf2_msgs::TFMessage::kType) {
    const auto decoded = rosmsg::decode_message<rosmsg::tf2_msgs::TFMessage>(encoding, message.data);
    if (!decoded || decoded->transforms.empty()) return std::nullopt;
    const auto& header = decoded->transforms.front().header;
    return MessageHeader{header.stamp.timestamp(), header.frame_id};
  }
  if (type == kFoxgloveCloud) return header_of_cloud(message);
  if (!starts_with_header(type)) {
    auto image = camera::read_message(type, encoding, message.data);
    if (!image) return std::nullopt;
    return MessageHeader{image->stamp, std::move(image->frame_id)};
  }
  const auto decoded = rosmsg::decode_message<HeaderFirst>(encoding, message.data);
  if (!decoded) return std::nullopt;
  return MessageHeader{decoded->header.stamp.timestamp(), decoded->header.frame_id};
}

Result<void> visit_first_messages(const logio::LogReader& log, const std::string& topic, const FirstMessages& limits,
                                  Problems& problems, const std::function<void(const logio::MessageView&)>& visit) {
  GS_TRY(const auto stream, log.read({.topics = {topic}, .begin = limits.begin}, problems));
  std::size_t seen = 0;
  Timestamp first{};
  while (true) {
    GS_TRY(const auto batch, stream->next_batch());
    if (batch.empty()) return {};
    for (const logio::MessageView& message : batch) {
      if (seen == 0) first = message.log_time;
      // A slow topic is read beyond the span until it has given at_least messages.
      const bool late = message.log_time - first > limits.span;
      if (seen >= limits.at_most || (late && seen >= limits.at_least)) return {};
      visit(message);
      ++seen;
    }
  }
}

}  // namespace gs::builder
