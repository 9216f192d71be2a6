// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Folders of ROS 1 bags: the parts of one recording are one log, two recordings are refused by name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/logio/rosbag1/testing/test_bags.h"

namespace gs::logio {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::Message;

void put_bag(const fs::path& path, int64_t time_ns, const std::string& text) {
  const auto bag = testing::bag_of({{"/a", time_ns, text}}, {});
  ASSERT_TRUE(write_file(path, Bytes(bag)));
}

TEST(SplitBags, OfOneRecordingAreOneLog) {
  for (const std::string prefix : {"", "drive_"}) {
    const TemporaryFolder folder;
    put_bag(folder / (prefix + "2026-01-31-10-25-30_1.bag"), 2'000'000'000, "second");
    put_bag(folder / (prefix + "2026-01-31-10-20-30_0.bag"), 1'000'000'000, "first");
    Problems problems;
    const auto log = open_log(folder.path(), problems);
    ASSERT_TRUE(log) << to_string(log.error());
    EXPECT_EQ((*log)->info().message_count, 2u);
    EXPECT_THAT(testing::read_all(**log, {}, problems),
                ElementsAre(Message{"/a", 1'000'000'000, "first"}, Message{"/a", 2'000'000'000, "second"}));
  }
}

TEST(SplitBags, OfTwoRecordingsAreRefusedByName) {
  const TemporaryFolder folder;
  put_bag(folder / "2026-01-31-10-20-30_0.bag", 1'000'000'000, "one");
  put_bag(folder / "2026-02-01-08-00-00_0.bag", 2'000'000'000, "other");
  Problems problems;
  const auto log = open_log(folder.path(), problems);
  ASSERT_FALSE(log);
  EXPECT_EQ(log.error().code, ErrorCode::invalid_argument);
  EXPECT_THAT(log.error().message, HasSubstr("2026-02-01-08-00-00_0.bag"));
}

}  // namespace
}  // namespace gs::logio
