// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "gs/core/file.h"
#include "gs/core/random.h"
#include "gs/logio/tools/check.h"
#include "gs/logio/tools/copy.h"
#include "gs/logio/tools/create_log.h"
#include "gs/logio/tools/report.h"
#include "gs/logio/tools/topics.h"

namespace gs {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Tools : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "gs_tools_XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  void TearDown() override { fs::remove_all(folder_); }

  struct Sent {
    std::string topic;
    int64_t time_ns;
    std::string data;
  };
  // A log with one channel per topic; metadata by topic.
  std::unique_ptr<LogReader> log_of(const std::vector<Sent>& messages,
                                    const std::map<std::string, std::map<std::string, std::string>>& metadata = {}) {
    const fs::path path = folder_ / "made.mcap";
    auto writer = create_log(path, {.replace = true});
    EXPECT_TRUE(writer) << to_string(writer.error());
    std::map<std::string, uint32_t> ids;
    for (const Sent& sent : messages) {
      if (!ids.contains(sent.topic)) {
        LogChannel channel{.topic = sent.topic, .message_encoding = "cdr"};
        channel.schema = {"std_msgs/msg/String", "ros2msg", "string data\n"};
        if (const auto found = metadata.find(sent.topic); found != metadata.end()) channel.metadata = found->second;
        ids[sent.topic] = *(*writer)->add_channel(channel);
      }
      EXPECT_TRUE((*writer)->write(ids[sent.topic], {sent.time_ns}, {sent.time_ns}, 0, as_bytes(sent.data)));
    }
    EXPECT_TRUE((*writer)->close());
    auto log = open_log(path, problems_);
    EXPECT_TRUE(log) << to_string(log.error());
    return *std::move(log);
  }

  static std::vector<std::string> contents(const LogReader& log) {
    Problems problems;
    std::vector<std::string> texts;
    const auto stream = log.read({}, problems);
    while (stream) {
      const auto batch = (*stream)->next_batch();
      if (!batch || batch->empty()) return texts;
      for (const MessageView& m : *batch) {
        texts.push_back(format("{}@{} {}", m.channel->topic, m.log_time.ns, as_text(m.data)));
      }
    }
    return texts;
  }

  std::vector<std::string> copied(const LogReader& log, const CopyOptions& options, const char* name = "copy.mcap") {
    auto writer = create_log(folder_ / name, {.replace = true});
    EXPECT_TRUE(writer);
    KeepMessages keep;
    NoProgress progress;
    const auto report = copy_log(log, **writer, keep, options, progress, problems_);
    EXPECT_TRUE(report) << to_string(report.error());
    EXPECT_TRUE((*writer)->close());
    return contents(**open_log(folder_ / name, problems_));
  }

  fs::path folder_;
  Problems problems_;
};

TEST_F(Tools, PatternsMatch) {
  EXPECT_TRUE(matches_pattern("/camera/left/image", "/camera/*"));
  EXPECT_TRUE(matches_pattern("/camera/left/image", "*left*"));
  EXPECT_TRUE(matches_pattern("/a", "/a"));
  EXPECT_TRUE(matches_pattern("", "*"));
  EXPECT_FALSE(matches_pattern("/ab", "/a"));
  EXPECT_FALSE(matches_pattern("/a", "/a/*"));
}

TEST_F(Tools, SelectingNamesTheNearestTopics) {
  const auto log = log_of({{"/odom", 1, ""}, {"/tf", 1, ""}, {"/camera/left/image", 1, ""}});
  EXPECT_THAT(*select_topics(*log, {"/o*", "/tf"}, {}), ElementsAre("/odom", "/tf"));
  EXPECT_THAT(*select_topics(*log, {}, {"/camera*"}), ElementsAre("/odom", "/tf"));
  const auto missing = select_topics(*log, {"/odm"}, {});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::not_found);
  EXPECT_THAT(missing.error().hint, HasSubstr(": /odom"));
}

TEST_F(Tools, LatchedTopicsAreRecognised) {
  EXPECT_TRUE(is_latched({.topic = "/tf_static"}));
  EXPECT_TRUE(is_latched({.topic = "/a", .metadata = {{"latching", "1"}}}));
  EXPECT_TRUE(is_latched({.topic = "/a", .metadata = {{"latching", "true"}}}));
  EXPECT_FALSE(is_latched({.topic = "/a", .metadata = {{"latching", "0"}}}));
  EXPECT_TRUE(is_latched({.topic = "/a", .metadata = {{"offered_qos_profiles", "- durability: 1\n"}}}));
  EXPECT_FALSE(is_latched({.topic = "/a", .metadata = {{"offered_qos_profiles", "- durability: 2\n  depth: 1"}}}));
  EXPECT_TRUE(is_latched({.topic = "/a", .metadata = {{"offered_qos_profiles", "[{durability: transient_local}]"}}}));
}

TEST_F(Tools, ACutKeepsWhatLatchedTopicsSaidBefore) {
  const auto log = log_of({{"/tf_static", 1, "one"},
                           {"/map", 2, "old"},
                           {"/tf_static", 3, "two"},
                           {"/map", 4, "new"},
                           {"/odom", 5, "early"},
                           {"/odom", 10, "in"},
                           {"/odom", 20, "late"}},
                          {{"/map", {{"offered_qos_profiles", "- durability: 1\n"}}}});
  CopyOptions options;
  options.read.begin = Timestamp{10};
  options.read.end = Timestamp{20};
  EXPECT_THAT(copied(*log, options),
              ElementsAre("/tf_static@10 one", "/tf_static@10 two", "/map@10 new", "/odom@10 in"));
  options.read.topics = {"/odom", "/tf_static"};
  EXPECT_THAT(copied(*log, options), ElementsAre("/tf_static@10 one", "/tf_static@10 two", "/odom@10 in"));
  options.keep_latched = false;
  EXPECT_THAT(copied(*log, options), ElementsAre("/odom@10 in"));
}

