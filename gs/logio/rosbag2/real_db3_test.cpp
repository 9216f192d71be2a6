// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Public rosbag2 databases of other people's software.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "gs/logio/rosbag2/testing/db3_fixture.h"

namespace gs::logio {
namespace {

using ::testing::HasSubstr;

// Expected content of a public recording, from its README. schema_version 0: not checked (folders).
struct RealDb3 {
  const char* path;
  uint64_t messages;
  int schema_version;
  std::map<std::string, uint64_t> topics;
};

TEST_F(Db3, RealFilesOpenWithTheCountsOfTheirReadme) {
  const char* data = std::getenv("GS_TEST_DATA");
  if (data == nullptr) GTEST_SKIP() << "set GS_TEST_DATA to the folder of public logs";
  const std::vector<RealDb3> files = {
      {"autoware_tracker_test_data1/test_data1.db3",
       271,
       3,
       {{"/perception/object_recognition/detection/objects", 36}, {"/tf", 235}, {"/tf_static", 0}}},
      {"nebula_pandar40p/1673400149412331409_0.db3", 4, 3, {{"/pandar_packets", 4}}},
      {"nebula_vlp16/1673400471837873222_0.db3", 4, 3, {{"/velodyne_packets", 4}}},
      {"nebula_vls128/1614315746471294674_0.db3", 4, 3, {{"/velodyne_packets", 4}}},
      {"plotjuggler_imu_pose/rosbag2_test_0.db3",
       4695,
       1,
       {{"/battery", 1565}, {"/imu", 1565}, {"/parameter_events", 0}, {"/pose", 1565}, {"/rosout", 0}}},
      {"rosbag2_bag_with_topics_and_service_events/bag_with_topics_and_service_events.db3",
       10,
       4,
       {{"/events/write_split", 0},
        {"/test_service1/_service_event", 4},
        {"/test_service2/_service_event", 4},
        {"/test_topic1", 1},
        {"/test_topic2", 1}}},
      {"rosbag2_cdr_test/cdr_test_0.db3", 7, 4, {{"/array_topic", 4}, {"/test_topic", 3}}},
      {"rosbag2_convert_a/rewriter_a_0.db3", 150, 2, {{"a_empty", 100}, {"b_basictypes", 50}}},
      {"rosbag2_empty_bag/empty_bag_0.db3", 0, 2, {{"/parameter_events", 0}, {"/rosout", 0}}},
      {"rosbag2_reindex_test_bags/multiple_files/multiple_files_0.db3", 1324, 2, {{"/chatter", 1324}}},
      {"rosbag2_reindex_test_bags/multiple_files", 3177, 0, {{"/chatter", 3177}}},
      {"rosbag2_talker/talker.db3", 20, 4, {{"/parameter_events", 0}, {"/rosout", 10}, {"/topic", 10}}},
      {"rosbag2_test_bag_for_seek/test_bag_for_seek_0.db3", 5, 2, {{"topic1", 5}}},
      {"rosbag2_wbag/wbag_0.db3",
       1246,
       2,
       {{"AAA", 174},
        {"BBB", 145},
        {"CCC", 157},
        {"DDD", 163},
        {"EEE", 147},
        {"FFF", 171},
        {"GGG", 141},
        {"HHH", 148}}},
      {"rosbag2_wbag", 6074, 0, {{"AAA", 804}, {"HHH", 726}}},
      {"rosbagsrs_94_types/test_bag_sqlite3.db3", 188, 4, {{"/test/sensor_msgs/image", 2}}},
  };
  for (const RealDb3& file : files) {
    SCOPED_TRACE(file.path);
    const fs::path path = fs::path(data) / "logs/ros2_db3" / file.path;
    const auto log =
        fs::is_directory(path) ? open_rosbag2_folder(path, open_db3, problems_) : open_db3(path, problems_);
    ASSERT_TRUE(log) << to_string(log.error());
    const LogInfo& info = (*log)->info();
    EXPECT_EQ(info.message_count, file.messages);
    const std::string version = file.schema_version > 0 ? format("version {}", file.schema_version) : "version";
    EXPECT_THAT(info.library, HasSubstr(version));
    const auto messages = read(**log, problems_);
    EXPECT_EQ(messages.size(), file.messages);
    EXPECT_TRUE(std::ranges::is_sorted(messages, {}, &Message::time_ns));
    std::map<std::string, uint64_t> counts;
    for (const Message& message : messages) ++counts[message.topic];
    for (const auto& [topic, count] : file.topics) EXPECT_EQ(counts[topic], count) << topic;
    for (const LogChannel& channel : (*log)->channels()) EXPECT_EQ(channel.message_encoding, "cdr");
    EXPECT_EQ(problems_.total(), problems_.count(Severity::notice)) << to_string(problems_.all()[0]);
  }
}

}  // namespace
}  // namespace gs::logio
