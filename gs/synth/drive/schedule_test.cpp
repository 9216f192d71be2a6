// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Times of the measurements of a drive, and the poses and seeds that belong to them.
#include "gs/synth/drive/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>

#include "gs/synth/drive/exposure.h"

namespace gs::synth {
namespace {

DriveOptions options_of(double duration_s, double camera_rate_hz) {
  DriveOptions options;
  options.duration_s = duration_s;
  options.camera_rate_hz = camera_rate_hz;
  options.cameras = {"front", "left"};
  return options;
}

std::vector<ScheduledEvent> schedule_of(const DriveOptions& options) {
  return make_schedule(options, make_rig(options).value());
}

// Counts by hand for 2 s: IMU at 100 Hz and odometry at 50 Hz including both ends, GNSS at 10 Hz, two cameras at 12 Hz,
// sweeps that end within the drive, transforms from -0.1 s to 2.2 s.
TEST(Schedule, HasTheRatesOfTheSensors) {
  std::map<DriveEvent, int> counts;
  for (const ScheduledEvent& event : schedule_of(options_of(2, 12))) ++counts[event.kind];
  EXPECT_EQ(counts[DriveEvent::static_transforms], 1);
  EXPECT_EQ(counts[DriveEvent::imu], 201);
  EXPECT_EQ(counts[DriveEvent::odometry], 101);
  EXPECT_EQ(counts[DriveEvent::gnss], 21);
  EXPECT_EQ(counts[DriveEvent::image], 2 * 24);
  EXPECT_EQ(counts[DriveEvent::sweep], 20);
  EXPECT_EQ(counts[DriveEvent::transform], 231);
}

// Frame k is due at k / rate: rounding errors of the period of 1/29.97 s do not add up.
TEST(Schedule, FramesDoNotDrift) {
  for (const ScheduledEvent& event : schedule_of(options_of(60, 29.97))) {
    if (event.kind != DriveEvent::image) continue;
    EXPECT_NEAR(static_cast<double>(event.offset_ns) * 1e-9, event.index / 29.97, 1e-9);
  }
}

// Sorted by the time of recording, which is never before the measurement; indices of a sensor count up from 0.
TEST(Schedule, IsSortedAndNumbered) {
  const auto events = schedule_of(options_of(3, 12));
  std::map<std::pair<DriveEvent, uint32_t>, uint32_t> next;
  for (std::size_t i = 0; i < events.size(); ++i) {
    EXPECT_LE(events[i == 0 ? 0 : i - 1].recorded_ns, events[i].recorded_ns);
    EXPECT_GE(events[i].recorded_ns, events[i].offset_ns);
    const auto counter = std::pair(events[i].kind, events[i].sensor);
    EXPECT_EQ(events[i].index, next[counter]++);
  }
}

// Every measurement, and the whole of every sweep, lies between two transforms: poses are interpolated, never guessed.
TEST(Schedule, TransformsSurroundEveryMeasurement) {
  const auto events = schedule_of(options_of(1.37, 12));
  int64_t first = INT64_MAX, last = INT64_MIN;
  for (const ScheduledEvent& event : events) {
    if (event.kind != DriveEvent::transform) continue;
    first = std::min(first, event.offset_ns);
    last = std::max(last, event.offset_ns);
  }
  for (const ScheduledEvent& event : events) {
    if (event.kind == DriveEvent::static_transforms) continue;
    EXPECT_GE(event.offset_ns, first);
    EXPECT_LE(event.offset_ns + (event.kind == DriveEvent::sweep ? 100'000'000 : 0), last);
  }
}

TEST(Schedule, HasNoEventsOfAbsentSensors) {
  DriveOptions options = options_of(1, 12);
  options.cameras = {"none"};
  options.lidar = "none";
  for (const ScheduledEvent& event : schedule_of(options)) {
    EXPECT_NE(event.kind, DriveEvent::image);
    EXPECT_NE(event.kind, DriveEvent::sweep);
  }
}

// Row r of a rolling shutter is exposed at t + readout * r / (rows - 1); a global shutter has one pose.
TEST(CameraPoses, FollowTheReadoutOfTheRows) {
  const DriveOptions options = options_of(5, 12);
  const CameraMount mount = make_rig(options)->cameras.at(0);
  const Road road{options.street};
  const Ego ego(road, 5, {});
  ASSERT_EQ(camera_poses(ego, mount, 2, 0).size(), 1u);
  EXPECT_EQ(camera_poses(ego, mount, 2, 0).front(), ego.map_from_base(2) * mount.base_from_camera);
  const auto poses = camera_poses(ego, mount, 2, 0.03);
  ASSERT_EQ(poses.size(), static_cast<std::size_t>(mount.camera.height));
  EXPECT_EQ(poses.front(), ego.map_from_base(2) * mount.base_from_camera);
  EXPECT_EQ(poses.back(), ego.map_from_base(2.03) * mount.base_from_camera);
  const Vec3d half = (ego.map_from_base(2.015) * mount.base_from_camera).translation;
  EXPECT_LT(norm(0.5 * (poses[179].translation + poses[180].translation) - half), 1e-6);
}

// Frames of one sensor and of different sensors have different noise.
TEST(FrameSeed, DiffersByDriveSensorAndFrame) {
  std::set<uint64_t> seeds;
  for (const uint64_t drive : {1u, 2u}) {
    for (uint32_t sensor = 0; sensor < 5; ++sensor) {
      for (uint32_t index = 0; index < 100; ++index) seeds.insert(frame_seed(drive, sensor, index));
    }
  }
  EXPECT_EQ(seeds.size(), 1000u);
  EXPECT_EQ(frame_seed(1, 2, 3), frame_seed(1, 2, 3));
}

TEST(ExposureSwing, StaysWithinAQuarterOfOne) {
  double low = 2, high = 0;
  for (double t = 0; t < 60; t += 0.05) {
    low = std::min(low, exposure_swing(t)), high = std::max(high, exposure_swing(t));
    EXPECT_LT(std::fabs(exposure_swing(t + 1.0 / 12) - exposure_swing(t)), 0.04) << "smooth from frame to frame";
  }
  EXPECT_EQ(exposure_swing(0), 1);
  EXPECT_GT(low, 0.75);
  EXPECT_LT(low, 0.85);
  EXPECT_GT(high, 1.15);
  EXPECT_LT(high, 1.25);
}

}  // namespace
}  // namespace gs::synth
