// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What `inspect` finds in a log: roles, rates, gaps, clocks, and the exit code that a build would have.
#include <gtest/gtest.h>

#include "gs/builder/inspect/findings.h"
#include "gs/builder/testing/drive_recipe.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/report/testing/well_formed.h"

namespace gs::builder {
namespace {

using testing::DriveRecipe;
using testing::write_drive;

class Inspections : public ::testing::Test {
 protected:
  BuildResult<Inspection> inspected(const DriveRecipe& recipe) {
    request_.input = folder_ / (recipe.ros1_bag ? "drive.bag" : "drive.mcap");
    request_.workspace = folder_ / "w";
    EXPECT_TRUE(write_drive(request_.input, recipe));
    return inspect_log(request_, {});
  }
  // The exit code of inspect and that of a build without training must be the same.
  void expect_same_exit(const DriveRecipe& recipe) {
    const auto seen = inspected(recipe);
    ASSERT_TRUE(seen) << to_text(seen.error());
    BuildRequest request = request_;
    request.output = folder_ / "world";
    request.force = true;  // the world of the recipe before
    request.config.enabled[static_cast<std::size_t>(Step::gs_train_orchestrator)] = false;
    request.geometry.resolution = 0.2;
    const BuildRequest resolved = *resolve(request);
    const auto dry = dry_run(resolved);
    EXPECT_EQ(seen->exit_code(), !dry           ? exit_code(dry.error())
                                 : dry->failure ? exit_code(*dry->failure)
                                                : 0)
        << seen->verdict() << "; the dry run: " << (!dry ? to_text(dry.error()) : "");
    NoProgress quiet;
    const auto built = run_build(*resolve(std::move(request)), quiet);
    EXPECT_EQ(seen->exit_code(), built ? 0 : exit_code(built.error()))
        << seen->verdict() << "; the build: " << (built ? "" : to_text(built.error()));
  }
  static bool has(const Inspection& in, std::string_view part) {
    return std::ranges::any_of(in.findings,
                               [&](const Finding& f) { return f.message.find(part) != std::string::npos; });
  }

