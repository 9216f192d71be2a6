// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Clouds without point times: a driving vehicle gets them from azimuths, clouds that are deskewed stay as they are.
#include "gs/builder/ingest/lidar_times.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "gs/assets/pcd/pcd.h"
#include "gs/builder/steps/mcap_ingest.h"
#include "gs/builder/testing/drive_recipe.h"
#include "gs/core/json/json.h"

namespace gs::builder {
namespace {

using testing::DriveRecipe;
using ::testing::HasSubstr;
using testing::TemporaryFolder;
using testing::write_drive;

// 14 m/s between walls with pillars.
constexpr DriveRecipe kFast{.duration_s = 2.5, .camera = false, .speed_mps = 14, .lidar_columns = 360, .pillars = true};

class LidarTimes : public ::testing::Test {
 protected:
  // Runs the ingest in the workspace `name`; returns the note about point times.
  std::string run(const std::string& name, const DriveRecipe& recipe, std::string_view times = kTimesAuto) {
    const fs::path log = folder_ / (name + ".mcap");
    EXPECT_TRUE(write_drive(log, recipe));
    BuildConfig config;
    config.lidar_times = times;
    NoProgress quiet;
    const Workspace workspace = *Workspace::open(folder_ / name);
    const auto report = McapIngest::run(workspace, {.log = log, .config = config}, quiet);
    EXPECT_TRUE(report) << to_text(report.error());
    EXPECT_EQ(report->sweeps, 26u);
    for (const std::string& note : report->mapping.notes) {
      if (note.find("point times") != std::string::npos) return note;
    }
    return "";
  }
  std::vector<Vec3f> points_of(const std::string& name, int sweep) {
    const fs::path file = folder_ / name / format("00_mcap_ingest/raw_extract/lidar/{:010}.pcd", sweep);
    return assets::read_pcd(file).value().positions;
  }
  // Largest distance between equal points of two workspaces, in all sweeps.
  double largest_distance(const std::string& a, const std::string& b) {
    double worst = 0;
    for (int sweep = 0; sweep < 25; ++sweep) {
      const std::vector<Vec3f> from = points_of(a, sweep), to = points_of(b, sweep);
      EXPECT_EQ(from.size(), to.size());
      for (std::size_t i = 0; i < std::min(from.size(), to.size()); ++i) {
        worst = std::max(worst, double{norm(from[i] - to[i])});
      }
    }
    return worst;
  }

  TemporaryFolder folder_;
};

TEST_F(LidarTimes, FollowFromAzimuthsAndGiveTheSameMap) {
  DriveRecipe untimed = kFast;
  untimed.lidar_times = false;
  EXPECT_EQ(run("timed", kFast), "");
  EXPECT_THAT(run("untimed", untimed), HasSubstr("follow from azimuths, because sweeps are sharper with them"));
  EXPECT_LT(largest_distance("timed", "untimed"), 0.1);
  const auto mapping = read_json(folder_ / "untimed/00_mcap_ingest/topic_mapping.json").value();
  EXPECT_THAT(write_json(mapping), HasSubstr("\"point_times\": \"azimuth\""));
  // The option switches it off; the difference is the motion during a sweep.
  EXPECT_THAT(run("off", untimed, kTimesNone), HasSubstr("are not deskewed, because lidar.times is none"));
  EXPECT_GT(largest_distance("timed", "off"), 1);
}

TEST_F(LidarTimes, OfDeskewedCloudsStayZero) {
  DriveRecipe deskewed = kFast;
  deskewed.lidar_times = false, deskewed.lidar_compensated = true;
  EXPECT_THAT(run("auto", deskewed), HasSubstr("not sharper with them (already deskewed?)"));
  run("none", deskewed, kTimesNone);
  EXPECT_EQ(largest_distance("auto", "none"), 0);
  EXPECT_THAT(run("azimuth", deskewed, kTimesOfAzimuth), HasSubstr("because lidar.times is azimuth"));
  EXPECT_GT(largest_distance("azimuth", "none"), 1);
}

TEST_F(LidarTimes, OfAVehicleThatStandsAreUnknown) {
  DriveRecipe standing = kFast;
  standing.lidar_times = false, standing.speed_mps = 0;
  EXPECT_THAT(run("standing", standing), HasSubstr("the vehicle hardly moves"));
}

}  // namespace
}  // namespace gs::builder
