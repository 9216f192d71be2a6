// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Clocks of a log: each kind of wrong clock is named and repaired, or refused by name, in a build and by inspect.
#include "gs/builder/topics/log_clocks.h"

#include <gtest/gtest.h>

#include "gs/builder/inspect/inspect_log.h"
#include "gs/builder/steps/mcap_ingest.h"
#include "gs/builder/testing/drive_recipe.h"
#include "gs/core/file.h"
#include "gs/world/files/trajectory_csv.h"

namespace gs::builder {
namespace {

using testing::DriveRecipe;
using testing::write_drive;

constexpr double kToUptime_s = -1.7e9 + 1234;  // a computer that has been on for 1234 s
constexpr DriveRecipe kDrive{.duration_s = 2, .lidar_columns = 90, .lidar_delay_s = 0.1};

bool names(const std::vector<Problem>& problems, std::string_view topic, std::string_view part) {
  return std::ranges::any_of(
      problems, [&](const Problem& p) { return p.file == topic && p.message.find(part) != p.message.npos; });
}

// Samples of a topic whose stamps lie `offset_s` before the recording times.
TopicClock clock_of(std::string topic, ClockRole role, double offset_s, double spread_s = 0) {
  TopicClock clock{.topic = std::move(topic), .role = role};
  for (int i = 0; i < 11; ++i) {
    const Timestamp received = Timestamp::from_seconds(1'700'000'000.0 + 0.1 * i);
    const double own = offset_s + (i % 2 == 0 ? spread_s : -spread_s);
    clock.samples.push_back({received - Duration::from_seconds(own), received});
  }
  return clock;
}

double shift_of(const LogClocks& clocks, const std::string& topic) { return clocks.topics.at(topic).shift.seconds(); }

TEST(LogClocks, ClocksWithinASecondAreLeftAlone) {
  const LogClocks clocks =
      judge_clocks({clock_of("/odom", ClockRole::poses, 0.002), clock_of("/points", ClockRole::lidar, 0.2),
                    clock_of("/image", ClockRole::camera, 0.1)});
  EXPECT_TRUE(clocks.warnings.empty());
  EXPECT_TRUE(clocks.notes.empty());
  EXPECT_EQ(clock_text(clocks.topics.at("/points")), "ok");
  EXPECT_EQ(clocks.corrected("/points", Timestamp{5}, false), Timestamp{5});
  EXPECT_EQ(clocks.corrected("/other", Timestamp{5}, true), Timestamp{5});
}

TEST(LogClocks, UptimeIsShiftedByTheMedianLessTheSweep) {
  TopicClock lidar = clock_of("/points", ClockRole::lidar, 1.7e9 - 1234 + 0.1, 0.001);
  lidar.samples[3].received = lidar.samples[3].received + Duration::from_ms(5000);  // one late message
  lidar.sweep_s = 0.1;
  const LogClocks clocks = judge_clocks({clock_of("/odom", ClockRole::poses, 0.002), lidar});
  EXPECT_EQ(clocks.topics.at("/points").state, ClockState::uptime);
  EXPECT_NEAR(shift_of(clocks, "/points"), 1.7e9 - 1234, 0.002);
  EXPECT_TRUE(names(clocks.warnings, "/points", "power-on (the first is 1233.899 s)"));
  EXPECT_EQ(clock_text(clocks.topics.at("/points")), "uptime or simulation time");
}

TEST(LogClocks, WholeHoursAndLeapSecondsAreExact) {
  for (const double offset : {3600.0, -7200.0, 18.0, -18.0, 37.0}) {
    const LogClocks clocks = judge_clocks(
        {clock_of("/odom", ClockRole::poses, 0.002), clock_of("/image", ClockRole::camera, offset + 0.04)});
    EXPECT_EQ(shift_of(clocks, "/image"), offset);
    EXPECT_TRUE(names(clocks.warnings, "/image", std::abs(offset) < 3600 ? "leap seconds" : "time zone"));
  }
  const LogClocks minutes =
      judge_clocks({clock_of("/odom", ClockRole::poses, 0.002), clock_of("/image", ClockRole::camera, -180)});
  EXPECT_NEAR(shift_of(minutes, "/image"), -180, 1e-6);
  EXPECT_EQ(clock_text(minutes.topics.at("/image")), "180.0 s ahead");
}

TEST(LogClocks, ASimulationIsUsedAsItIs) {
  const LogClocks clocks = judge_clocks({clock_of("/odom", ClockRole::poses, 1.7e9 - 30),
                                         clock_of("/points", ClockRole::lidar, 1.7e9 - 29.9),
                                         clock_of("/image", ClockRole::camera, 1.7e9 - 30)});
  EXPECT_TRUE(clocks.warnings.empty());
  ASSERT_EQ(clocks.notes.size(), 1u);
  EXPECT_NE(clocks.notes[0].find("simulation time"), std::string::npos);
  EXPECT_EQ(clocks.corrected("/points", Timestamp{5}, false), Timestamp{5});
}

TEST(LogClocks, ATopicWithoutStampsBringsTheOthersToItsClock) {
  TopicClock lidar{.topic = "/points", .role = ClockRole::lidar, .sweep_s = 0.1};
  for (int i = 0; i < 5; ++i) lidar.samples.push_back({{}, Timestamp::from_seconds(1.7e9 + i)});
  const LogClocks clocks = judge_clocks({clock_of("/odom", ClockRole::poses, 1.7e9 - 30), lidar});
  EXPECT_NEAR(shift_of(clocks, "/odom"), 1.7e9 - 30, 1e-6);
  EXPECT_EQ(clocks.corrected("/points", Timestamp::from_seconds(10), true), Timestamp::from_seconds(9.9));
  EXPECT_EQ(clock_text(clocks.topics.at("/points")), "no stamps");
}

// Odometry made from the sweeps has their stamps and is recorded later. Two sensors that count from power-on have two
// clocks, even if they were switched on together.
TEST(LogClocks, TopicsOfOneClockAreShiftedTogether) {
  TopicClock top = clock_of("/top/points", ClockRole::lidar, 1.7e9 - 1234 + 0.105), left = top;
  left.topic = "/left/points";
  top.sweep_s = 0.1;
  const LogClocks clocks = judge_clocks({clock_of("/odom", ClockRole::poses, 1.7e9 - 1234 + 0.15), top, left,
                                         clock_of("/image", ClockRole::camera, 0.05)});
  EXPECT_NEAR(shift_of(clocks, "/top/points"), 1.7e9 - 1234 + 0.005, 1e-5);
  EXPECT_NEAR(shift_of(clocks, "/odom"), shift_of(clocks, "/top/points"), 1e-9);
  EXPECT_NEAR(shift_of(clocks, "/left/points"), 1.7e9 - 1234 + 0.105, 1e-5);
  EXPECT_TRUE(names(clocks.warnings, "/odom", "as to /top/points, which the same clock stamps"));
  EXPECT_EQ(shift_of(clocks, "/image"), 0);
}

TEST(LogClocks, RecordingTimesThatStandStillShowNothing) {
  TopicClock odom = clock_of("/odom", ClockRole::poses, 0), lidar = clock_of("/points", ClockRole::lidar, -5);
  for (TopicClock* clock : {&odom, &lidar}) {
    for (TopicClock::Sample& sample : clock->samples) sample.received = Timestamp{};
  }
  const LogClocks clocks = judge_clocks({odom, lidar});
  EXPECT_FALSE(clocks.failure);
  EXPECT_TRUE(clocks.warnings.empty());
  EXPECT_EQ(shift_of(clocks, "/points"), 0);
  ASSERT_EQ(clocks.notes.size(), 1u);
  EXPECT_NE(clocks.notes[0].find("one recording time"), std::string::npos);
}

// At half the speed a topic that begins 10 s later has lost 5 s.
TEST(LogClocks, APlaybackAtAnotherSpeedIsUsedAsItIs) {
  TopicClock odom{.topic = "/odom", .role = ClockRole::poses}, lidar{.topic = "/points", .role = ClockRole::lidar};
  for (int i = 0; i < 11; ++i) {
    const double received = 1.8e9 + 0.1 * i, stamp = 1.7e9 + 0.05 * i;
    odom.samples.push_back({Timestamp::from_seconds(stamp), Timestamp::from_seconds(received)});
    lidar.samples.push_back({Timestamp::from_seconds(stamp + 5), Timestamp::from_seconds(received + 10)});
  }
  const LogClocks clocks = judge_clocks({odom, lidar});
  EXPECT_TRUE(clocks.warnings.empty());
  EXPECT_EQ(shift_of(clocks, "/points"), 0);
  ASSERT_EQ(clocks.notes.size(), 1u);
  EXPECT_NE(clocks.notes[0].find("another speed"), std::string::npos);
}

TEST(LogClocks, StampsThatDoNotFollowTheRecordingAreRefusedWhereTheyAreNeeded) {
  const TopicClock odom = clock_of("/odom", ClockRole::poses, 0.002);
  const LogClocks lidar = judge_clocks({odom, clock_of("/points", ClockRole::lidar, 300, 2)});
  ASSERT_TRUE(lidar.failure);
  EXPECT_EQ(lidar.failure->code, BuildCode::insufficient_data);
  EXPECT_NE(lidar.failure->message.find("/points: its stamps are"), std::string::npos);
  const LogClocks camera = judge_clocks({odom, clock_of("/image", ClockRole::camera, 300, 2)});
  EXPECT_FALSE(camera.failure);
  EXPECT_TRUE(names(camera.warnings, "/image", "cannot be repaired"));
}

TEST(LogClocks, ASmallDifferenceIsAWarningWithoutAChange) {
  for (const double offset : {0.35, -0.35}) {
    const LogClocks clocks =
        judge_clocks({clock_of("/odom", ClockRole::poses, 0.002), clock_of("/image", ClockRole::camera, offset)});
    EXPECT_TRUE(names(clocks.warnings, "/image", offset > 0 ? "0.350 s after" : "0.350 s before"));
    EXPECT_EQ(shift_of(clocks, "/image"), 0);
  }
}

TEST(LogClocks, HostileStampsDoNotOverflow) {
  TopicClock lidar{.topic = "/points", .role = ClockRole::lidar};
  for (const int64_t ns : {INT64_MAX, INT64_MIN, int64_t{0}, int64_t{1}}) {
    lidar.samples.push_back({Timestamp{INT64_MAX - ns / 2}, Timestamp{ns}});
    lidar.samples.push_back({Timestamp{ns}, Timestamp{INT64_MIN}});
  }
  const LogClocks clocks = judge_clocks({lidar, clock_of("/odom", ClockRole::poses, 0)});
  clocks.corrected("/points", Timestamp{INT64_MAX}, false);
  EXPECT_TRUE(judge_clocks({}).topics.empty());
}

// The same drive with one clock changed.
class ClocksOfDrives : public ::testing::Test {
 protected:
  BuildResult<IngestReport> ingest(const DriveRecipe& recipe) {
    EXPECT_TRUE(write_drive(log_, recipe));
    NoProgress progress;
    return McapIngest::run(workspace_, {.log = log_}, progress);
  }
  BuildResult<Inspection> inspected() { return inspect_log({.input = log_, .workspace = folder_ / "w"}, {}); }
  // Stamps of the sweeps in timeline.json with the poses, as text: equal if every stamp is equal to a millisecond.
  double first_stamp(std::string_view sensor) {
    const auto timeline = *read_text_file(workspace_.folder(Step::mcap_ingest) / "timeline.json");
    const std::size_t at = timeline.find(sensor);
    EXPECT_NE(at, std::string::npos);
    const std::size_t digits = timeline.find("1", timeline.find("[", at));
    return std::stod(timeline.substr(digits, 24));
  }

  TemporaryFolder folder_;
  fs::path log_ = folder_ / "drive.mcap";
  Workspace workspace_ = *Workspace::open(folder_ / "w");
};

TEST_F(ClocksOfDrives, EachWrongClockIsRepairedAndInspectSaysTheSame) {
  struct Case {
    DriveRecipe recipe;
    std::string topic, part;
  };
  const auto with = [](auto change) {
    DriveRecipe recipe = kDrive;
    change(recipe);
    return recipe;
  };
  const std::string cloud = "/lidar/top/points", image = "/camera/front/image_raw/compressed";
  const std::vector<Case> cases = {
      {with([](auto& r) { r.lidar_clock_s = kToUptime_s; }), cloud, "power-on"},
      {with([](auto& r) { r.camera_clock_s = kToUptime_s; }), image, "power-on"},
      {with([](auto& r) { r.poses_clock_s = kToUptime_s; }), "/odom", "power-on"},
      {with([](auto& r) { r.poses_clock_s = kToUptime_s, r.odometry = false, r.tf = true; }), "/tf", "power-on"},
      {with([](auto& r) { r.lidar_clock_s = -3600; }), cloud, "time zone"},
      {with([](auto& r) { r.camera_clock_s = 18; }), image, "leap seconds"},
      {with([](auto& r) { r.lidar_clock_s = 300; }), cloud, "s ahead: -299.999 s are added"},
      {with([](auto& r) { r.lidar_clock_s = kToUptime_s, r.recording = testing::LidarRecording::velodyne; }),
       "/velodyne_packets", "power-on"},
      {with([](auto& r) { r.lidar_stamps = false; }), cloud, "no stamp"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.topic + " " + c.part);
    const auto report = ingest(c.recipe);
    ASSERT_TRUE(report) << to_text(report.error());
    EXPECT_TRUE(names(report->problems.all(), c.topic, c.part));
    EXPECT_GE(report->sweeps, 20u);
    EXPECT_NEAR(first_stamp("lidar_"), 1.7e9, 0.005);
    EXPECT_NEAR(first_stamp("camera_"), 1.7e9, 0.005);
    const auto seen = inspected();
    ASSERT_TRUE(seen);
    EXPECT_EQ(seen->exit_code(), 0) << seen->verdict();
    const std::string part = c.part == "no stamp" ? "header.stamp is 0" : c.part;
    EXPECT_NE(to_text(*seen).find(part), std::string::npos) << to_text(*seen);
  }
}

TEST_F(ClocksOfDrives, WhatCannotBeRepairedIsRefusedByNameWithTheSameCode) {
  DriveRecipe unsteady = kDrive, apart = kDrive;
  unsteady.lidar_clock_s = 3000, unsteady.lidar_jitter_s = 1.5;
  apart.lidar_moved_s = 300;  // recording time and stamps agree
  for (const DriveRecipe& recipe : {unsteady, apart}) {
    const auto report = ingest(recipe);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, BuildCode::insufficient_data);
    EXPECT_NE(report.error().message.find("/lidar/top/points"), std::string::npos) << report.error().message;
    const auto seen = inspected();
    ASSERT_TRUE(seen);
    EXPECT_EQ(seen->exit_code(), exit_code(report.error())) << seen->verdict();
    EXPECT_NE(seen->verdict().find(report.error().message.substr(0, 40)), std::string::npos) << seen->verdict();
  }
}

TEST_F(ClocksOfDrives, ADryRunEndsWithTheErrorOfAClock) {
  DriveRecipe unsteady = kDrive;
  unsteady.lidar_clock_s = 3000, unsteady.lidar_jitter_s = 1.5;
  const auto report = ingest(unsteady);
  ASSERT_FALSE(report);
  const auto plan = dry_run(*resolve({.input = log_, .output = folder_ / "worlds/a", .workspace = folder_ / "dry"}));
  ASSERT_TRUE(plan) << to_text(plan.error());
  ASSERT_TRUE(plan->failure);
  EXPECT_EQ(plan->failure->message, report.error().message);
}

}  // namespace
}  // namespace gs::builder