  TemporaryFolder folder_;
  BuildRequest request_;
};

TEST_F(Inspections, AGoodDriveHasRolesRatesAndFrames) {
  for (const bool bag : {false, true}) {
    const auto seen = inspected({.duration_s = 3, .ros1_bag = bag, .lidar_columns = 100});
    ASSERT_TRUE(seen) << to_text(seen.error());
    EXPECT_EQ(seen->exit_code(), 0) << seen->verdict();
    const auto lidar = std::ranges::find_if(seen->topics, [](const auto& t) { return t.role.starts_with("LiDAR "); });
    ASSERT_NE(lidar, seen->topics.end());
    EXPECT_NEAR(lidar->times.rate_hz, 10, 0.1);
    EXPECT_LT(lidar->times.longest_gap_s, 0.2);
    EXPECT_EQ(lidar->clock, "ok");
    EXPECT_TRUE(lidar->frame_known);
    EXPECT_FALSE(lidar->sample.fields.empty());
    EXPECT_TRUE(has(*seen, "30 s or more"));
    EXPECT_NE(to_text(*seen).find("A world can be built from 1 LiDAR and 1 camera"), std::string::npos);
  }
}

TEST_F(Inspections, AVideoIsACameraWithItsFrame) {
  const testing::DriveRecipe recipe{.duration_s = 1.2, .video = "libx264", .lidar_columns = 100};
  if (!testing::can_write(recipe)) GTEST_SKIP() << "this FFmpeg has no encoder libx264";
  const auto seen = inspected(recipe);
  ASSERT_TRUE(seen);
  const auto video = std::ranges::find(seen->topics, "/camera/front/image_raw/ffmpeg", &InspectedTopic::topic);
  ASSERT_NE(video, seen->topics.end());
  EXPECT_EQ(video->role, "camera front");
  EXPECT_EQ(video->frame, "front_optical");
  EXPECT_TRUE(video->frame_known);
}

TEST_F(Inspections, GapsAreMeasured) {
  const auto seen = inspected({.duration_s = 6, .lidar_columns = 100, .camera_gap_s = 2});
  ASSERT_TRUE(seen);
  EXPECT_TRUE(has(*seen, "a gap of 2.")) << to_text(*seen);
}

// 12 sweeps in 1.2 s are fewer than the cells of the time line, which must not look like gaps.
TEST_F(Inspections, ARegularTopicFillsItsTimeLine) {
  const auto seen = inspected({.duration_s = 1.2, .lidar_columns = 100});
  ASSERT_TRUE(seen);
  const auto lidar = std::ranges::find_if(seen->topics, [](const auto& t) { return t.role.starts_with("LiDAR "); });
  ASSERT_NE(lidar, seen->topics.end());
  std::vector<double> cells = lidar->times.density;
  ASSERT_EQ(cells.size(), kDensityCells);
  const auto used = [](double cell) { return cell > 0; };
  const auto first = std::ranges::find_if(cells, used);
  const auto last = std::find_if(cells.rbegin(), cells.rend(), used).base();
  EXPECT_GT(last - first, 80);
  EXPECT_TRUE(std::all_of(first, last, used));
}

TEST_F(Inspections, MissingStampsAndOtherClocksAreNamed) {
  const auto unstamped = inspected({.duration_s = 2, .lidar_columns = 100, .lidar_stamps = false});
  ASSERT_TRUE(unstamped);
  EXPECT_TRUE(has(*unstamped, "header.stamp is 0")) << to_text(*unstamped);
}

TEST_F(Inspections, ExitCodesAreThoseOfTheBuild) {
  expect_same_exit({.duration_s = 1.2, .lidar_columns = 300});
  expect_same_exit({.duration_s = 1.2, .camera_info = false, .lidar_columns = 300});
  expect_same_exit({.duration_s = 1.2, .tf_static = false, .lidar_columns = 300});
  expect_same_exit({.duration_s = 1.2, .lidar = false});
  // The frame of packets is known without decoding them.
  expect_same_exit({.duration_s = 1.2, .recording = testing::LidarRecording::velodyne});
  expect_same_exit(
      {.duration_s = 1.2, .camera = false, .tf_static = false, .recording = testing::LidarRecording::velodyne});
  expect_same_exit(
      {.duration_s = 1.2, .camera = false, .tf_static = false, .recording = testing::LidarRecording::livox});
  expect_same_exit({.duration_s = 0.05, .lidar_columns = 300});
  expect_same_exit({.duration_s = 1.2, .odometry = false, .lidar_columns = 300});
  // Fewer sweeps than LiDAR odometry needs: their frame is looked for first.
  expect_same_exit({.duration_s = 0.15, .camera = false, .tf_static = false, .odometry = false, .lidar_columns = 300});
}

// Ouster packets need the metadata of their sensor: inspect, --dry-run and the build end with the same sentence.
TEST_F(Inspections, PacketsWithoutMetadataEndLikeTheBuild) {
  DriveRecipe recipe{.duration_s = 1.2, .lidar_columns = 100};
  recipe.recording = testing::LidarRecording::ouster;
  for (const bool given : {false, true}) {
    // A file that is missing is an error of the configuration.
    if (given) request_.config.topics.lidar_calibration = folder_ / "missing.json";
    const auto seen = inspected(recipe);
    ASSERT_TRUE(seen) << to_text(seen.error());
    EXPECT_EQ(seen->exit_code(), given ? 2 : 5) << to_text(*seen);
    BuildRequest request = request_;
    request.output = folder_ / "world";
    NoProgress quiet;
    const auto plan = dry_run(*resolve(request));
    const auto built = run_build(*resolve(request), quiet);
    ASSERT_FALSE(built);
    EXPECT_EQ(exit_code(built.error()), seen->exit_code());
    EXPECT_NE(seen->verdict().find(built.error().message), std::string::npos) << to_text(built.error());
    ASSERT_EQ(static_cast<bool>(plan), !given);
    if (given) continue;
    ASSERT_TRUE(plan->failure);
    EXPECT_EQ(to_text(*plan->failure), to_text(built.error()));
    EXPECT_NE(built.error().suggestion.find("--lidar-calibration"), std::string::npos);
  }
}

TEST_F(Inspections, ThePageIsWellFormedAndHarmless) {
  const auto seen = inspected({.duration_s = 2, .tf_static = false, .lidar_columns = 100});
  ASSERT_TRUE(seen);
  Inspection hostile = *seen;
  hostile.file = "<script>alert(1)</script>.mcap";
  hostile.topics[0].topic = "/<img src=x onerror=y>";
  hostile.findings.push_back({.message = "\"'<b>", .action = "</p>"});
  for (const Inspection& in : {*seen, hostile, Inspection{}}) {
    const std::string html = to_html(in);
    EXPECT_EQ(report::testing::faults_of(html), std::vector<std::string>{});
    EXPECT_EQ(report::testing::requests_of(html), std::vector<std::string>{});
  }
  hostile.topics[0].topic = "/\x1b[31mred";
  EXPECT_EQ(to_text(hostile).find('\x1b'), std::string::npos);
}

TEST_F(Inspections, AMissingLogIsAnErrorOfReading) {
  request_.input = folder_ / "absent.mcap";
  const auto seen = inspect_log(request_, {});
  ASSERT_FALSE(seen);
  EXPECT_EQ(exit_code(seen.error()), 3);
}

TEST_F(Inspections, AnExistingOutputIsFoundAtOnce) {
  fs::create_directories(folder_ / "there/x");
  request_.output = folder_ / "there";
  const auto seen = inspected({.duration_s = 1.2, .lidar_columns = 100});
  ASSERT_TRUE(seen);
  EXPECT_NE(seen->exit_code(), 0);
}

}  // namespace
}  // namespace gs::builder