TEST_F(Tools, CopiesToEveryContainerKeepPayloads) {
  const auto log = log_of({{"/b", 2, "bb"}, {"/a", 1, "aaa"}, {"/a", 3, std::string(100'000, 'x')}});
  const auto direct = contents(*log);
  EXPECT_EQ(copied(*log, {}, "x.db3"), direct);
  EXPECT_EQ(copied(*log, {}, "folder"), direct);
  EXPECT_EQ(copied(*log, {}, "y.mcap"), direct);
}

TEST_F(Tools, ReportsRatesAndGaps) {
  std::vector<Sent> messages;
  for (int i = 0; i < 200; ++i) {
    if (i >= 50 && i < 60) continue;  // a pause of 1.1 s
    messages.push_back({"/odom", 1'000'000'000ll + i * 100'000'000ll, "x"});
  }
  const auto log = log_of(messages);
  NoProgress progress;
  const auto report = make_report(*log, {}, progress, problems_);
  ASSERT_TRUE(report);
  ASSERT_EQ(report->topics.size(), 1u);
  const TopicReport& topic = report->topics[0];
  EXPECT_EQ(topic.messages, 190u);
  EXPECT_NEAR(topic.timing->median_period_s, 0.1, 0.003);
  EXPECT_EQ(topic.timing->gaps, 1u);
  EXPECT_EQ(topic.timing->longest, (Duration{1'100'000'000}));
  EXPECT_EQ(topic.timing->longest_from, (Timestamp{5'900'000'000}));
  EXPECT_THAT(to_text(*report), HasSubstr("1, longest 1.100 s at 5.900000000"));
  EXPECT_THAT(to_json(*report), HasSubstr("\"longest_pause_s\": 1.1"));
}

TEST_F(Tools, OutputsAreChosenByNameAndNeverReplacedSilently) {
  EXPECT_EQ(*format_of_output("a/b.mcap"), LogFormat::mcap);
  EXPECT_EQ(*format_of_output("b.bag"), LogFormat::rosbag1);
  EXPECT_EQ(*format_of_output("folder/"), LogFormat::rosbag2);
  EXPECT_EQ(format_of_output("b.txt").error().code, ErrorCode::invalid_argument);
  ASSERT_TRUE(write_file(folder_ / "old.mcap", std::string_view("precious")));
  EXPECT_EQ(create_log(folder_ / "old.mcap", {}).error().code, ErrorCode::already_exists);
  EXPECT_EQ(create_log(folder_ / "x.bag", {.compression = "zstd"}).error().code, ErrorCode::invalid_option);
  EXPECT_EQ(create_log(folder_ / "x.mcap", {.compression = "bz2"}).error().code, ErrorCode::invalid_option);
}

TEST_F(Tools, CheckFindsASoundLogSoundAndADamagedOneDamaged) {
  log_of({{"/b", 2, "bb"}, {"/a", 1, std::string(5000, 'q')}, {"/a", 3, "x"}});
  NoProgress progress;
  const auto sound = check_log(folder_ / "made.mcap", progress, problems_);
  ASSERT_TRUE(sound);
  EXPECT_EQ(sound->messages, 3u);
  EXPECT_EQ(sound->out_of_order, 1u);
  EXPECT_TRUE(problems_.empty());
  auto bytes = *read_binary_file(folder_ / "made.mcap", 1u << 20);
  bytes[120] ^= std::byte{4};
  ASSERT_TRUE(write_file(folder_ / "made.mcap", bytes));
  (void)check_log(folder_ / "made.mcap", progress, problems_);
  EXPECT_TRUE(problems_.has_errors());
}

// Every public log, by content: README counts are in the tests of each format; here the one interface over all.
TEST_F(Tools, EveryPublicLogOpensAndSurvivesBitFlips) {
  const char* data = std::getenv("GS_TEST_DATA");
  if (data == nullptr) GTEST_SKIP() << "set GS_TEST_DATA to the folder of public logs";
  Random random(11, 1, 0);
  std::size_t logs = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(data) / "logs")) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".bag" && extension != ".db3" && extension != ".mcap" && extension != ".zstd") continue;
    SCOPED_TRACE(entry.path().string());
    Problems problems;
    const auto log = open_log(entry.path(), problems);
    ASSERT_TRUE(log) << to_string(log.error());
    EXPECT_EQ(contents(**log).size(), (*log)->info().message_count);
    ++logs;
    auto bytes = *read_binary_file(entry.path(), 1u << 30);
    if (bytes.size() > 100'000) continue;
    for (int i = 0; i < 8; ++i) {
      auto damaged = bytes;
      damaged[random.below(static_cast<uint32_t>(bytes.size()))] ^= static_cast<std::byte>(1u << random.below(8));
      ASSERT_TRUE(write_file(folder_ / "damaged", damaged));
      const auto opened = open_log(folder_ / "damaged", problems);
      if (opened) contents(**opened);
    }
  }
  EXPECT_GE(logs, 58u);
}

}  // namespace
}  // namespace gs
