// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A recorded run: every topic with its count, equal bytes, replay, and a full disk.
#include "gs/bridge/recorder/recorder.h"

#include <gtest/gtest.h>

#include "gs/bridge/messages/control_messages.h"
#include "gs/bridge/player/control_replay.h"
#include "gs/core/file.h"
#include "gs/core/testing/small_disk.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/messages/vision_msgs.h"
#include "gs/sim/testing/actor_worlds.h"
#include "gs/sim/testing/small_world.h"

namespace gs::bridge {
namespace {

// Records a drive with constant commands.
class RecorderTest : public ::testing::Test {
 protected:
  sim::Simulator simulator() { return std::move(*sim::Simulator::create(sim::small_world(), {}, Backend::cpu)); }

  Result<void> record(const fs::path& path, sim::Simulator& s, int steps, const RecorderOptions& options = {}) {
    GS_TRY(Recorder recorder, Recorder::create(path, options));
    GS_CHECK(recorder.begin(s));
    GS_CHECK(recorder.record(s, s.observe(), {}));
    for (int i = 0; i < steps; ++i) {
      const world::ControlInput command{.steering_angle = 0.1, .speed = 3, .stamp = s.clock().now()};
      const auto cdr = encode_control("ackermann", command, s.options().vehicle);
      GS_TRY(const auto arrived, read_control("ackermann", cdr, s.options().vehicle));
      s.submit(arrived.command, arrived.stamp);
      GS_CHECK(recorder.record_command(s, cdr));
      GS_CHECK(recorder.record(s, s.step(), {}));
    }
    return recorder.close();
  }
  TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path();
};

TEST_F(RecorderTest, EveryTopicIsThereWithItsCount) {
  sim::Simulator s = simulator();
  ASSERT_TRUE(record(folder_ / "run.mcap", s, 100));
  EXPECT_FALSE(fs::exists(folder_ / "run.mcap.partial"));
  Problems problems;
  const auto log = logio::open_log(folder_ / "run.mcap", problems);
  ASSERT_TRUE(log);
  std::map<std::string, uint64_t> counts;
  for (const logio::LogChannel& channel : (*log)->channels())
    counts[channel.topic] = (*log)->info().channels[channel.id].message_count;
  // One second: 100 steps and step 0; 10 Hz status, 12 Hz camera and 20 Hz LiDAR, both ends included.
  EXPECT_EQ(counts["/clock"], 101u);
  EXPECT_EQ(counts["/tf"], 101u);
  EXPECT_EQ(counts["/odom"], 101u);
  EXPECT_EQ(counts["/vehicle/state"], 101u);
  EXPECT_EQ(counts["/sim/status"], 11u);
  EXPECT_EQ(counts["/tf_static"], 1u);
  EXPECT_EQ(counts["/sim/world_info"], 1u);
  EXPECT_EQ(counts["/camera/front/image_raw/compressed"], 13u);
  EXPECT_EQ(counts["/camera/front/camera_info"], 13u);
  EXPECT_EQ(counts["/lidar/top/points"], 21u);
  EXPECT_EQ(counts["/vehicle/control_cmd"], 100u);
  EXPECT_TRUE(problems.empty());
}

// All messages of a topic.
template <class M>
std::vector<M> messages_of(const fs::path& path, const std::string& topic) {
  Problems problems;
  const auto log = logio::open_log(path, problems);
  std::vector<M> out;
  auto messages = (*log)->read({.topics = {topic}}, problems);
  while (true) {
    const auto batch = (*messages)->next_batch();
    if (!batch || batch->empty()) return out;
    for (const logio::MessageView& message : *batch) out.push_back(*rosmsg::decode_cdr<M>(message.data));
  }
}

TEST_F(RecorderTest, ActorsAndCollisionsAreRecorded) {
  sim::SimWorld world = sim::flat_world_with_actors();
  sim::add_actor(world, {.id = "a3", .asset = "car", .t1 = 60, .x = 9});
  sim::SimulatorOptions options;
  options.simulation.initial_velocity = 3;
  sim::Simulator s = std::move(*sim::Simulator::create(std::move(world), options, Backend::cpu));
  ASSERT_TRUE(record(folder_ / "run.mcap", s, 200));
  const auto objects =
      messages_of<rosmsg::vision_msgs::Detection3DArray>(folder_ / "run.mcap", "/ground_truth/objects");
  ASSERT_EQ(objects.size(), 21u);  // 10 Hz over 2 s, both ends
  ASSERT_EQ(objects[10].detections.size(), 3u);
  EXPECT_EQ(objects[10].detections[1].id, "a2");
  EXPECT_EQ(objects[10].detections[1].results.at(0).hypothesis.class_id, "pedestrian");
  EXPECT_NEAR(objects[10].detections[1].bbox.center.position.y, -3, 1e-6);  // 1 m/s for 1 s
  EXPECT_EQ(objects[10].header.frame_id, "map");
  const auto collisions = messages_of<rosmsg::gs_sim_msgs::Collision>(folder_ / "run.mcap", "/sim/collisions");
  ASSERT_EQ(collisions.size(), 1u);
  EXPECT_EQ(collisions[0].kind, "actor");
  EXPECT_EQ(collisions[0].other, "a3");
}

TEST_F(RecorderTest, GroundTruthImagesAreRecordedWithTheirImage) {
  sim::SimulatorOptions options;
  options.sensors.camera.ground_truth = {.depth = true, .flow = true};
  sim::Simulator s = std::move(*sim::Simulator::create(sim::small_world(), options, Backend::cpu));
  ASSERT_TRUE(record(folder_ / "run.mcap", s, 50, {.images = "raw"}));
  using rosmsg::sensor_msgs::Image;
  const auto images = messages_of<Image>(folder_ / "run.mcap", "/camera/front/image_raw");
  const auto depth = messages_of<Image>(folder_ / "run.mcap", "/camera/front/ground_truth/depth");
  const auto flow = messages_of<Image>(folder_ / "run.mcap", "/camera/front/ground_truth/flow");
  ASSERT_EQ(images.size(), 7u);  // 12 Hz over 0.5 s, both ends
  ASSERT_EQ(depth.size(), images.size());
  ASSERT_EQ(flow.size(), images.size());
  for (std::size_t i = 0; i < images.size(); ++i) {
    EXPECT_EQ(depth[i].header, images[i].header);
    EXPECT_EQ(depth[i].encoding, "32FC1");
    EXPECT_EQ(flow[i].header, images[i].header);
    EXPECT_EQ(flow[i].data.size(), images[i].width * images[i].height * 8);
  }
  Problems problems;
  const auto log = logio::open_log(folder_ / "run.mcap", problems);
  for (const logio::LogChannel& channel : (*log)->channels())
    EXPECT_NE(channel.topic, "/camera/front/ground_truth/instance");
}

TEST_F(RecorderTest, SameRunSameBytes) {
  sim::Simulator a = simulator(), b = simulator();
  ASSERT_TRUE(record(folder_ / "a.mcap", a, 40));
  ASSERT_TRUE(record(folder_ / "b.mcap", b, 40));
  EXPECT_EQ(*read_binary_file(folder_ / "a.mcap", 1 << 30), *read_binary_file(folder_ / "b.mcap", 1 << 30));
}

TEST_F(RecorderTest, ReplayedCommandsGiveTheSameRun) {
  sim::Simulator first = simulator();
  ASSERT_TRUE(record(folder_ / "run.mcap", first, 80, {.images = "raw", .compression = "lz4"}));
  Problems problems;
  auto replay = ControlReplay::open(folder_ / "run.mcap", "ackermann", Timestamp{}, problems);
  ASSERT_TRUE(replay) << replay.error().message;
  EXPECT_EQ(replay->size(), 80u);
  sim::Simulator second = simulator();
  for (int i = 0; i < 80; ++i) {
    while (const auto* cdr = replay->next(second.clock().now())) {
      const auto arrived = read_control("ackermann", *cdr, second.options().vehicle);
      ASSERT_TRUE(arrived);
      second.submit(arrived->command, arrived->stamp);
    }
    second.step();
  }
  EXPECT_TRUE(replay->finished());
  EXPECT_EQ(second.observe().ego.pose.x, first.observe().ego.pose.x);
  EXPECT_EQ(second.observe().ego.pose.y, first.observe().ego.pose.y);
}

TEST_F(RecorderTest, ReplayOfTheWrongTypeIsAnError) {
  sim::Simulator s = simulator();
  ASSERT_TRUE(record(folder_ / "run.mcap", s, 5));
  Problems problems;
  const auto wrong = ControlReplay::open(folder_ / "run.mcap", "twist", {}, problems);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, ErrorCode::unsupported);
  EXPECT_EQ(ControlReplay::open(folder_ / "none.mcap", "twist", {}, problems).error().code, ErrorCode::not_found);
}

TEST_F(RecorderTest, AFullDiskEndsTheRecordingAndLeavesAReadableFile) {
  {
    // Files cannot grow beyond 400 kB.
    const SmallDisk disk(400'000);
    sim::Simulator s = simulator();
    EXPECT_FALSE(record(folder_ / "run.mcap", s, 400, {.images = "raw", .compression = "none"}));
    EXPECT_FALSE(fs::exists(folder_ / "run.mcap"));
  }
  Problems problems;
  const auto log = logio::open_log(folder_ / "run.mcap.partial", problems);
  ASSERT_TRUE(log) << log.error().message;
  EXPECT_GT((*log)->info().message_count, 50u);
  // Another recording of the same name does not overwrite the partial file.
  EXPECT_EQ(Recorder::create(folder_ / "run.mcap", {}).error().code, ErrorCode::already_exists);
}

}  // namespace
}  // namespace gs::bridge
