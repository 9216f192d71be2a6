// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_log/track_files.h"

#include <algorithm>
#include <cmath>

#include "gs/core/format.h"
#include "gs/logio/tools/create_log.h"
#include "gs/mapping/odometry/twist.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/geometry.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/schema/schema_text.h"
#include "gs/rosmsg/schema/type_hash.h"

namespace gs::gs_log {
namespace {

// Velocity at pose i in its own axes, from the pose before to the pose after it.
mapping::Twist twist_at(const Trajectory& track, std::size_t i) {
  const auto& poses = track.poses();
  const StampedPose& a = poses[i == 0 ? 0 : i - 1];
  const StampedPose& b = poses[std::min(i + 1, poses.size() - 1)];
  if (a.stamp == b.stamp) return {};
  return mapping::twist_of(a.map_from_body.inverse() * b.map_from_body, (b.stamp - a.stamp).seconds());
}

}  // namespace

std::string to_tum(const Trajectory& track) {
  std::string out;
  for (const StampedPose& pose : track.poses()) {
    const Vec3d& t = pose.map_from_body.translation;
    const Quaterniond& q = pose.map_from_body.rotation;
    out += format("{} {:.6f} {:.6f} {:.6f} {:.9f} {:.9f} {:.9f} {:.9f}\n", to_decimal_seconds(pose.stamp), t.x, t.y,
                  t.z, q.x, q.y, q.z, q.w);
  }
  return out;
}

std::string to_kitti(const Trajectory& track) {
  std::string out;
  for (const StampedPose& pose : track.poses()) {
    const Mat3d r = to_matrix(pose.map_from_body.rotation);
    const double t[3] = {pose.map_from_body.translation.x, pose.map_from_body.translation.y,
                         pose.map_from_body.translation.z};
    for (int row = 0; row < 3; ++row) {
      out +=
          format("{:.9e} {:.9e} {:.9e} {:.9e}{}", r.m[row][0], r.m[row][1], r.m[row][2], t[row], row < 2 ? " " : "\n");
    }
  }
  return out;
}

Result<void> write_odometry_log(const std::filesystem::path& path, const Trajectory& track,
                                const std::string& body_frame, bool replace) {
  using rosmsg::nav_msgs::Odometry;
  GS_TRY(const auto log, logio::create_log(path, {.profile = "ros2", .replace = replace}));
  logio::LogChannel channel{.topic = "/odom", .message_encoding = "cdr"};
  channel.schema = {std::string(Odometry::kType), "ros2msg", rosmsg::ros2msg_text(rosmsg::type_of<Odometry>())};
  channel.metadata["offered_qos_profiles"] = "";
  channel.metadata["topic_type_hash"] = rosmsg::type_hash(rosmsg::type_of<Odometry>());
  GS_TRY(const uint32_t id, log->add_channel(channel));
  std::vector<std::byte> payload;
  for (std::size_t i = 0; i < track.size(); ++i) {
    const StampedPose& pose = track.poses()[i];
    Odometry message;
    message.header.stamp = pose.stamp, message.header.frame_id = "odom";
    message.child_frame_id = body_frame;
    message.pose.pose = rosmsg::to_pose(pose.map_from_body);
    const mapping::Twist twist = twist_at(track, i);
    message.twist.twist.linear = rosmsg::to_vector3(twist.linear);
    message.twist.twist.angular = rosmsg::to_vector3(twist.angular);
    rosmsg::encode_cdr_into(message, payload);
    GS_CHECK(log->write(id, pose.stamp, pose.stamp, static_cast<uint32_t>(i), payload));
  }
  return log->close();
}

}  // namespace gs::gs_log
