// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A build deletes and replaces only files that builds have written: not the log, not files of the user, not another
// build.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/builder/pipeline.h"
#include "gs/builder/testing/drive_recipe.h"
#include "gs/world/bundle_files.h"
#include "gs/world/validate/validate.h"

namespace gs::builder {
namespace {

using ::testing::HasSubstr;
using testing::TemporaryFolder;
using testing::write_drive;

// Builds without training; refusal() is the error text, empty on success.
class OwnFiles : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(write_drive(folder_ / "drive.mcap", {.duration_s = 1.2, .lidar_columns = 600})); }
  // Messages of the build are collected in said_.
  BuildRequest request() {
    BuildRequest r{.input = folder_ / "drive.mcap", .output = folder_ / "worlds/street"};
    r.workspace = folder_ / "w";
    r.geometry.resolution = 0.2;
    r.config.enabled[static_cast<std::size_t>(Step::gs_train_orchestrator)] = false;
    r.log = [this](LogLevel, const std::string& text) { said_ += text + "\n"; };
    return *resolve(std::move(r));
  }
  BuildResult<BuildReport> build(const BuildRequest& r) {
    said_.clear();
    NoProgress quiet;
    return run_build(r, quiet);
  }
  std::string refusal(const BuildRequest& r) {
    const auto built = build(r);
    return built ? "" : to_text(built.error());
  }
  // Writes a file of the user.
  void put(const std::string& path, const std::string& text = "mine") const {
    fs::create_directories((folder_ / path).parent_path());
    ASSERT_TRUE(write_file(folder_ / path, text));
  }
  std::string text(const std::string& path) const { return read_text_file(folder_ / path).value_or("missing"); }

  TemporaryFolder folder_;
  std::string said_;
};

TEST_F(OwnFiles, AFolderWithOtherFilesIsNoWorkspace) {
  put("home/photos/wedding.jpg");
  put("home/01_calibration/board.png");
  BuildRequest r = request();
  r.workspace = folder_ / "home", r.clean = true;
  EXPECT_THAT(dry_run(r).error().message, HasSubstr("is no workspace"));
  EXPECT_THAT(refusal(r), HasSubstr("is no workspace"));
  EXPECT_EQ(text("home/photos/wedding.jpg"), "mine");
  EXPECT_EQ(text("home/01_calibration/board.png"), "mine");
  EXPECT_FALSE(fs::exists(folder_ / "home/stamps"));
}

TEST_F(OwnFiles, LogOutputAndWorkspaceMayNotContainEachOther) {
  const auto expect_refused = [&](const fs::path& input, const fs::path& output, const fs::path& workspace) {
    BuildRequest r = request();
    r.input = input, r.output = output, r.workspace = workspace, r.clean = r.force = true;
    const auto built = build(r);
    ASSERT_FALSE(built);
    EXPECT_EQ(exit_code(built.error()), 2) << to_text(built.error());
    EXPECT_FALSE(fs::exists(workspace / "stamps"));
    EXPECT_FALSE(dry_run(r));
  };
  put("rec/rec_0.mcap");
  const fs::path log = folder_ / "drive.mcap", w = folder_ / "w";
  expect_refused(log, w / "world", w);
  expect_refused(folder_ / "rec/rec_0.mcap", folder_ / "world", folder_ / "rec");
  expect_refused(folder_ / "rec/rec_0.mcap", folder_ / "rec", w);
  expect_refused(log, folder_ / "world", folder_ / "world/w");
  fs::create_directory_symlink(folder_ / "rec", folder_ / "link");
  expect_refused(folder_ / "rec/rec_0.mcap", folder_ / "link", w);
  EXPECT_EQ(text("rec/rec_0.mcap"), "mine");
}

TEST_F(OwnFiles, AFolderThatIsNoBundleIsFoundBeforeTheFirstStep) {
  put("worlds/street/src/main.c");
  BuildRequest r = request();
  r.force = r.discard_edits = true;
  EXPECT_THAT(refusal(r), HasSubstr("no world bundle"));
  EXPECT_EQ(text("worlds/street/src/main.c"), "mine");
  EXPECT_FALSE(fs::exists(folder_ / "w/00_mcap_ingest"));
  const auto plan = dry_run(r);
  ASSERT_FALSE(plan);
  EXPECT_THAT(plan.error().message, HasSubstr("no world bundle"));
  EXPECT_EQ(exit_code(plan.error()), 1);
}

