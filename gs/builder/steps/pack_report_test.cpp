// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What quality.json and build_report.json say where the packer finds something missing.
#include <gtest/gtest.h>

#include <algorithm>

#include "gs/builder/pipeline.h"
#include "gs/builder/testing/drive_recipe.h"
#include "gs/core/json/json.h"

namespace gs::builder {
namespace {

using testing::DriveRecipe;
using testing::TemporaryFolder;
using testing::write_drive;

class PackReports : public ::testing::Test {
 protected:
  PackReports() { EXPECT_TRUE(write_drive(folder_ / "drive.mcap", {.duration_s = 1.2, .lidar_columns = 600})); }
  BuildRequest make_request() {
    BuildRequest request{.input = folder_ / "drive.mcap", .output = folder_ / "worlds/street"};
    request.workspace = folder_ / "w";
    request.geometry.resolution = 0.2;
    request.training.trainer.training.iterations = 5;
    request.training.trainer.training.max_gaussians = 500;
    return *resolve(std::move(request));
  }

  TemporaryFolder folder_;
  BuildRequest request_ = make_request();
  NoProgress quiet_;
};

// An error of 0.0 would claim that the path lies perfectly on the ground.
TEST_F(PackReports, APathWithoutGroundHasNoErrorNumber) {
  request_.geometry.y_min = 4;  // the heightmap lies beside the path
  request_.geometry.y_max = 9;
  const auto built = run_build(request_, quiet_);
  ASSERT_TRUE(built) << to_text(built.error());
  const auto quality = read_json(request_.output / "quality.json");
  ASSERT_TRUE(quality);
  const Node* path = quality->find("ground_under_path");
  ASSERT_NE(path, nullptr);
  EXPECT_EQ(path->find("poses")->integer, 0);
  EXPECT_EQ(path->find("rmse_m")->kind, Node::Kind::null);
}

// Puts a folder where the preview of the left camera is to go, while that of the front camera is made.
class PreviewBlocker final : public Progress {
 public:
  explicit PreviewBlocker(fs::path workspace) : workspace_(std::move(workspace)) {}
  void begin(std::string_view what, uint64_t, std::string_view) override {
    if (what.find("preview of camera_front") == std::string_view::npos) return;
    for (const auto& entry : fs::directory_iterator(workspace_)) {
      if (fs::exists(entry.path() / "preview")) fs::create_directories(entry.path() / "preview/camera_left.mp4/x");
    }
  }
  void advance(uint64_t) override {}
  void note(std::string_view) override {}
  void finish() override {}
  bool stop_requested() const override { return false; }

 private:
  fs::path workspace_;
};

// Warnings that the packer finds itself must reach quality.json and build_report.json.
TEST_F(PackReports, WarningsOfThePackerAreInBothReports) {
  ASSERT_TRUE(write_drive(folder_ / "drive.mcap", {.duration_s = 1.2, .lidar_columns = 600, .cameras = 2}));
  std::string said;
  request_.log = [&](LogLevel, const std::string& text) { said += text + "\n"; };
  PreviewBlocker progress(request_.workspace);
  const auto built = run_build(request_, progress);
  ASSERT_TRUE(built) << to_text(built.error());
  EXPECT_NE(said.find("warning: preview"), std::string::npos) << said;
  for (const fs::path& file : {request_.workspace / "build_report.json", request_.output / "build_report.json"}) {
    const auto report = read_json(file);
    ASSERT_TRUE(report) << file;
    // The log is short and the images are poor, too.
    const std::vector<Node>& warnings = report->find("validation")->find("warnings")->items;
    const auto named = [&](const char* part) {
      return std::ranges::count_if(warnings, [&](const Node& w) { return w.text.find(part) != std::string::npos; });
    };
    EXPECT_EQ(named("camera_left.mp4"), 1) << file;
    EXPECT_EQ(named("PSNR of held-out images"), 1) << file;
  }
}

}  // namespace
}  // namespace gs::builder
