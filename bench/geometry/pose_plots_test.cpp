// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Errors of straight paths in closed form, and what a section of the page shows of them.
#include "bench/geometry/pose_plots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "gs/report/page.h"
#include "gs/report/testing/well_formed.h"

namespace bench {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

gs::Timestamp at_s(double seconds) { return gs::Timestamp::from_seconds(seconds); }

// One pose a second at 2 m/s along x; the drift [m/s] moves the path away from it.
gs::Trajectory straight(int seconds, gs::Vec3d drift_mps = {}) {
  std::vector<gs::StampedPose> poses;
  for (int i = 0; i <= seconds; ++i) {
    const double t = i;
    poses.push_back({at_s(t), gs::Rigid3d{.translation = gs::Vec3d{2 * t, 0, 0} + drift_mps * t}});
  }
  return gs::Trajectory::from_poses(std::move(poses)).value();
}

// The section about a drive of 10 s whose recorded path drifts to the left and upwards.
gs::report::Html section_of(bool taken, bool plan_view) {
  const gs::Trajectory truth = straight(10), recorded = straight(10, {0, 0.4, 0.05});
  const gs::Trajectory refined = straight(10, {0, 0.003, -0.001});
  return pose_plots({.truth = truth,
                     .recorded = recorded,
                     .refined = refined,
                     .compared = {at_s(0), at_s(10)},
                     .taken = taken,
                     .reason = "loops <fit> better",
                     .plan_view = plan_view});
}

TEST(PathErrors, AreHorizontalDistanceAndSignedHeightWithinTheComparedTime) {
  const auto errors = path_errors(straight(10), straight(10, {0.3, 0.4, -0.2}), {at_s(2), at_s(5)});
  ASSERT_THAT(errors, SizeIs(4));
  EXPECT_DOUBLE_EQ(errors.front().along_m, 0);
  EXPECT_NEAR(errors.front().horizontal_m, 1.0, 1e-12);
  EXPECT_NEAR(errors.front().height_m, -0.4, 1e-12);
  EXPECT_NEAR(errors.back().along_m, 6.0, 1e-12);
  EXPECT_NEAR(errors.back().horizontal_m, 2.5, 1e-12);
  EXPECT_NEAR(errors.back().height_m, -1.0, 1e-12);
}

TEST(PathErrors, LeaveOutPosesThatThePathDoesNotCover) {
  const auto errors = path_errors(straight(10), straight(4), {at_s(0), at_s(10)});
  ASSERT_THAT(errors, SizeIs(5));
  EXPECT_NEAR(errors.back().along_m, 8.0, 1e-12);
  EXPECT_THAT(path_errors(straight(10), {}, {at_s(0), at_s(10)}), IsEmpty());
}

TEST(PosePlots, TitlesHoldTheLargestErrorsAndAxesTheUnits) {
  const std::string html = section_of(true, false).str();
  EXPECT_THAT(html, HasSubstr("horizontal error: at most 0.030 m refined, 4.000 m recorded"));
  EXPECT_THAT(html, HasSubstr("height error: at most 0.010 m refined, 0.500 m recorded"));
  EXPECT_THAT(html, HasSubstr("horizontal error, larger scale: at most 0.030 m refined<"));
  EXPECT_THAT(html, HasSubstr(">horizontal error [m]<"));
  EXPECT_THAT(html, HasSubstr(">height error [m]<"));
  EXPECT_THAT(html, HasSubstr(">distance driven [m]<"));
  EXPECT_THAT(html, HasSubstr(">20 m<"));
  EXPECT_THAT(html, Not(HasSubstr("class=\"map\"")));
}

TEST(PosePlots, PlanViewShowsRefinedRecordedAndTruePath) {
  const std::string html = section_of(true, true).str();
  EXPECT_THAT(html, HasSubstr("class=\"map\""));
  EXPECT_THAT(html, HasSubstr("off by at most 0.030 m refined, 4.000 m recorded"));
  for (const char* name : {"c0\"></i>refined<", "c1\"></i>recorded<", "c2\"></i>true<", "></i>start<"}) {
    EXPECT_THAT(html, HasSubstr(name));
  }
}

TEST(PosePlots, NamesPosesThatWereNotTaken) {
  EXPECT_THAT(section_of(false, false).str(), HasSubstr("refined, not taken"));
  EXPECT_THAT(section_of(false, false).str(), HasSubstr("the poses before refinement are kept"));
  EXPECT_THAT(section_of(true, false).str(), Not(HasSubstr("not taken")));
}

TEST(PosePlots, FitIntoAPageThatIsWellFormed) {
  gs::report::Page page("poses");
  page.add("drift", section_of(true, true));
  const gs::Trajectory truth = straight(10), none{};
  page.add("nothing covered", pose_plots({.truth = truth, .recorded = none, .refined = none, .plan_view = true}));
  EXPECT_THAT(gs::report::testing::faults_of(page.html()), IsEmpty());
  EXPECT_THAT(gs::report::testing::requests_of(page.html()), IsEmpty());
}

}  // namespace
}  // namespace bench
