// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A disk with too little space is found before any work, by inspect, --dry-run and the build alike.
#include "gs/builder/disk_space.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/builder/inspect/inspect_log.h"
#include "gs/builder/testing/drive_recipe.h"
#include "gs/core/file.h"

namespace gs::builder {
namespace {

using testing::DriveRecipe;
using ::testing::HasSubstr;
using testing::TemporaryFolder;
using testing::write_drive;

constexpr DriveRecipe kShortDrive{.duration_s = 1.2, .lidar_columns = 300};

class DiskSpaces : public ::testing::Test {
 protected:
  BuildRequest request() {
    BuildRequest out{.input = folder_ / "drive.mcap", .output = folder_ / "out/world", .workspace = folder_ / "w"};
    out.config.enabled[static_cast<std::size_t>(Step::gs_train_orchestrator)] = false;
    out.geometry.resolution = 0.4;
    // The workspace lies on disk 1, the output on disk 2.
    out.disk_of = [this](const fs::path& path) {
      return path.filename() == "w" ? DiskSpace{1, free_for_workspace_} : DiskSpace{2, free_for_output_};
    };
    return *resolve(std::move(out));
  }
  // The message with which inspect, --dry-run and the build end; nothing is written.
  std::string expect_same_failure() {
    const BuildRequest r = request();
    NoProgress quiet;
    const auto seen = inspect_log(r, {});
    const auto plan = dry_run(r);
    const auto built = run_build(r, quiet);
    EXPECT_TRUE(seen && plan && plan->failure && !built);
    if (!seen || !plan || !plan->failure || built) return "";
    EXPECT_EQ(seen->exit_code(), 1);
    EXPECT_EQ(exit_code(built.error()), 1);
    EXPECT_EQ(to_text(*plan->failure), to_text(built.error()));
    EXPECT_EQ(seen->verdict(), "No world can be built: " + built.error().message);
    EXPECT_THAT(built.error().suggestion, HasSubstr("--ignore-disk-space"));
    EXPECT_FALSE(fs::exists(r.workspace));
    EXPECT_FALSE(fs::exists(r.output));
    return to_text(built.error());
  }

  TemporaryFolder folder_;
  uint64_t free_for_workspace_ = 1ull << 40, free_for_output_ = 1ull << 40;
};

TEST_F(DiskSpaces, AFullDiskIsFoundBeforeAnyWork) {
  ASSERT_TRUE(write_drive(folder_ / "drive.mcap", kShortDrive));
  free_for_workspace_ = 1 << 20;
  EXPECT_THAT(expect_same_failure(), HasSubstr("DISK_FULL: the workspace needs "));
  free_for_workspace_ = 0;  // full to the last byte
  EXPECT_THAT(expect_same_failure(), HasSubstr(", 0 B are free"));
  free_for_workspace_ = 1ull << 40, free_for_output_ = 1 << 20;
  EXPECT_THAT(expect_same_failure(), HasSubstr("DISK_FULL: the output needs "));
  BuildRequest ignoring = request();
  ignoring.ignore_disk_space = true;
  NoProgress quiet;
  const auto built = run_build(ignoring, quiet);
  EXPECT_TRUE(built) << to_text(built.error());
  // A finished build needs no more space.
  EXPECT_TRUE(run_build(request(), quiet));
}

TEST_F(DiskSpaces, TopicsThatAreNotUsedNeedNone) {
  DriveRecipe more = kShortDrive;
  more.more_topics = true;
  const auto expected = [&](const DriveRecipe& recipe, const BuildConfig& config) {
    EXPECT_TRUE(write_drive(folder_ / "drive.mcap", recipe));
    BuildRequest r = request();
    r.config = config;
    return dry_run(r)->plan.workspace_bytes;
  };
  BuildConfig config;
  const uint64_t plain = expected(kShortDrive, config);
  EXPECT_EQ(expected(more, config), plain);
  // A part of the drive needs less.
  config.time_range.duration_sec = 0.6;
  EXPECT_LT(expected(kShortDrive, config), plain);
}

TEST(DiskSpace, OfAPathThatDoesNotExistIsThatOfItsFolder) {
  const TemporaryFolder folder;
  const DiskSpace here = disk_of(folder / ""), below = disk_of(folder / "not/there");
  EXPECT_GT(here.free_bytes.value_or(0), 0u);
  EXPECT_EQ(here.disk, below.disk);
  ASSERT_TRUE(fs::create_directories(folder / "a"));
  ASSERT_TRUE(write_file(folder / "a/b.txt", "12345"));
  EXPECT_EQ(bytes_below(folder / "a"), 5u);
  EXPECT_EQ(bytes_below(folder / "none"), 0u);
}

}  // namespace
}  // namespace gs::builder