TEST_F(OwnFiles, FilesOfAPersonInABundleStopABuildUnlessDiscarded) {
  BuildRequest r = request();
  ASSERT_EQ(refusal(r), "");
  put("worlds/street/scenarios/mine.yaml");
  EXPECT_EQ(refusal(r), "");  // all steps are up to date, so nothing is replaced
  EXPECT_TRUE(dry_run(r));
  r.geometry.resolution = 0.25;
  EXPECT_FALSE(dry_run(r));
  EXPECT_THAT(refusal(r), HasSubstr("scenarios/mine.yaml (added)"));
  EXPECT_THAT(said_, ::testing::Not(HasSubstr("geometry_builder\n")));  // before the first step
  r.force = true;
  EXPECT_THAT(refusal(r), HasSubstr("scenarios/mine.yaml (added)"));
  EXPECT_EQ(text("worlds/street/scenarios/mine.yaml"), "mine");
  r.force = false, r.discard_edits = true;
  EXPECT_EQ(refusal(r), "");
  EXPECT_EQ(text("worlds/street/scenarios/mine.yaml"), "missing");
}

TEST_F(OwnFiles, WhatOurCommandsAddedIsCarriedOverAndNamed) {
  BuildRequest r = request();
  ASSERT_EQ(refusal(r), "");
  put("worlds/street/scenarios/cut_in.yaml");
  ASSERT_TRUE(world::record_edits(r.output, {"scenarios/cut_in.yaml"}, "gs-test add"));
  r.geometry.resolution = 0.25;
  ASSERT_EQ(refusal(r), "");
  EXPECT_EQ(text("worlds/street/scenarios/cut_in.yaml"), "mine");
  EXPECT_THAT(said_, HasSubstr("scenarios/cut_in.yaml (gs-test add)"));
  EXPECT_TRUE(world::validate_world(r.output).valid());
}

TEST_F(OwnFiles, ABundleOfAnotherLogIsFoundBeforeTheFirstStep) {
  ASSERT_EQ(refusal(request()), "");
  fs::rename(folder_ / "drive.mcap", folder_ / "other.mcap");
  BuildRequest r = request();
  r.input = folder_ / "other.mcap", r.workspace = folder_ / "w2";
  EXPECT_THAT(refusal(r), HasSubstr("--force"));
  EXPECT_FALSE(fs::exists(folder_ / "w2/00_mcap_ingest"));
  r.force = true;
  EXPECT_EQ(refusal(r), "");
}

TEST_F(OwnFiles, EditedResultsOfAStepStopTheStepThatWouldReplaceThem) {
  BuildRequest r = request();
  ASSERT_EQ(refusal(r), "");
  r.force = true;
  EXPECT_EQ(refusal(r), "");  // results of the builder itself are not edits
  put("w/05_geometry/drivable.geojson", text("w/05_geometry/drivable.geojson") + " ");
  EXPECT_THAT(refusal(r), HasSubstr("drivable.geojson (changed)"));
  EXPECT_NE(text("w/05_geometry/drivable.geojson"), "missing");
  r.discard_edits = true;
  EXPECT_EQ(refusal(r), "");
}

TEST_F(OwnFiles, CleanRemovesWhatTheBuildMadeAndNothingElse) {
  BuildRequest r = request();
  r.clean = true;
  ASSERT_EQ(refusal(r), "");
  EXPECT_FALSE(fs::exists(folder_ / "w"));
  EXPECT_TRUE(world::validate_world(r.output).valid());
  r.clean = false, r.force = true;
  ASSERT_EQ(refusal(r), "");
  put("w/notes.txt");
  r.clean = true;
  ASSERT_EQ(refusal(r), "");
  EXPECT_EQ(text("w/notes.txt"), "mine");
  EXPECT_THAT(said_, HasSubstr((folder_ / "w/notes.txt").string()));
  EXPECT_FALSE(fs::exists(folder_ / "w/00_mcap_ingest"));
}

TEST_F(OwnFiles, WorkspacesOfOlderVersionsAreOurs) {
  put("w/request.json", "{}");
  fs::create_directories(folder_ / "w/stamps");
  EXPECT_TRUE(Workspace::open(folder_ / "w"));
}

TEST_F(OwnFiles, ASecondBuildInAWorkspaceIsRefusedByName) {
  const auto first = Workspace::open(folder_ / "w");
  ASSERT_TRUE(first);
  EXPECT_THAT(refusal(request()), HasSubstr("process"));
}

TEST_F(OwnFiles, WorldsOfOneNameHaveTheirOwnWorkspaces) {
  const auto a = resolve({.input = "log.mcap", .output = "a/street"});
  const auto b = resolve({.input = "log.mcap", .output = "b/street"});
  const auto a_again = resolve({.input = "log.mcap", .output = "./a/street/"});
  EXPECT_NE(a->workspace, b->workspace);
  EXPECT_EQ(a->workspace, a_again->workspace);
  EXPECT_THAT(a->workspace.string(), HasSubstr("street-"));
}

TEST_F(OwnFiles, AStepOnAMistypedWorkspaceMakesNothing) {
  BuildRequest r = request();
  r.workspace = folder_ / "typo";
  NoProgress quiet;
  const auto ran = run_step(r, Step::geometry_builder, quiet);
  ASSERT_FALSE(ran);
  EXPECT_EQ(ran.error().cause, ErrorCode::not_found);
  EXPECT_FALSE(fs::exists(folder_ / "typo"));
}

}  // namespace
}  // namespace gs::builder
