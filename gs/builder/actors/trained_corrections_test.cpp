// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gains and offsets of a training in the files of a bundle.
#include "gs/builder/actors/trained_corrections.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "gs/core/json/json.h"

namespace gs::builder {
namespace {

// Drives along y from time 100 s on, one sample each half second.
world::ActorTrajectory northward() {
  world::ActorTrajectory out;
  for (int i = 0; i <= 4; ++i) {
    out.t.push_back(0.5 * i), out.x.push_back(3), out.y.push_back(5.0 * i), out.z.push_back(0);
    out.yaw.push_back(std::numbers::pi / 2), out.v.push_back(10), out.yaw_rate.push_back(0);
  }
  return out;
}

Node entry(const std::string& text) { return parse_json(text).value(); }

TEST(TrainedCorrections, MovePosesInTheFrameOfTheActor) {
  const Node actor = entry(R"({"offsets": [{"time_s": 100.5, "x_m": 0.1, "y_m": -0.02, "yaw_rad": 0.01},
                                           {"time_s": 101.5, "x_m": -0.1, "y_m": 0.02, "yaw_rad": -0.01}]})");
  world::ActorTrajectory path = northward();
  apply_trained_offsets(actor, Timestamp::from_seconds(100), path);
  EXPECT_NEAR(path.y[0], 0.1, 1e-9);  // constant before the first key; forward is y
  EXPECT_NEAR(path.x[0], 3.02, 1e-9);
  EXPECT_NEAR(path.yaw[0], std::numbers::pi / 2 + 0.01, 1e-9);
  EXPECT_NEAR(path.v[0], 10, 1e-9);
  EXPECT_NEAR(path.y[2], 10, 1e-6);  // half way
  EXPECT_NEAR(path.v[2], 9.8, 1e-6);
  EXPECT_NEAR(path.yaw_rate[2], -0.02, 1e-6);
  EXPECT_NEAR(path.y[4], 19.9, 1e-9);
  EXPECT_NEAR(largest_offset_m(actor), std::hypot(0.1, 0.02), 1e-12);
  world::ActorTrajectory same = northward();
  apply_trained_offsets(entry("{}"), {}, same);
  EXPECT_EQ(same.y, northward().y);
  EXPECT_EQ(largest_offset_m(entry("{}")), 0);
}

TEST(TrainedCorrections, IgnoreOffsetsThatTrainingCannotHaveMade) {
  for (const char* text : {R"({"offsets": [{"time_s": 100, "x_m": 7, "y_m": 0, "yaw_rad": 0}]})",
                           R"({"offsets": [{"time_s": 100, "x_m": 0.1, "y_m": 0, "yaw_rad": 3}]})",
                           R"({"offsets": [{"time_s": 100, "x_m": 0.1, "y_m": 0}]})",
                           R"({"offsets": [{"time_s": 101, "x_m": 0.1, "y_m": 0, "yaw_rad": 0},
                                           {"time_s": 100, "x_m": 0.1, "y_m": 0, "yaw_rad": 0}]})",
                           R"({"offsets": [7]})", R"({"offsets": 7})"}) {
    world::ActorTrajectory path = northward();
    apply_trained_offsets(entry(text), Timestamp::from_seconds(100), path);
    EXPECT_EQ(path.y, northward().y) << text;
    EXPECT_EQ(largest_offset_m(entry(text)), 0) << text;
  }
}

TEST(TrainedCorrections, NameCamerasAsTheBundleDoes) {
  world::ActorAsset asset;
  apply_trained_gains(entry(R"({"gains": {"camera_front": [1.1, 1, 0.9], "other": [1, 1, 1], "camera_left": [1, 99, 1],
                                          "camera_back": [1, 1]}})"),
                      asset);
  ASSERT_EQ(asset.gains.size(), 1u);
  EXPECT_EQ(asset.gains[0].camera, "front");
  EXPECT_EQ(asset.gains[0].rgb, (Vec3d{1.1, 1, 0.9}));
  apply_trained_gains(entry("{}"), asset);
  EXPECT_EQ(asset.gains.size(), 1u);
}

}  // namespace
}  // namespace gs::builder
