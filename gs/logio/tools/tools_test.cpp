// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Tools over logs: copies, cuts, recovery, checks and reports.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "gs/core/file.h"
#include "gs/core/numbers/random.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/logio/mcap/writer.h"
#include "gs/logio/recover.h"
#include "gs/logio/tools/check.h"
#include "gs/logio/tools/copy.h"
#include "gs/logio/tools/create_log.h"
#include "gs/logio/tools/report.h"
#include "gs/logio/tools/topics.h"

namespace gs::logio {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Tools : public ::testing::Test {
 protected:
  struct Sent {
    std::string topic;
    int64_t time_ns;
    std::string data;
  };
  // Writes a log with one channel per topic; `metadata` is by topic.
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

  TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path();
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
  EXPECT_EQ(missing.error().code, ErrorCode::topic_not_found);
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

TEST_F(Tools, CheckVerifiesTheDataSectionAndReadsMetadata) {
  const fs::path path = folder_ / "made.mcap";
  NoProgress progress;
  const auto write = [&] {
    const auto writer =
        McapWriter::create(path, {.compression = "none", .message_index = false, .data_crc = true}).value();
    const uint32_t id = writer->add_channel({.topic = "/a", .message_encoding = "cdr"}).value();
    ASSERT_TRUE(writer->write(id, {1}, {1}, 0, as_bytes("payload")));
    ASSERT_TRUE(writer->write_metadata({.name = "the name", .values = {{"key", "the value"}}}));
    ASSERT_TRUE(writer->close());
  };
  const auto check_with = [&](std::string_view found, std::size_t offset, std::byte flipped) {
    write();
    auto bytes = *read_binary_file(path, 1u << 20);
    bytes[as_text(bytes).find(found) + offset] ^= flipped;
    EXPECT_TRUE(write_file(path, bytes));
    Problems problems;
    EXPECT_TRUE(check_log(path, progress, problems));
    return problems;
  };
  write();
  ASSERT_TRUE(check_log(path, progress, problems_));
  EXPECT_TRUE(problems_.empty());
  // Only the checksum of the data section covers the metadata record.
  const Problems wrong = check_with("the value", 0, std::byte{1});
  ASSERT_EQ(wrong.count(Severity::error), 1u);
  EXPECT_EQ(wrong.all()[0].code, ErrorCode::crc_mismatch);
  // Damages the highest byte of the key length.
  const Problems unreadable = check_with("key", std::size_t(-1), std::byte{1});
  EXPECT_EQ(unreadable.count(Severity::error), 2u);
  EXPECT_THAT(to_string(unreadable.all()[0]), HasSubstr("Metadata"));
}

// Opens damaged bytes with open_damaged_log() and copies the messages, as 'gs-log recover' does.
class Recover : public Tools {
 protected:
  std::vector<std::string> recovered(Bytes damaged, const char* name = "damaged.mcap") {
    EXPECT_TRUE(write_file(folder_ / name, damaged));
    const auto log = open_damaged_log(folder_ / name, problems_);
    EXPECT_TRUE(log) << to_string(log.error());
    CopyOptions options;
    options.read.salvage = true;
    return log ? copied(**log, options, "recovered.mcap") : std::vector<std::string>{};
  }
  // MCAP file with many small chunks.
  std::vector<std::byte> sample_file() {
    const auto writer = McapWriter::create(folder_ / "sample.mcap", {.profile = "ros2", .chunk_bytes = 2000}).value();
    const uint32_t id = writer->add_channel({.topic = "/a", .message_encoding = "cdr"}).value();
    for (int64_t i = 0; i < 300; ++i) {
      EXPECT_TRUE(writer->write(id, {i}, {i}, 0, as_bytes(format("message {:100}", i))));
    }
    EXPECT_TRUE(writer->close());
    return *read_binary_file(folder_ / "sample.mcap", 1u << 20);
  }
};

TEST_F(Recover, KeepsAWholeFileWhole) {
  const auto file = sample_file();
  Problems problems;
  EXPECT_EQ(recovered(file), contents(**open_log(folder_ / "sample.mcap", problems)));
  EXPECT_TRUE(problems_.empty());
}

TEST_F(Recover, MakesAnIndexedFileOfACutOne) {
  const auto file = sample_file();
  const auto got = recovered(Bytes(file).first(file.size() / 2));
  EXPECT_GT(got.size(), 50u);
  EXPECT_TRUE(problems_.has_errors());
  Problems problems;
  const auto log = open_log(folder_ / "recovered.mcap", problems);
  EXPECT_TRUE((*log)->info().indexed);
  EXPECT_EQ((*log)->info().message_count, got.size());
  EXPECT_TRUE(problems.empty());
}

TEST_F(Recover, ReadsAFileWhoseFirstBytesAreGone) {
  auto file = sample_file();
  std::fill(file.begin(), file.begin() + 12, std::byte{0});
  for (const char* name : {"damaged.mcap", "without_ending"}) {  // the last bytes identify the format too
    Problems before;
    EXPECT_EQ(open_log(folder_ / name, before).error().code,
              fs::exists(folder_ / name) ? ErrorCode::unsupported : ErrorCode::not_found);
    EXPECT_EQ(recovered(file, name).size(), 300u);
  }
  EXPECT_TRUE(problems_.has_errors());
}

TEST_F(Recover, ReadsABagWhoseFirstBytesAreGone) {
  const auto writer = create_log(folder_ / "sample.bag", {.compression = "lz4"}).value();
  LogChannel channel{.topic = "/a", .message_encoding = "ros1"};
  channel.schema = {"std_msgs/String", "ros1msg", "string data\n"};
  const uint32_t id = writer->add_channel(channel).value();
  for (int64_t i = 0; i < 100; ++i) ASSERT_TRUE(writer->write(id, {i}, {i}, 0, as_bytes(format("message {}", i))));
  ASSERT_TRUE(writer->close());
  auto bytes = *read_binary_file(folder_ / "sample.bag", 1u << 20);
  bytes[0] ^= std::byte{0x20};
  EXPECT_EQ(recovered(bytes, "damaged.bag").size(), 100u);
  EXPECT_TRUE(problems_.has_errors());
  std::fill(bytes.begin(), bytes.begin() + 60, std::byte{0});  // also the file header, so that the bag is scanned
  EXPECT_EQ(recovered(bytes, "damaged.bag").size(), 100u);
}

TEST_F(Recover, NamesTheErrorOfOpeningWhereThereIsNothing) {
  for (const char* name : {"text.mcap", "text.bag", "text"}) {
    ASSERT_TRUE(write_file(folder_ / name, std::string_view("this is no log at all, and long enough to look at")));
    const auto log = open_damaged_log(folder_ / name, problems_);
    ASSERT_FALSE(log) << name;
    EXPECT_EQ(log.error().code, ErrorCode::unsupported);
  }
  EXPECT_TRUE(problems_.empty());
}

TEST_F(Tools, CopiesTellWhichFieldsTheOutputCannotHold) {
  const auto writer = create_log(folder_ / "times.mcap", {}).value();
  const uint32_t id = writer->add_channel({.topic = "/a", .message_encoding = "cdr"}).value();
  ASSERT_TRUE(writer->write(id, {10}, {10}, 0, {}));
  ASSERT_TRUE(writer->write(id, {20}, {15}, 0, {}));
  ASSERT_TRUE(writer->write(id, {30}, {25}, 7, {}));
  ASSERT_TRUE(writer->close());
  const auto log = open_log(folder_ / "times.mcap", problems_).value();
  copied(*log, {}, "same.mcap");
  EXPECT_TRUE(problems_.empty());
  copied(*log, {.has_publish_times = false}, "x.db3");
  ASSERT_EQ(problems_.total(), 1u);
  EXPECT_EQ(problems_.all()[0].severity, Severity::notice);
  EXPECT_THAT(problems_.all()[0].message, HasSubstr("2 publish times"));
  EXPECT_THAT(problems_.all()[0].message, HasSubstr("1 sequence numbers"));
}

// A sensor that dies while the others go on has no gap between two of its messages.
TEST_F(Tools, ReportsTopicsThatBeginLateOrEndEarly) {
  std::vector<Sent> messages;
  for (int i = 0; i < 460; ++i) {
    const int64_t time = 1'000'000'000ll + i * 100'000'000ll;
    messages.push_back({"/odom", time, "x"});
    if (i < 50) messages.push_back({"/lidar", time, "x"});
    if (i >= 30) messages.push_back({"/late", time, "x"});
    if (i % 10 == 0) messages.push_back({"/slow", time, "x"});  // its last message is 0.9 s before the end
  }
  const auto log = log_of(messages);
  NoProgress progress;
  const auto report = make_report(*log, {}, progress, problems_);
  ASSERT_TRUE(report);
  std::map<std::string, TopicTiming> timing;
  for (const TopicReport& topic : report->topics) timing[topic.topic] = *topic.timing;
  EXPECT_EQ(timing["/lidar"].ends_early, (Duration{41'000'000'000}));
  EXPECT_EQ(timing["/lidar"].begins_late, Duration{});
  EXPECT_EQ(timing["/late"].begins_late, (Duration{3'000'000'000}));
  EXPECT_EQ(timing["/odom"].ends_early, Duration{});
  EXPECT_EQ(timing["/slow"].ends_early, Duration{});
  EXPECT_THAT(to_text(*report), HasSubstr("none, ends 41.000 s before the log"));
  EXPECT_THAT(to_text(*report), HasSubstr("none, begins 3.000 s after the log"));
  EXPECT_THAT(to_json(*report), HasSubstr("\"ends_early_s\": 41"));
}

// Names from a file may hold anything; a terminal obeys escape sequences.
TEST_F(Tools, ReportsShowControlCharactersAsText) {
  const auto log = log_of({{"/a\x1b]0;title\x07\nerror: forged", 1, ""}});
  NoProgress progress;
  const auto report = make_report(*log, {}, progress, problems_);
  ASSERT_TRUE(report);
  const std::string text = to_text(*report);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find('\x07'), std::string::npos);
  EXPECT_THAT(text, HasSubstr("/a\\x1b]0;title\\x07\\nerror: forged"));
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
}  // namespace gs::logio
