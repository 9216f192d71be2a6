// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages recorded from one participant and played to another are equal to those sent.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "gs/bridge/bag/bag_player.h"
#include "gs/bridge/bag/bag_recorder.h"
#include "gs/bridge/bag/qos_profile.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/ros2/testing/loopback.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/messages/rosgraph_msgs.h"
#include "gs/rosmsg/messages/std_msgs.h"

namespace gs::bridge {
namespace {

using namespace std::chrono_literals;
using ros2::wait_until;
using ::testing::ElementsAre;

std::unique_ptr<ros2::Node> make_node(const char* name) { return ros2::loopback_node(name, {.is_full = false}); }

rosmsg::nav_msgs::Odometry odometry(int i) {
  rosmsg::nav_msgs::Odometry out;
  out.header = {.stamp = Timestamp{i * 10'000'000}, .frame_id = "odom"};
  out.pose.pose.position.x = 0.1 * i;
  return out;
}

// Records a publisher's messages to a file.
class Bag : public ::testing::Test {
 protected:
  // 20 odometry messages 10 ms apart, a latched text, and a topic that is not recorded.
  void record(const std::filesystem::path& path) {
    auto talker = make_node("talker"), node = make_node("recorder");
    auto odom = *talker->publish<rosmsg::nav_msgs::Odometry>("/odom");
    auto text = *talker->publish<rosmsg::std_msgs::String>("/map", ros2::qos::kLatched);
    auto other = *talker->publish<rosmsg::std_msgs::String>("/other");
    ASSERT_TRUE(text.publish({.data = "latched before anybody listened"}));
    auto recorder = BagRecorder::create(*node, path, {.topics = {"/odom", "/map"}});
    ASSERT_TRUE(recorder) << recorder.error().message;
    ASSERT_TRUE(wait_until([&] {
      (*recorder)->look();
      return odom.subscriber_count() == 1 && (*recorder)->message_count() == 1;
    }));
    for (int i = 0; i < 20; ++i) {
      ASSERT_TRUE(odom.publish(odometry(i)));
      std::this_thread::sleep_for(10ms);
    }
    ASSERT_TRUE(wait_until([&] { return (*recorder)->message_count() == 21; }));
    EXPECT_EQ(other.subscriber_count(), 0u);
    const auto closed = (*recorder)->close();
    ASSERT_TRUE(closed) << closed.error().message;
  }
  TemporaryFolder folder_;
};

TEST_F(Bag, PlayedMessagesEqualRecordedOnes) {
  const auto path = folder_.path() / "drive.mcap";
  record(path);
  ASSERT_TRUE(std::filesystem::exists(path));
  EXPECT_FALSE(std::filesystem::exists(path.string() + ".partial"));

  auto listener = make_node("listener"), node = make_node("player");
  std::mutex mutex;
  std::vector<rosmsg::nav_msgs::Odometry> heard;
  std::vector<std::string> texts;
  std::vector<int64_t> clocks;
  const auto odom = *listener->subscribe<rosmsg::nav_msgs::Odometry>("/odom",
                                                                     [&](const rosmsg::nav_msgs::Odometry& m) {
                                                                       const std::lock_guard lock(mutex);
                                                                       heard.push_back(m);
                                                                     },
                                                                     {.depth = 100});
  const auto text = *listener->subscribe<rosmsg::std_msgs::String>(
      "/map",
      [&](const rosmsg::std_msgs::String& m) {
        const std::lock_guard lock(mutex);
        texts.push_back(m.data);
      },
      ros2::qos::kLatched);  // matches only a latched writer
  const auto clock =
      *listener->subscribe<rosmsg::rosgraph_msgs::Clock>("/clock", [&](const rosmsg::rosgraph_msgs::Clock& m) {
        const std::lock_guard lock(mutex);
        clocks.push_back(m.clock.timestamp().ns);
      });
  Problems problems;
  // Four times as fast, with a clock, after the subscribers were discovered.
  const auto report = play_bag(*node, path, {.rate = 4.0, .clock_hz = 100, .discovery_s = 20}, problems);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->messages, 21u);
  EXPECT_THAT(report->skipped, ElementsAre());
  ASSERT_TRUE(wait_until([&] {
    const std::lock_guard lock(mutex);
    return heard.size() == 20 && texts.size() == 1;
  }));
  for (int i = 0; i < 20; ++i) EXPECT_EQ(heard[static_cast<std::size_t>(i)], odometry(i));
  EXPECT_EQ(texts[0], "latched before anybody listened");
  const std::lock_guard lock(mutex);
  EXPECT_GE(clocks.size(), 2u);
  EXPECT_TRUE(std::is_sorted(clocks.begin(), clocks.end()));
}

TEST_F(Bag, PlaysOneTopicAndRefusesOneThatIsNotThere) {
  const auto path = folder_.path() / "drive.mcap";
  record(path);
  auto node = make_node("player");
  Problems problems;
  const auto report = play_bag(*node, path, {.topics = {"/map"}, .rate = 0, .discovery_s = 0}, problems);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->messages, 1u);
  EXPECT_FALSE(play_bag(*node, path, {.topics = {"/nothing"}, .rate = 0, .discovery_s = 0}, problems));
  EXPECT_FALSE(play_bag(*node, folder_.path() / "missing.mcap", {}, problems));
}

TEST(QosProfile, IsReadAsEveryVersionOfRosbag2WritesIt) {
  const std::vector<ros2::Qos> offered{{.reliable = false, .depth = 5}, {.transient_local = true, .depth = 1}};
  const auto again = parse_offered_qos(offered_qos_text(offered));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, offered);
  // The form with names, from Iron on.
  const auto names = parse_offered_qos(
      "- history: keep_last\n  depth: 7\n  reliability: best_effort\n  durability: transient_local\n");
  ASSERT_TRUE(names);
  EXPECT_EQ((*names)[0], (ros2::Qos{.reliable = false, .transient_local = true, .depth = 7}));
  EXPECT_TRUE(parse_offered_qos("")->empty());
  EXPECT_FALSE(parse_offered_qos("history: 1"));
  EXPECT_FALSE(parse_offered_qos("- 3"));
  EXPECT_EQ(weakest(offered), (ros2::Qos{.reliable = false, .depth = 10}));
}

}  // namespace
}  // namespace gs::bridge
