// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Several files as one log: equal to a file with all their messages, and refused where they cannot be one drive.
#include "gs/logio/open_logs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/file.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/logio/mcap/testing/small_logs.h"

namespace gs::logio {
namespace {

using mcap::testing::Plain;
using mcap::testing::sample_messages;

class OpenLogs : public ::testing::Test {
 protected:
  // Writes an MCAP file of small chunks.
  fs::path write(const std::string& name, const std::vector<Plain>& messages) const {
    const std::vector<std::byte> bytes = mcap::testing::write_plain(messages, {.chunk_bytes = 2000});
    EXPECT_TRUE(write_file(folder_ / name, bytes));
    return folder_ / name;
  }
  // Writes an MCAP file with one message of this type on /a.
  fs::path write_one(const std::string& name, const std::string& type, int64_t time_ns) const {
    const auto writer = McapWriter::create(folder_ / name).value();
    const LogChannel channel{.topic = "/a", .message_encoding = "cdr", .schema = {type, "ros2msg", "int8 x"}};
    const uint32_t id = writer->add_channel(channel).value();
    writer->write(id, {time_ns}, {time_ns}, 0, as_bytes("x")).value();
    writer->close().value();
    return folder_ / name;
  }
  // All messages of the files as one log.
  std::vector<Plain> read(const std::vector<fs::path>& paths, Order order = Order::log_time) {
    const auto log = open_logs(paths, problems_);
    EXPECT_TRUE(log) << to_string(log.error());
    return log ? mcap::testing::read_plain(**log, {.order = order}, problems_) : std::vector<Plain>{};
  }
  bool is_named(std::string_view file) const {
    return std::ranges::any_of(problems_, [&](const Problem& p) { return p.file.find(file) != std::string::npos; });
  }

  TemporaryFolder folder_;
  Problems problems_;
};

TEST_F(OpenLogs, OfOneDriveEqualTheirMergedFile) {
  const std::vector<Plain> all = sample_messages(600);
  ASSERT_EQ(read({write("whole.mcap", all)}), all);
  const std::vector<std::function<bool(std::size_t)>> splits{
      [](std::size_t i) { return i < 250; },               // one after the other
      [](std::size_t i) { return i % 3 == 0; },            // side by side
      [](std::size_t i) { return i >= 100 && i < 400; }};  // one in a gap of the other
  for (const auto& is_first : splits) {
    std::vector<Plain> first, second;
    for (std::size_t i = 0; i < all.size(); ++i) (is_first(i) ? first : second).push_back(all[i]);
    const fs::path a = write("a.mcap", first), b = write("b.mcap", second);
    for (const Order order : {Order::log_time, Order::file}) {
      EXPECT_EQ(read({a, b}, order), all);
      EXPECT_EQ(read({b, a}, order), all);
    }
  }
  EXPECT_TRUE(problems_.empty());
}

TEST_F(OpenLogs, ShareTopicsAndAddCounts) {
  const std::vector<Plain> all = sample_messages(300);
  const fs::path a = write("a.mcap", {all.begin(), all.begin() + 100});
  const fs::path b = write("b.mcap", {all.begin() + 100, all.end()});
  const auto log = open_logs({b, a}, problems_);
  ASSERT_TRUE(log) << to_string(log.error());
  EXPECT_THAT((*log)->channels(), ::testing::SizeIs(3));
  const LogInfo& info = (*log)->info();
  EXPECT_EQ(info.message_count, 300u);
  EXPECT_EQ(info.start->ns, all.front().log_time);
  EXPECT_EQ(info.end->ns, all.back().log_time);
  EXPECT_EQ(info.file_bytes, fs::file_size(a) + fs::file_size(b));
  EXPECT_TRUE(info.indexed);
}

// A clock that steps back between two splits of a recorder stays visible in the order of the files.
TEST_F(OpenLogs, OnlySplitsInAFolderFollowEachOtherInTheOrderOfTheirNames) {
  fs::create_directory(folder_ / "rec");
  const std::vector<Plain> all = sample_messages(20);
  const std::vector<Plain> early{all.begin(), all.begin() + 10}, late{all.begin() + 10, all.end()};
  const fs::path first = write("rec/drive_0.mcap", late), second = write("rec/drive_1.mcap", early);
  std::vector<Plain> stored = late;
  stored.insert(stored.end(), early.begin(), early.end());
  EXPECT_EQ(read({folder_ / "rec"}, Order::file), stored);
  EXPECT_EQ(read({folder_ / "rec"}), all);
  EXPECT_EQ(read({first, second}, Order::file), all);
}

TEST_F(OpenLogs, DamageIsAProblemThatNamesItsFile) {
  const std::vector<Plain> all = sample_messages(400);
  const fs::path a = write("a.mcap", {all.begin(), all.begin() + 200});
  const fs::path b = write("b.mcap", {all.begin() + 200, all.end()});
  const auto bytes = read_binary_file(b, 1u << 20).value();
  ASSERT_TRUE(write_file(b, Bytes(bytes).first(bytes.size() / 2)));
  const std::vector<Plain> got = read({a, b});
  EXPECT_GT(got.size(), 200u);
  EXPECT_LT(got.size(), 400u);
  EXPECT_TRUE(std::equal(got.begin(), got.end(), all.begin()));
  EXPECT_TRUE(is_named("b.mcap"));
  EXPECT_FALSE(is_named("a.mcap"));
}

TEST_F(OpenLogs, AFileThatIsNoLogIsAnErrorThatNamesIt) {
  const fs::path a = write_one("a.mcap", "pkg/msg/T", 1);
  ASSERT_TRUE(write_file(folder_ / "b.mcap", std::string_view("hello")));
  const auto text = open_logs({a, folder_ / "b.mcap"}, problems_);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, ErrorCode::unsupported);
  EXPECT_THAT(text.error().message, ::testing::HasSubstr("b.mcap"));
  const auto missing = open_logs({a, folder_ / "c.mcap"}, problems_);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::not_found);
  EXPECT_THAT(missing.error().message, ::testing::HasSubstr("c.mcap"));
  EXPECT_FALSE(open_logs({}, problems_));
}

