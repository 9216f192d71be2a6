// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Lists the topics of a log and measures the distance that its odometry drove.
//
//   example_read_a_log drive.mcap      (MCAP, a rosbag2 folder or .db3, a ROS 1 .bag)
#include <cstdio>

#include "gs/logio/api/log.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/codec/ros1.h"
#include "gs/rosmsg/geometry.h"
#include "gs/rosmsg/messages/nav_msgs.h"

using gs::rosmsg::nav_msgs::Odometry;

void list_topics(const gs::logio::LogReader& log) {
  for (const gs::logio::LogChannel& channel : log.channels()) {
    const auto count = static_cast<unsigned long long>(log.info().channels[channel.id].message_count);
    std::printf("%6llu  %-36s %s\n", count, channel.topic.c_str(), channel.schema.name.c_str());
  }
}

// Length [m] of the path through the odometry messages of `topic`, in the order in which they were recorded.
gs::Result<double> driven_m(const gs::logio::LogReader& log, const std::string& topic, gs::Problems& problems) {
  GS_TRY(const auto messages, log.read({.topics = {topic}}, problems));
  std::optional<gs::Vec3d> last;
  double length_m = 0;
  while (true) {
    GS_TRY(const auto batch, messages->next_batch());  // views into the log; empty at its end
    if (batch.empty()) return length_m;
    for (const gs::logio::MessageView& message : batch) {
      const bool is_ros1 = message.channel->message_encoding == "ros1";
      GS_TRY(const Odometry odometry, is_ros1 ? gs::rosmsg::decode_ros1<Odometry>(message.data)
                                              : gs::rosmsg::decode_cdr<Odometry>(message.data));
      const gs::Vec3d position = gs::rosmsg::to_vec(odometry.pose.pose.position);
      if (last) length_m += gs::norm(position - *last);
      last = position;
    }
  }
}

gs::Result<void> read_a_log(const char* path, gs::Problems& problems) {
  GS_TRY(const auto log, gs::logio::open_log(path, problems));  // the format is chosen by content
  list_topics(*log);
  for (const gs::logio::LogChannel& channel : log->channels()) {
    if (!channel.schema.name.ends_with("/Odometry")) continue;
    GS_TRY(const double length_m, driven_m(*log, channel.topic, problems));
    std::printf("driven on %s: %.1f m\n", channel.topic.c_str(), length_m);
  }
  return {};
}

int main(int argc, char** argv) {
  gs::Problems problems;  // damage that could be skipped
  const auto done =
      argc == 2 ? read_a_log(argv[1], problems) : gs::fail(gs::ErrorCode::invalid_argument, "usage: {} LOG", argv[0]);
  for (const gs::Problem& problem : problems) std::fprintf(stderr, "%s\n", to_string(problem).c_str());
  if (!done) std::fprintf(stderr, "error: %s\n", done.error().message.c_str());
  return done ? 0 : 1;
}
