// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The video of a run: top view, one frame for every image of the first camera, errors of the file.
#include <gtest/gtest.h>

#include "gs/assets/video/video.h"
#include "gs/bridge/video/run_video.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/sim/testing/actor_worlds.h"
#include "gs/sim/testing/small_world.h"

namespace gs::bridge {
namespace {

// Simulator in the small world.
sim::Simulator simulator(sim::SimulatorOptions options = {}) {
  options.simulation.initial_velocity = 5;
  return std::move(*sim::Simulator::create(sim::small_world(), options, Backend::cpu));
}

TEST(TopView, ShowsTheCarTheRoadAndThePoints) {
  const sim::Simulator s = simulator();
  const std::vector<Vec3f> points{{10, 5, 8}};
  const assets::Canvas view =
      draw_top_view(s, {.map_from_base_link = {}, .points = points, .driven = {}}, {.size_px = 320, .span_m = 64});
  // 5 pixels per metre; the vehicle is at (160, 211), heading upwards.
  EXPECT_GT(view.image().sample(160 - 25, 211 - 50, 0), 150);  // the LiDAR point, 10 m ahead and 5 m left
  EXPECT_LT(view.image().sample(160 + 25, 211 - 50, 0), 60);
  EXPECT_GT(view.image().sample(160, 211 - 15, 2), 200);  // the line that marks the front of the vehicle
}

TEST(TopView, ShowsTheBoxesOfActors) {
  const auto drawn = [](const char* traffic) {
    sim::SimulatorOptions options;
    options.simulation.traffic = traffic;
    const sim::Simulator s = std::move(*sim::Simulator::create(sim::flat_world_with_actors(), options, Backend::cpu));
    return draw_top_view(s, {.map_from_base_link = {}, .points = {}, .driven = {}}, {.size_px = 320, .span_m = 64})
        .image();
  };
  const assets::Image with = drawn("replay"), without = drawn("none");
  // The car is at (-10, 6), 4 x 2 m: its left edge is 7 m to the left of the vehicle at (160, 211).
  EXPECT_GT(with.sample(160 - 35, 211 + 50, 0), 200);
  EXPECT_LT(without.sample(160 - 35, 211 + 50, 0), 60);
  EXPECT_EQ(with.sample(160 + 60, 211 + 50, 0), without.sample(160 + 60, 211 + 50, 0));
}

TEST(RunVideo, OneFrameForEveryImageOfTheFirstCamera) {
  const TemporaryFolder folder;
  sim::Simulator s = simulator();
  auto video = RunVideo::create(folder / "run.mp4", s, {.top_view = {.size_px = 120}});
  ASSERT_TRUE(video) << video.error().message;
  ASSERT_TRUE(video->observed(s, s.observe()));
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(video->observed(s, s.step()));
  EXPECT_EQ(video->frames(), 13u);  // 12 Hz over one second, both ends
  EXPECT_FALSE(fs::exists(folder / "run.mp4"));
  ASSERT_TRUE(video->finish());
  auto reader = assets::VideoReader::open(folder / "run.mp4");
  ASSERT_TRUE(reader);
  EXPECT_NEAR(reader->fps(), 12.0, 1e-6);
  int frames = 0;
  for (auto frame = reader->next(); frame && *frame; frame = reader->next(), ++frames) {
    EXPECT_EQ((*frame)->width, 160 + 120);  // 64 x 48 fills 160 x 120
    EXPECT_EQ((*frame)->height, 120 + 36);
  }
  EXPECT_EQ(frames, 13);
}

TEST(RunVideo, SameRunSameFrameAndNoCameraIsFine) {
  const TemporaryFolder folder;
  assets::Image last[2];
  for (assets::Image& image : last) {
    sim::SimulatorOptions options;
    options.sensors.camera.enable = false;
    sim::Simulator s = simulator(options);
    auto video = RunVideo::create(folder / "run.mp4", s, {.top_view = {.size_px = 200}});
    ASSERT_TRUE(video);
    for (int i = 0; i < 30; ++i) ASSERT_TRUE(video->observed(s, s.step()));
    image = video->last_frame();
  }
  EXPECT_EQ(last[0].width, 200);
  EXPECT_EQ(last[0], last[1]);
}

TEST(RunVideo, AFileThatCannotBeWrittenIsAnError) {
  const sim::Simulator s = simulator();
  EXPECT_FALSE(RunVideo::create("/no/such/folder/run.mp4", s, {}));
}

}  // namespace
}  // namespace gs::bridge