TEST_F(OpenLogs, NoFileMayBeGivenTwice) {
  fs::create_directory(folder_ / "rec");
  const fs::path a = write_one("a.mcap", "pkg/msg/T", 1), b = write_one("rec/b.mcap", "pkg/msg/T", 2);
  fs::create_symlink(a, folder_ / "link.mcap");
  const std::vector<std::vector<fs::path>> cases{
      {a, a}, {a, b, a}, {a, folder_ / "link.mcap"}, {a, folder_ / "rec/../a.mcap"}, {b, a, folder_ / "rec"}};
  for (const std::vector<fs::path>& paths : cases) {
    const auto log = open_logs(paths, problems_);
    ASSERT_FALSE(log);
    EXPECT_EQ(log.error().code, ErrorCode::invalid_argument);
    EXPECT_THAT(log.error().message, ::testing::HasSubstr(paths.front().filename().string()));
  }
  EXPECT_TRUE(open_logs({a, b}, problems_));
}

TEST_F(OpenLogs, ATopicHasOneTypeInAllFiles) {
  const fs::path a = write_one("a.mcap", "pkg/msg/T", 1), ros1 = write_one("b.mcap", "pkg/T", 2),
                 other = write_one("c.mcap", "pkg/msg/U", 3);
  EXPECT_TRUE(open_logs({a, ros1}, problems_));
  const auto log = open_logs({a, other}, problems_);
  ASSERT_FALSE(log);
  EXPECT_EQ(log.error().code, ErrorCode::invalid_argument);
  for (const char* part : {"topic /a", "pkg/msg/T", "a.mcap", "pkg/msg/U", "c.mcap"}) {
    EXPECT_THAT(log.error().message, ::testing::HasSubstr(part));
  }
}

TEST_F(OpenLogs, APauseOfMoreThanAMinuteIsAWarningWithBothFiles) {
  const fs::path a = write_one("a.mcap", "pkg/msg/T", 1'000'000'000);
  const fs::path near = write_one("b.mcap", "pkg/msg/T", 60'000'000'000);
  const fs::path far = write_one("c.mcap", "pkg/msg/T", 121'000'000'000);
  EXPECT_TRUE(open_logs({near, a}, problems_));
  EXPECT_TRUE(problems_.empty());
  EXPECT_TRUE(open_logs({far, a, near}, problems_));
  ASSERT_THAT(problems_.all(), ::testing::SizeIs(1));
  EXPECT_EQ(problems_.all()[0].severity, Severity::warning);
  EXPECT_THAT(problems_.all()[0].message, ::testing::HasSubstr("there are 61 s"));
  EXPECT_THAT(problems_.all()[0].message, ::testing::HasSubstr("b.mcap"));
  EXPECT_THAT(problems_.all()[0].message, ::testing::HasSubstr("c.mcap"));
}

}  // namespace
}  // namespace gs::logio
