// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What clients see of a workspace: steps, evaluations, images, reports, and nothing else.
#include "gs/web/builds/build_view.h"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <chrono>

#include "gs/core/bytes.h"
#include "gs/core/file.h"
#include "gs/core/format.h"
#include "gs/core/json/json.h"
#include "gs/core/testing/folder_contents.h"
#include "gs/core/testing/temporary_folder.h"

namespace gs::web {
namespace {

// A number that no process has: Linux has at most 2^22.
constexpr int kNoProcess = 2'000'000'000;

class BuildViewTest : public ::testing::Test {
 protected:
  BuildViewTest() {
    write("folder.json",
          format(R"({{"kind":"workspace of gs-world-builder","version":"1.0.0","process":{}}})", kNoProcess));
    write("stamps/mcap_ingest.json", R"({"key":"a","seconds":1.5,"warnings":[]})");
    write("stamps/calibration_builder.json", R"({"key":"a","seconds":2,"warnings":[]})");
    write("request.json", R"({"secret":"/home/user/drive.mcap"})");
    write("03_gs_training/training_log.txt", "log");
  }
  void write(const std::string& name, std::string_view text) {
    fs::create_directories((folder_ / name).parent_path());
    ASSERT_TRUE(write_file(folder_ / name, text));
  }
  std::map<std::string, Resource> resources(Timestamp now = Timestamp::from_seconds(0)) const {
    return build_resources(folder_.path(), "id1", now);
  }
  Node view(Timestamp now = Timestamp::from_seconds(0)) const {
    const Resource found = resources(now).at("/api/builds/id1.json");
    std::vector<std::byte> bytes(found.content->size());
    EXPECT_TRUE(found.content->read(0, bytes));
    return parse_json(as_text(bytes)).value();
  }
  TemporaryFolder folder_;
};

TEST_F(BuildViewTest, AWorkspaceIsKnownByItsMark) {
  EXPECT_TRUE(is_workspace(folder_.path()));
  EXPECT_FALSE(is_workspace(folder_ / "stamps"));
  write("folder.json", R"({"kind":"output of gs-train"})");
  EXPECT_FALSE(is_workspace(folder_.path()));
  write("folder.json", "{");
  EXPECT_FALSE(is_workspace(folder_.path()));
}

TEST_F(BuildViewTest, StepsHaveTheirStatesAndTimes) {
  write("stamps/actor_builder.json", R"({"seconds":3})");
  const Node steps = view()["steps"];
  ASSERT_EQ(steps.items.size(), 8u);
  EXPECT_EQ(steps.items[0]["name"].text, "mcap_ingest");
  EXPECT_EQ(steps.items[0]["state"].text, "done");
  EXPECT_EQ(steps.items[0]["seconds"].real, 1.5);
  EXPECT_EQ(steps.items[2]["state"].text, "skipped");
  EXPECT_EQ(steps.items[4]["state"].text, "waiting");
  EXPECT_EQ(view()["state"].text, "stopped");
  write("build_report.json", R"({"validation":{"status":"failed"}})");
  EXPECT_EQ(view()["state"].text, "failed");
  write("build_report.json", R"({"validation":{"status":"success"}})");
  EXPECT_EQ(view()["state"].text, "finished");
}

// The thread of this test takes the name of the builder.
TEST_F(BuildViewTest, ARunningTrainingHasARemainingTime) {
  write("folder.json", format(R"({{"kind":"workspace of gs-world-builder","process":{}}})", ::getpid()));
  for (const char* step : {"geometry_builder", "actor_builder", "drivesim_dataset_converter"})
    write(format("stamps/{}.json", step), R"({"seconds":1})");
  write("03_gs_training/metrics.json", R"({"held_out":true,"iterations":[{"iteration":100,"loss":0.1}]})");
  write("03_gs_training/training_report.json", R"({"config":{"max_iterations":400},"training_time_sec":20})");
  fs::last_write_time(folder_ / "03_gs_training/training_report.json",
                      std::chrono::file_clock::from_sys(std::chrono::sys_seconds(std::chrono::seconds(1'000'000))));
  prctl(PR_SET_NAME, "gs-world-builder");
  const Node at_once = view(Timestamp::from_seconds(1'000'000)), later = view(Timestamp::from_seconds(1'000'045)),
             late = view(Timestamp::from_seconds(2'000'000));
  prctl(PR_SET_NAME, "web_builds_test");
  EXPECT_EQ(at_once["state"].text, "running");
  EXPECT_EQ(at_once["steps"].items[5]["state"].text, "running");
  EXPECT_EQ(at_once["training"]["iterations"].real, 400);
  EXPECT_NEAR(at_once["training"]["eta_s"].real, 60, 0.01);
  EXPECT_NEAR(later["training"]["eta_s"].real, 15, 0.01);
  EXPECT_EQ(late["training"]["eta_s"].real, 0);
}

TEST_F(BuildViewTest, LookingChangesNothing) {
  const std::string before = folder_contents(folder_.path());
  resources();
  build_stamp(folder_.path());
  EXPECT_EQ(folder_contents(folder_.path()), before);
}

// The program of this test is no builder, so its number does not make the build a running one.
TEST_F(BuildViewTest, AnotherProgramWithTheNumberOfTheBuilderIsNoBuild) {
  write("folder.json", format(R"({{"kind":"workspace of gs-world-builder","process":{}}})", ::getpid()));
  EXPECT_EQ(view()["state"].text, "stopped");
}

TEST_F(BuildViewTest, EvaluationsOfTheTrainingAreListed) {
  EXPECT_TRUE(view()["training"]["evaluations"].items.empty());
  write("03_gs_training/metrics.json",
        R"({"held_out":true,"iterations":[{"iteration":14,"psnr":20.5,"ssim":0.6,"loss":0.1,"gaussians":7},
            {"iteration":30,"psnr":null,"ssim":null,"loss":0.05,"gaussians":9}]})");
  const Node training = view()["training"];
  EXPECT_TRUE(training["held_out"].boolean);
  ASSERT_EQ(training["evaluations"].items.size(), 2u);
  EXPECT_EQ(training["evaluations"].items[0]["psnr"].real, 20.5);
  EXPECT_TRUE(training["evaluations"].items[1]["psnr"].is_null());
  EXPECT_TRUE(training["eta_s"].is_null()) << "the training does not run";
}

