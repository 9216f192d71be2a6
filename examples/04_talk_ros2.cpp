// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Publishes the odometry of a log as a ROS 2 node and receives it with a second node, without a ROS installation.
//
//   ROS_LOCALHOST_ONLY=1 example_talk_ros2 drive.mcap      (a ROS 2 log with the topic /odom)
#include <atomic>
#include <cstdio>
#include <thread>

#include "gs/logio/api/log.h"
#include "gs/ros2/node.h"
#include "gs/rosmsg/messages/nav_msgs.h"

using gs::rosmsg::nav_msgs::Odometry;

// Waits at most 20 s. Other processes are discovered within about a second; false: the condition did not come true.
bool wait_until(const std::function<bool()>& condition) {
  for (int i = 0; i < 2000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return condition();
}

gs::Result<void> talk(const char* path, gs::Problems& problems) {
  GS_TRY(const auto log, gs::logio::open_log(path, problems));
  GS_TRY(const auto messages, log->read({.topics = {"/odom"}}, problems));

  GS_TRY(const auto discovery, gs::ros2::read_discovery_options(gs::ros2::process_environment()));
  GS_TRY(const auto context, gs::ros2::Context::create({.discovery = discovery}));
  GS_TRY(const auto talker, gs::ros2::Node::create(context, {.name = "talker"}));
  GS_TRY(const auto listener, gs::ros2::Node::create(context, {.name = "listener"}));

  const gs::ros2::Qos keep_all{.keep_all = true};  // reliable: every message arrives
  std::atomic<int> received = 0;
  GS_TRY(const auto subscription, listener->subscribe<Odometry>(
                                      "/odom", [&](const Odometry&) { ++received; }, keep_all));
  GS_TRY(auto publisher, talker->publish<Odometry>("/odom", keep_all));
  if (!wait_until([&] { return publisher.subscriber_count() > 0; })) {
    return gs::fail(gs::ErrorCode::timeout, "no subscriber of /odom was found in 20 s");
  }
  int sent = 0;
  while (true) {
    GS_TRY(const auto batch, messages->next_batch());
    if (batch.empty()) break;
    for (const gs::logio::MessageView& message : batch) {
      GS_TRY(const Odometry odometry,
             gs::rosmsg::decode_cdr<Odometry>(message.data));  // a ROS 1 bag would need decode_ros1
      GS_CHECK(publisher.publish(odometry));
      ++sent;
    }
  }
  wait_until([&] { return received >= sent; });
  std::printf("published %d messages on /odom, received %d\n", sent, received.load());
  return {};
}

int main(int argc, char** argv) {
  gs::Problems problems;
  const auto done =
      argc == 2 ? talk(argv[1], problems) : gs::fail(gs::ErrorCode::invalid_argument, "usage: {} LOG", argv[0]);
  if (!done) std::fprintf(stderr, "error: %s\n", done.error().message.c_str());
  return done ? 0 : 1;
}
