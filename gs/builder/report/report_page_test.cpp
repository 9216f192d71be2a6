// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// report.html of whole builds: with and without cameras, well formed, without requests, with every warning.
#include "gs/builder/report/report_page.h"

#include <gtest/gtest.h>

#include "gs/builder/pipeline.h"
#include "gs/builder/testing/drive_recipe.h"
#include "gs/core/json/json.h"
#include "gs/report/testing/well_formed.h"

namespace gs::builder {
namespace {

using testing::DriveRecipe;
using testing::TemporaryFolder;
using testing::write_drive;

class ReportPages : public ::testing::Test {
 protected:
  // The page in the bundle of a short build without training.
  std::string page_of(const DriveRecipe& recipe) {
    EXPECT_TRUE(write_drive(folder_ / "drive.mcap", recipe));
    BuildRequest request{.input = folder_ / "drive.mcap", .output = folder_ / "worlds/street"};
    request.workspace = folder_ / "w";
    request.geometry.resolution = 0.2;
    request.config.enabled[static_cast<std::size_t>(Step::gs_train_orchestrator)] = false;
    const auto built = run_build(*resolve(std::move(request)), quiet_);
    EXPECT_TRUE(built) << to_text(built.error());
    if (!built) return {};
    warnings_ = built->warnings;
    return read_text_file(folder_ / "worlds/street/report.html").value();
  }

  TemporaryFolder folder_;
  NoProgress quiet_;
  std::vector<std::string> warnings_;
};

void expect_sound(const std::string& html) {
  EXPECT_EQ(report::testing::faults_of(html), std::vector<std::string>{});
  EXPECT_EQ(report::testing::requests_of(html), std::vector<std::string>{});
  EXPECT_EQ(html.find(">nan"), std::string::npos);
  EXPECT_EQ(html.find(" nan"), std::string::npos);
}

TEST_F(ReportPages, ShowsImagesVerdictsAndEveryWarning) {
  const std::string html = page_of({.duration_s = 2.4, .lidar_columns = 600, .cameras = 2});
  expect_sound(html);
  for (const char* part :
       {"class=\"pair\"", "data:image/jpeg", "PSNR of held-out images", "badge poor", "drivable area",
        "rendered depth against LiDAR", "Times are in the report of the workspace"}) {
    EXPECT_NE(html.find(part), std::string::npos) << part;
  }
  // An untrained world is poor, and says so in both reports.
  EXPECT_TRUE(std::ranges::any_of(warnings_, [](const std::string& w) { return w.find("is poor") != w.npos; }));
  for (const std::string& warning : warnings_) {
    const std::string text = warning.substr(9, warning.find("; hint: ") - 9);  // after "warning: "
    EXPECT_NE(html.find(report::escape(text)), std::string::npos) << text;
  }
  // The copy of the workspace has the times.
  const std::string with_times = read_text_file(folder_ / "w/report.html").value();
  expect_sound(with_times);
  EXPECT_NE(with_times.find("time of the steps"), std::string::npos);
  // The bundle lists it.
  const auto world = world::load_world(folder_ / "worlds/street");
  ASSERT_TRUE(world);
  EXPECT_EQ(world->index.report_page, "report.html");
}

TEST_F(ReportPages, ADriveWithoutCamerasHasAPage) {
  const std::string html = page_of({.duration_s = 1.2, .camera = false, .lidar_columns = 600});
  expect_sound(html);
  EXPECT_NE(html.find("The world has no images"), std::string::npos);
  EXPECT_EQ(html.find("<img"), std::string::npos);
  EXPECT_NE(html.find("path over known ground"), std::string::npos);
}

TEST(WarningList, SplitsHintsAndEscapes) {
  const std::string html =
      warning_list({"warning: /<b>: 3 Hz; hint: use <i>10 Hz</i>", "warning: no hint", "other"}).str();
  EXPECT_EQ(html,
            "<ul><li>/&lt;b&gt;: 3 Hz<p class=\"note\">What to do: use &lt;i&gt;10 Hz&lt;/i&gt;</p></li>"
            "<li>no hint</li><li>other</li></ul>");
  EXPECT_EQ(warning_list({}).str(), "<p>No warnings.</p>");
}

}  // namespace
}  // namespace gs::builder
