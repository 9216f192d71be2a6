// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Topics and clocks of a log in memory: LiDARs of every kind, the IMU of LiDAR odometry, hostile recording times.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <span>

#include "gs/builder/ingest/topic_mapping.h"
#include "gs/builder/inspect/topic_survey.h"
#include "gs/builder/topics/log_clocks.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/messages/livox_ros_driver2.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/messages/ouster_sensor_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"

namespace gs::builder {
namespace {

constexpr Timestamp kSurveyStart{1'700'000'000'000'000'000};
constexpr double kPowerOn_s = 1'700'000'000.0 - 1234;  // UNIX time at which a sensor was switched on

// Delivers all messages in one batch.
class MemoryStream final : public logio::MessageStream {
 public:
  explicit MemoryStream(std::vector<logio::MessageView> views) : views_(std::move(views)) {}
  Result<std::span<const logio::MessageView>> next_batch() override {
    const std::size_t count = read_ ? 0 : views_.size();
    read_ = true;
    return std::span<const logio::MessageView>(views_).first(count);
  }

 private:
  std::vector<logio::MessageView> views_;
  bool read_ = false;
};

// A log in memory, in the order in which its messages were added.
class MemoryLog final : public logio::LogReader {
 public:
  template <class M>
  void add(const std::string& topic, Timestamp received, const M& message) {
    add_bytes(topic, "cdr", std::string(M::kType), received, rosmsg::encode_cdr(message));
  }
  void add_bytes(const std::string& topic, const std::string& encoding, const std::string& type, Timestamp received,
                 std::vector<std::byte> bytes) {
    const auto known = std::ranges::find(channels_, topic, &logio::LogChannel::topic);
    const auto id = static_cast<uint32_t>(known - channels_.begin());
    if (known == channels_.end()) {
      logio::LogChannel channel;
      channel.id = id, channel.topic = topic, channel.message_encoding = encoding, channel.schema.name = type;
      channels_.push_back(channel);
      info_.channels.emplace_back();
    }
    ++info_.channels[id].message_count;
    messages_.push_back({id, received, std::move(bytes)});
  }

  const logio::LogInfo& info() const override { return info_; }
  const std::vector<logio::LogChannel>& channels() const override { return channels_; }
  Result<std::unique_ptr<logio::MessageStream>> read(const logio::ReadOptions& options, Problems&) const override {
    std::vector<logio::MessageView> views;
    for (const Stored& message : messages_) {
      const logio::LogChannel& channel = channels_[message.channel];
      const bool wanted =
          options.topics.empty() || std::ranges::find(options.topics, channel.topic) != options.topics.end();
      if (!wanted || (options.begin && message.received < *options.begin)) continue;
      logio::MessageView view;
      view.channel = &channel, view.log_time = view.publish_time = message.received, view.data = message.bytes;
      views.push_back(view);
    }
    return std::unique_ptr<logio::MessageStream>(std::make_unique<MemoryStream>(std::move(views)));
  }
  Result<std::vector<logio::LogAttachment>> attachments(Problems&) const override {
    return std::vector<logio::LogAttachment>{};
  }
  Result<std::vector<logio::LogMetadata>> metadata(Problems&) const override {
    return std::vector<logio::LogMetadata>{};
  }

