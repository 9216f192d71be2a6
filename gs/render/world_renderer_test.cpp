// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A world is rendered with its camera, sky and settings; errors are passed up.
#include "gs/render/world_renderer.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gs/core/testing/source_folder.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/render/render_settings.h"

namespace gs::render {
namespace {

world::World minimal_world() { return world::load_world(source_folder() / "worlds/minimal_test").value(); }

Rigid3d at_origin(Timestamp) { return {}; }

// Everything that a rasterizer was given.
struct Calls {
  std::size_t gaussians = 0;
  splat::SkyImage sky{.width = -1};
  std::vector<splat::RenderView> views{};
  splat::RenderSettings settings{};
  std::size_t images_per_view = 1;
  bool upload_fails = false;
};

// Records its calls and returns grey images.
class RecordingRasterizer final : public splat::Rasterizer {
 public:
  explicit RecordingRasterizer(Calls& calls) : calls_(calls) {}
  std::string name() const override { return "recording"; }
  Result<void> upload(splat::GaussianCloud cloud, std::vector<splat::GaussianCloud>, std::vector<uint8_t>) override {
    if (calls_.upload_fails) return fail(ErrorCode::out_of_memory, "no device memory");
    calls_.gaussians = cloud.size();
    return {};
  }
  Result<void> set_sky(splat::SkyImage sky) override {
    calls_.sky = std::move(sky);
    return {};
  }
  Result<std::vector<splat::SplatImage>> render(std::span<const splat::RenderView> views,
                                                const splat::RenderSettings& settings) override {
    calls_.views.assign(views.begin(), views.end());
    calls_.settings = settings;
    return std::vector<splat::SplatImage>(views.size() * calls_.images_per_view);
  }

 private:
  Calls& calls_;
};

Result<WorldRenderer> recording(const world::World& world, Calls& calls) {
  return WorldRenderer::create(world, std::make_unique<RecordingRasterizer>(calls));
}

TEST(ChooseCamera, AnEmptyIdIsTheFirstCameraAndAnUnknownIdListsTheKnownOnes) {
  world::Calibration calibration;
  EXPECT_EQ(choose_camera(calibration, "").error().hint, "available cameras: none");
  calibration.cameras.resize(2);
  calibration.cameras[0].id = "front", calibration.cameras[1].id = "rear";
  EXPECT_EQ(choose_camera(calibration, "")->id, "front");
  EXPECT_EQ(choose_camera(calibration, "rear")->id, "rear");
  const auto unknown = choose_camera(calibration, "left");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, ErrorCode::not_found);
  EXPECT_EQ(unknown.error().hint, "available cameras: front, rear");
}

TEST(WorldRenderer, SceneViewAndSettingsOfTheBundleReachTheRasterizer) {
  world::World world = minimal_world();
  world.render_config.near_plane_m = 0.7, world.render_config.far_plane_m = 77;
  world.render_config.low_pass_px2 = 0.1;
  world.render_config.antialiasing = true;
  world.render_config.color_correction.white_balance = {0.5, 1, 2};
  Calls calls;
  auto renderer = recording(world, calls);
  ASSERT_TRUE(renderer);
  EXPECT_EQ(calls.gaussians, world::load_gaussians(world)->size());
  EXPECT_EQ(calls.sky.width, 0);  // the world has no sky: an earlier one is removed

  const world::CameraCalibration& camera = world.calibration.cameras.front();
  ASSERT_TRUE(renderer->render(camera, Timestamp::from_seconds(1), at_origin));
  ASSERT_EQ(calls.views.size(), 1u);
  EXPECT_EQ(calls.views[0].map_from_camera, world::base_link_from_optical(camera));
  EXPECT_EQ(calls.settings.near_m, 0.7);
  EXPECT_EQ(calls.settings.far_m, 77);
  EXPECT_EQ(calls.settings.low_pass_px2, 0.1);
  EXPECT_TRUE(calls.settings.antialiasing);
  EXPECT_EQ(calls.settings.background, (Vec3f{0.5f, 0.7f, 0.9f}));
  EXPECT_EQ(calls.settings.correction.white_balance, (Vec3f{0.5f, 1, 2}));
  EXPECT_FALSE(calls.settings.depth);
  ASSERT_TRUE(renderer->render(camera, {}, at_origin, true));
  EXPECT_TRUE(calls.settings.depth);
}

// palette.png is 4 x 1: red, green, blue, white.
TEST(WorldRenderer, TheSkyOfTheBundleIsUploaded) {
  const TemporaryFolder folder;
  world::World world = minimal_world();
  fs::copy(world.folder, folder.path(), fs::copy_options::recursive);
  fs::copy(testdata("assets/palette.png"), folder.path() / "gaussians/sky.png");
  world.folder = folder.path();
  world.index.sky = "gaussians/sky.png";
  Calls calls;
  ASSERT_TRUE(recording(world, calls));
  EXPECT_EQ(calls.sky.width, 4);
  EXPECT_EQ(calls.sky.height, 1);
  EXPECT_EQ(calls.sky.rgb8, (std::vector<uint8_t>{255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255}));
}

TEST(WorldRenderer, ErrorsOfTheBundleAndOfTheRasterizerArePassedUp) {
  world::World world = minimal_world();
  Calls calls{.upload_fails = true};
  EXPECT_EQ(recording(world, calls).error().code, ErrorCode::out_of_memory);
  calls = {.images_per_view = 0};
  auto renderer = recording(world, calls);
  ASSERT_TRUE(renderer);
  EXPECT_EQ(renderer->render(world.calibration.cameras.front(), {}, at_origin).error().code, ErrorCode::internal);
  world.folder /= "missing";
  EXPECT_FALSE(recording(world, calls));
}

TEST(WorldRenderer, FarFromTheSceneEveryPixelIsTheBackground) {
  const world::World world = minimal_world();
  auto renderer = WorldRenderer::create(world, Backend::cpu);
  ASSERT_TRUE(renderer);
  EXPECT_TRUE(renderer->backend_name().starts_with("cpu"));
  const world::CameraCalibration& camera = world.calibration.cameras.front();
  const auto away = renderer->render(camera, {}, [](Timestamp) { return Rigid3d{{}, {1e6, 0, 0}}; });
  ASSERT_TRUE(away);
  EXPECT_EQ(away->rgb8.size(), 640u * 480u * 3u);
  EXPECT_TRUE(away->depth.empty());
  const Vec3f background = settings_of(world.render_config).background;
  const uint8_t expected[] = {splat::to_byte(background.x), splat::to_byte(background.y), splat::to_byte(background.z)};
  for (std::size_t i = 0; i < away->rgb8.size(); ++i) ASSERT_EQ(away->rgb8[i], expected[i % 3]) << i;

  const auto inside = renderer->render(camera, {}, at_origin, true);
  ASSERT_TRUE(inside);
  EXPECT_NE(inside->rgb8, away->rgb8);
  EXPECT_TRUE(std::ranges::any_of(inside->depth, [](float d) { return d > 0; }));
}

}  // namespace
}  // namespace gs::render
