// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/lidar/point_cloud_decoder.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gs/geometry/rigid.h"
#include "gs/lidar/point_times.h"
#include "gs/rosmsg/foxglove/decode.h"
#include "gs/rosmsg/point_field.h"

namespace gs::lidar {
namespace {

// Rings beyond this are damage; LiDARs have at most 256 beams today.
constexpr double kHighestRing = 1023;

// sensor_msgs/PointField datatypes, indexed by foxglove::NumericType.
constexpr std::array<uint8_t, 9> kFoxgloveDatatypes = {
    0,
    rosmsg::sensor_msgs::PointField::UINT8,
    rosmsg::sensor_msgs::PointField::INT8,
    rosmsg::sensor_msgs::PointField::UINT16,
    rosmsg::sensor_msgs::PointField::INT16,
    rosmsg::sensor_msgs::PointField::UINT32,
    rosmsg::sensor_msgs::PointField::INT32,
    rosmsg::sensor_msgs::PointField::FLOAT32,
    rosmsg::sensor_msgs::PointField::FLOAT64,
};

// Ring of every point: the ring field, or the row or column of an organised cloud; -1 without both.
void set_rings(const rosmsg::PointCloudView& cloud, const rosmsg::PointChannels& channels, DecodedSweep& sweep) {
  const bool organised = cloud.height > 1 && cloud.width > 1;
  if (!channels.ring && !organised) return;
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    const std::size_t row = i / cloud.width, column = i % cloud.width;
    const double ring =
        channels.ring ? channels.ring->at(i) : static_cast<double>(cloud.height <= cloud.width ? row : column);
    sweep.points[i].ring = std::isnan(ring) ? -1 : static_cast<int>(std::clamp(ring, 0.0, kHighestRing));
  }
}

// The same cloud as a ROS message, so that one function reads both.
rosmsg::sensor_msgs::PointCloud2 as_point_cloud2(const rosmsg::foxglove::PointCloud& cloud) {
  rosmsg::sensor_msgs::PointCloud2 out;
  out.header.frame_id = cloud.frame_id;
  out.height = 1;
  out.point_step = cloud.point_stride;
  const std::size_t points = cloud.point_stride == 0 ? 0 : cloud.data.size() / cloud.point_stride;
  out.width = static_cast<uint32_t>(std::min<std::size_t>(points, UINT32_MAX));
  out.row_step = out.width * out.point_step;
  for (const auto& field : cloud.fields) {
    const auto type = static_cast<std::size_t>(field.type);
    const uint8_t datatype = type < kFoxgloveDatatypes.size() ? kFoxgloveDatatypes[type] : uint8_t{0};
    out.fields.push_back({.name = field.name, .offset = field.offset, .datatype = datatype, .count = 1});
  }
  const auto* bytes = reinterpret_cast<const uint8_t*>(cloud.data.data());
  out.data.assign(bytes, bytes + cloud.data.size());
  return out;
}

}  // namespace

Result<DecodedSweep> sweep_of_cloud(const rosmsg::PointCloudView& cloud, Timestamp received) {
  const rosmsg::PointChannels channels = rosmsg::find_channels(cloud);
  if (!channels.x || !channels.y || !channels.z) {
    return fail(ErrorCode::invalid_data, "the point cloud has no fields x, y and z");
  }
  DecodedSweep sweep{.frame_id = std::string(cloud.header.frame_id)};
  sweep.unstamped = cloud.header.stamp.ns <= 0;
  sweep.stamp = sweep.unstamped ? received : cloud.header.stamp;
  sweep.points.resize(cloud.size());
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    sweep.points[i].position = {channels.x->at(i), channels.y->at(i), channels.z->at(i)};
  }
  set_rings(cloud, channels, sweep);
  sweep.has_intensities = channels.intensity.has_value();
  for (std::size_t i = 0; channels.intensity && i < sweep.points.size(); ++i) {
    sweep.points[i].intensity = static_cast<float>(channels.intensity->at(i));
  }
  if (channels.time) {
    const PointTimes times = point_times(*channels.time, sweep.stamp);
    sweep.clock_s = times.clock_s;
    sweep.has_times = !times.offsets_s.empty();
    sweep.bad_times = !sweep.has_times && !sweep.points.empty();
    for (std::size_t i = 0; i < times.offsets_s.size(); ++i) sweep.points[i].time_s = times.offsets_s[i];
  }
  return sweep;
}

Result<std::vector<DecodedSweep>> PointCloud2Decoder::take(const LidarMessage& message) {
  GS_TRY(const rosmsg::MessageEncoding encoding, rosmsg::parse_message_encoding(message.encoding));
  GS_TRY(const rosmsg::PointCloudView cloud, rosmsg::view_point_cloud(encoding, message.data));
  GS_TRY(DecodedSweep sweep, sweep_of_cloud(cloud, message.received));
  std::vector<DecodedSweep> out;
  out.push_back(std::move(sweep));
  return out;
}

Result<std::vector<DecodedSweep>> FoxgloveDecoder::take(const LidarMessage& message) {
  GS_TRY(const auto cloud, rosmsg::foxglove::decode<rosmsg::foxglove::PointCloud>(message.encoding, message.data));
  const rosmsg::sensor_msgs::PointCloud2 same = as_point_cloud2(cloud);
  GS_TRY(rosmsg::PointCloudView view, rosmsg::view_point_cloud(same));
  view.header.stamp = cloud.timestamp;
  GS_TRY(DecodedSweep sweep, sweep_of_cloud(view, message.received));
  // A pose that was left out has a zero quaternion: identity.
  const auto& q = cloud.pose.orientation;
  const double length = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  if (!std::isfinite(length)) return fail(ErrorCode::invalid_data, "the pose of the point cloud is not finite");
  Rigid3d pose;
  if (length > 1e-6) pose.rotation = {q.x / length, q.y / length, q.z / length, q.w / length};
  pose.translation = {cloud.pose.position.x, cloud.pose.position.y, cloud.pose.position.z};
  for (DecodedPoint& point : sweep.points) point.position = pose * point.position;
  std::vector<DecodedSweep> out;
  out.push_back(std::move(sweep));
  return out;
}

}  // namespace gs::lidar