 private:
  struct Stored {
    uint32_t channel = 0;
    Timestamp received{};
    std::vector<std::byte> bytes{};
  };
  logio::LogInfo info_;
  std::vector<logio::LogChannel> channels_;
  std::vector<Stored> messages_;
};

TopicClock used_as(std::string topic, ClockRole role) { return {.topic = std::move(topic), .role = role}; }

// Adds one second of odometry whose stamps are `behind_s` behind the recording times.
void add_odometry(MemoryLog& log, double behind_s) {
  for (int i = 0; i <= 10; ++i) {
    const Timestamp received = kSurveyStart + Duration::from_ms(100 * i);
    rosmsg::nav_msgs::Odometry message;
    message.header.stamp = received - Duration::from_seconds(behind_s);
    log.add("/odom", received, message);
  }
}

// Adds one second of sweeps of a Livox, recorded at their last point.
void add_livox(MemoryLog& log, double behind_s, bool stamped) {
  for (int i = 0; i <= 10; ++i) {
    const Timestamp start = kSurveyStart + Duration::from_ms(100 * i);
    rosmsg::livox_ros_driver2::CustomMsg message;
    if (stamped) message.header.stamp = start - Duration::from_seconds(behind_s);
    message.points.resize(2);
    message.points[1].offset_time = 100'000'000;
    message.point_num = 2;
    log.add("/livox/lidar", start + Duration::from_ms(100), message);
  }
}

TEST(ClockSurvey, SweepsOfLivoxAreRecordedAtTheirLastPoint) {
  for (const bool stamped : {true, false}) {
    MemoryLog log;
    add_odometry(log, 0);
    add_livox(log, kPowerOn_s, stamped);
    Problems problems;
    const auto clocks = survey_clocks(
        log, {used_as("/odom", ClockRole::poses), used_as("/livox/lidar", ClockRole::lidar)}, {}, problems);
    ASSERT_TRUE(clocks) << to_string(clocks.error());
    const TopicClock& lidar = clocks->topics.at("/livox/lidar");
    EXPECT_EQ(lidar.state, stamped ? ClockState::uptime : ClockState::unstamped);
    EXPECT_NEAR(lidar.shift.seconds(), stamped ? kPowerOn_s : 0, 1e-4);
    EXPECT_NEAR(lidar.delay.seconds(), stamped ? 0 : 0.1, 1e-9);
  }
}

TEST(ClockSurvey, OusterPacketsHaveTheRecordingTime) {
  MemoryLog log;
  add_odometry(log, 30);
  for (int i = 0; i < 10; ++i) {
    log.add("/ouster/lidar_packets", kSurveyStart + Duration::from_ms(i), rosmsg::ouster_sensor_msgs::PacketMsg{});
  }
  Problems problems;
  const auto clocks = survey_clocks(
      log, {used_as("/odom", ClockRole::poses), used_as("/ouster/lidar_packets", ClockRole::lidar)}, {}, problems);
  ASSERT_TRUE(clocks) << to_string(clocks.error());
  EXPECT_NEAR(clocks->topics.at("/odom").shift.seconds(), 30, 1e-6);
  EXPECT_TRUE(clocks->notes.empty());
}

TEST(ClockSurvey, FoxgloveCloudsAreJudged) {
  MemoryLog log;
  add_odometry(log, 0);
  const std::string json = R"({"timestamp": {"sec": 1234, "nsec": 0}, "frame_id": "lidar",
    "pose": {"position": {"x": 0, "y": 0, "z": 0}, "orientation": {"x": 0, "y": 0, "z": 0, "w": 1}}, "point_stride": 16,
    "fields": [{"name": "x", "offset": 0, "type": 7}, {"name": "y", "offset": 4, "type": 7},
               {"name": "z", "offset": 8, "type": 7}],
    "data": "AACAPwAAAEAAAEBABQAAAAAAAAAAAAAAAAAAAAYAAAA="})";
  const auto bytes = as_bytes(json);
  log.add_bytes("/points", "json", "foxglove.PointCloud", kSurveyStart, {bytes.begin(), bytes.end()});
  Problems problems;
  const auto clocks =
      survey_clocks(log, {used_as("/odom", ClockRole::poses), used_as("/points", ClockRole::lidar)}, {}, problems);
  ASSERT_TRUE(clocks) << to_string(clocks.error());
  EXPECT_EQ(clocks->topics.at("/points").state, ClockState::uptime);
  EXPECT_NEAR(clocks->topics.at("/points").shift.seconds(), kPowerOn_s, 1e-4);
}

TEST(TopicMapping, OusterPacketsWithACalibrationFileNeedNoMetadata) {
  MemoryLog log;
  add_odometry(log, 0);
  log.add("/ouster/lidar_packets", kSurveyStart, rosmsg::ouster_sensor_msgs::PacketMsg{});
  const auto bare = map_topics(log, TopicsConfig{});
  ASSERT_TRUE(bare) << to_text(bare.error());
  ASSERT_EQ(bare->notes.size(), 1u);
  EXPECT_NE(bare->notes[0].find("--lidar-calibration"), std::string::npos);
  TopicsConfig config;
  config.lidar_calibration = "sensor.json";
  const auto given = map_topics(log, config);
  ASSERT_TRUE(given) << to_text(given.error());
  EXPECT_TRUE(given->notes.empty());
}

// LiDAR odometry steps in if the transforms do not lead to the vehicle.
TEST(ClockSurvey, TheImuOfLidarOdometryIsJudgedWhereverItMayBeUsed) {
  MemoryLog log;
  log.add("/imu", kSurveyStart, rosmsg::sensor_msgs::Imu{});
  TopicMapping mapping;
  mapping.pose_source = PoseSource::tf;
  Problems problems;
  ASSERT_TRUE(add_clocks(log, {}, mapping, problems));
  EXPECT_FALSE(mapping.clocks.topics.contains("/imu"));
  mapping.may_use_lidar_poses = true;
  ASSERT_TRUE(add_clocks(log, {}, mapping, problems));
  EXPECT_TRUE(mapping.clocks.topics.contains("/imu"));
}

TEST(ClockSurvey, HostileRecordingTimesAreSurveyed) {
  MemoryLog log;
  const Timestamp last{INT64_MAX};
  for (const Timestamp received : {Timestamp{INT64_MIN}, Timestamp{0}, last}) {
    log.add("/imu", received, rosmsg::sensor_msgs::Imu{});
  }
  Problems problems;
  const auto times = survey_times(log, problems);  // the log states neither start nor end
  ASSERT_TRUE(times);
  EXPECT_EQ(times->at("/imu").stamps.size(), 3u);
  // The first and the last message lie at the ends; the one in the middle lasts from one end to the other.
  const std::vector<double>& density = times->at("/imu").density;
  EXPECT_EQ(density.front(), 1);
  EXPECT_EQ(density.back(), 1);
  EXPECT_NEAR(density[density.size() / 2], 0.01 / 1.01, 1e-6);
  EXPECT_GT(sample_topic(log, "/imu", {last}, 8, problems).read, 0u);
}

}  // namespace
}  // namespace gs::builder