TEST_F(BuildViewTest, OnlyImagesAndReportsAreGivenAway) {
  write("06_world_bundle/preview/overview.png", "png");
  write("06_world_bundle/preview/camera_front.mp4", "mp4");
  write("06_world_bundle/preview/<b>.jpg", "jpg");
  write("06_world_bundle/quality.json", "{}");
  write("report.html", "<html>");
  write("build_report.json", "{}");
  std::vector<std::string> urls;
  for (const auto& [url, resource] : resources()) urls.push_back(url);
  EXPECT_EQ(urls, (std::vector<std::string>{"/api/builds/id1.json", "/builds/id1/build_report.json",
                                            "/builds/id1/images/0.jpg", "/builds/id1/images/1.png",
                                            "/builds/id1/report.html"}));
  EXPECT_EQ(view()["images"].items.at(0)["name"].text, "<b>.jpg");
  EXPECT_EQ(view()["report"].text, "/builds/id1/report.html");
}

TEST_F(BuildViewTest, LinksThatLeadOutOfTheWorkspaceAreRefused) {
  const TemporaryFolder other;
  ASSERT_TRUE(write_file(other / "secret.png", std::string_view("secret")));
  ASSERT_TRUE(write_file(other / "metrics.json", std::string_view(R"({"iterations":[{"iteration":1}]})")));
  write("06_world_bundle/preview/inside.png", "png");
  fs::create_symlink(other / "secret.png", folder_ / "06_world_bundle/preview/outside.png");
  fs::create_symlink(other / "metrics.json", folder_ / "03_gs_training/metrics.json");
  fs::create_symlink(other.path(), folder_ / "03_gs_training/preview");
  fs::create_symlink(other / "secret.png", folder_ / "report.html");
  const Node seen = view();
  EXPECT_EQ(seen["images"].items.size(), 1u);
  EXPECT_TRUE(seen["report"].is_null());
  EXPECT_TRUE(seen["training"]["evaluations"].items.empty());
}

TEST_F(BuildViewTest, DamagedAndMissingFilesAreLeftOut) {
  write("03_gs_training/metrics.json", R"({"iterations":[{"iteration":"x"},3,null)");
  write("03_gs_training/training_report.json", R"({"config":[],"training_time_sec":"soon"})");
  write("build_report.json", "\xff\xfe");
  write("stamps/mcap_ingest.json", "[1,2");
  EXPECT_EQ(view()["steps"].items[0]["state"].text, "skipped");
  EXPECT_TRUE(view()["training"]["evaluations"].items.empty());
  const auto gone = build_resources(folder_ / "missing", "id1", {});
  EXPECT_EQ(gone.size(), 1u);
}

TEST_F(BuildViewTest, TheStampChangesWithWhatIsShown) {
  const std::string before = build_stamp(folder_.path());
  EXPECT_EQ(build_stamp(folder_.path()), before);
  write("03_gs_training/metrics.json", "{}");
  const std::string after = build_stamp(folder_.path());
  EXPECT_NE(after, before);
  write("03_gs_training/checkpoints/iteration_1/x", "not shown");
  EXPECT_EQ(build_stamp(folder_.path()), after);
}

}  // namespace
}  // namespace gs::web
