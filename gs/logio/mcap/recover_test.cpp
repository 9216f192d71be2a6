// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/mcap/recover.h"

#include <gtest/gtest.h>

#include "gs/logio/mcap/testing.h"

namespace gs {
namespace {

using mcap::testing::read_plain;
using mcap::testing::sample_messages;
using mcap::testing::write_plain;

class Recover : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              ("gs_recover_test_" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  Result<RecoverReport> recover(Bytes damaged) {
    write_file(folder_ / "in.mcap", damaged).value();
    return recover_mcap(folder_ / "in.mcap", folder_ / "out.mcap", {}, problems_, progress_);
  }
  fs::path folder_;
  Problems problems_;
  NoProgress progress_;
};

std::vector<std::byte> sample_file() {
  McapWriterOptions options;
  options.chunk_bytes = 2000;
  options.profile = "ros2";
  return write_plain(sample_messages(300), options);
}

TEST_F(Recover, KeepsAWholeFileWhole) {
  const auto report = recover(sample_file()).value();
  EXPECT_TRUE(report.complete);
  Problems problems;
  const auto log = McapReader::open(folder_ / "out.mcap", problems).value();
  EXPECT_EQ(read_plain(*log, {.order = Order::file}, problems), sample_messages(300));
  EXPECT_EQ(log->info().profile, "ros2");
  EXPECT_TRUE(problems.empty());
}

TEST_F(Recover, MakesAnIndexedFileOfACutOne) {
  const auto file = sample_file();
  const auto report = recover(Bytes(file).first(file.size() / 2)).value();
  EXPECT_FALSE(report.complete);
  EXPECT_GT(report.message_count, 50u);
  Problems problems;
  const auto log = McapReader::open(folder_ / "out.mcap", problems).value();
  EXPECT_TRUE(log->info().indexed);
  EXPECT_EQ(log->info().message_count, report.message_count);
  EXPECT_TRUE(problems.empty());
}

TEST_F(Recover, ReadsAFileWhoseFirstBytesAreGone) {
  auto file = sample_file();
  std::fill(file.begin(), file.begin() + 12, std::byte{0});
  const auto report = recover(file).value();
  EXPECT_FALSE(report.complete);
  EXPECT_EQ(report.message_count, 300u);
}

TEST_F(Recover, LeavesNoOutputWhereThereIsNothing) {
  EXPECT_FALSE(recover(as_bytes("this is no log at all, and long enough to look at")));
  EXPECT_FALSE(fs::exists(folder_ / "out.mcap"));
}

}  // namespace
}  // namespace gs
