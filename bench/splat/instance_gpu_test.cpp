// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Instances on the GPU: as on the scalar CPU, frame after frame, and none of them leaves a trace.
#include "bench/splat/gpu_rasterizer_test.h"
#include "bench/splat/splat_scene.h"
#include "bench/splat/street.h"
#include "bench/splat/vehicles.h"
#include "gs/splat/cpu/cpu_rasterizer.h"

namespace {

using namespace gs;

constexpr splat::RenderSettings kAllPlanes{.background = {0.2f, 0.4f, 0.9f}, .alpha = true, .depth = true};

class InstancesGpu : public bench::GpuRasterizerTest {
 protected:
  void SetUp() override {
    GpuRasterizerTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    cpu_ = splat::make_cpu_rasterizer(Isa::scalar);
    for (splat::Rasterizer* r : {gpu_.get(), cpu_.get()}) {
      // Assets of every SH degree and of sizes that fill no chunk.
      std::vector<splat::GaussianCloud> assets;
      for (int degree = 0; degree <= 3; ++degree) {
        assets.push_back(bench::vehicle(3000 + 77 * static_cast<std::size_t>(degree), degree, 5));
      }
      assets.push_back({});
      splat::GaussianCloud street = bench::street(100'000, 1).value();
      std::vector<uint8_t> is_ground = bench::ground_marks(street);
      ASSERT_TRUE(r->upload(std::move(street), std::move(assets), std::move(is_ground)));
    }
  }
  // Renders on both and compares the images.
  void compare(const std::string& name, std::span<const splat::RenderView> views) {
    const auto mine = gpu_->render(views, kAllPlanes), expected = cpu_->render(views, kAllPlanes);
    ASSERT_TRUE(mine && expected) << name;
    for (std::size_t k = 0; k < mine->size(); ++k) {
      const bench::Difference d = bench::compare((*mine)[k].rgb8, (*expected)[k].rgb8);
      cuda::compare_line(format("{} [{}]", name, k), d.psnr_db > 55,
                         format("{:.1f} dB, largest {}", d.psnr_db, d.largest));
    }
  }
  std::unique_ptr<splat::Rasterizer> cpu_;
};

// Vehicles of four assets ahead of a camera.
std::vector<splat::SplatInstance> traffic(const splat::RenderView& view, std::size_t count) {
  std::vector<splat::SplatInstance> vehicles = bench::vehicles_ahead(view, count);
  for (std::size_t i = 0; i < count; ++i) vehicles[i].asset = static_cast<uint32_t>(i % 5);
  return vehicles;
}

TEST_F(InstancesGpu, MoveFromFrameToFrame) {
  splat::RenderView view = bench::street_drive(640, 360, 370)[3];
  for (const std::size_t count : {5u, 5u, 5u, 9u, 2u, 0u, 7u}) {  // equal counts replay a recorded frame
    std::vector<splat::SplatInstance> vehicles = traffic(view, count);
    for (splat::SplatInstance& v : vehicles) v.map_from_asset.translation.x += 0.4 * static_cast<double>(count);
    view.instances = vehicles;
    compare(format("{} vehicles", count), {&view, 1});
    view.map_from_camera.translation.x += 0.5;
  }
}

TEST_F(InstancesGpu, OfEveryViewOfABatch) {
  const auto drive = bench::street_drive(640, 360, 370);
  std::vector<splat::RenderView> views{drive[2], drive[9], drive[5], drive[2]};
  views[1].camera.lens = Lens::equidistant;
  views[1].camera = with_limits(views[1].camera);
  splat::RollingShutterMotion motion{.map_from_camera_first = views[3].map_from_camera,
                                     .map_from_camera_last = views[3].map_from_camera};
  motion.map_from_camera_last.translation.x += 0.6;
  views[3].rolling_shutter = motion;
  const auto first = traffic(views[0], 6), second = traffic(views[1], 3);
  auto fourth = traffic(views[3], 8);
  for (splat::SplatInstance& v : fourth) {
    splat::InstanceMotion m{v.map_from_asset, v.map_from_asset};
    m.map_from_asset_last.translation.y += 0.5;
    v.motion = m;
  }
  views[0].instances = first, views[1].instances = second, views[3].instances = fourth;
  compare("batch", views);
}

TEST_F(InstancesGpu, DarkenTheGround) {
  const auto drive = bench::street_drive(640, 360, 370);
  std::vector<splat::RenderView> views{drive[2], drive[9], drive[5]};
  const auto before = gpu_->render(views, kAllPlanes);
  const auto first = traffic(views[0], 6), third = traffic(views[2], 3);
  const auto first_shadows = bench::shadows_below(first), third_shadows = bench::shadows_below(third);
  views[0].shadows = first_shadows, views[2].shadows = third_shadows;
  compare("shadows", views);
  const auto darkened = gpu_->render(views, kAllPlanes);
  ASSERT_TRUE(before && darkened);
  EXPECT_NE((*darkened)[0].rgb8, (*before)[0].rgb8);
  EXPECT_EQ((*darkened)[1].rgb8, (*before)[1].rgb8);
  EXPECT_NE((*darkened)[2].rgb8, (*before)[2].rgb8);
}

// The numbers of instances: those of the CPU but for the borders, where rounding decides, and other planes as without.
TEST_F(InstancesGpu, AreNumbered) {
  splat::RenderView view = bench::street_drive(640, 360, 370)[3];
  const std::vector<splat::SplatInstance> vehicles = traffic(view, 9);
  view.instances = vehicles;
  splat::RenderSettings numbered = kAllPlanes;
  numbered.instance = true;
  const auto mine = gpu_->render({&view, 1}, numbered), expected = cpu_->render({&view, 1}, numbered);
  const auto plain = gpu_->render({&view, 1}, kAllPlanes);
  ASSERT_TRUE(mine && expected && plain);
  const std::vector<uint16_t>&a = mine->front().instance, &b = expected->front().instance;
  ASSERT_EQ(a.size(), b.size());
  std::size_t shown = 0, different = 0;
  for (std::size_t i = 0; i < a.size(); ++i) shown += b[i] > 0, different += a[i] != b[i];
  cuda::compare_line("numbers", different * 100 < shown, format("{} of {} pixels differ", different, shown));
  EXPECT_GT(shown, 2000u);
  EXPECT_EQ(mine->front().rgb8, plain->front().rgb8);
  EXPECT_EQ(mine->front().median_depth, plain->front().median_depth);
  EXPECT_TRUE(plain->front().instance.empty());
}

TEST_F(InstancesGpu, LeaveNoTrace) {
  splat::RenderView view = bench::street_drive(640, 360, 370)[3];
  const auto before = gpu_->render({&view, 1}, kAllPlanes);
  const auto vehicles = traffic(view, 6);
  const auto shadows = bench::shadows_below(vehicles);
  view.instances = vehicles, view.shadows = shadows;
  ASSERT_TRUE(gpu_->render({&view, 1}, kAllPlanes));
  splat::SplatInstance unknown{.asset = 5};
  view.instances = {&unknown, 1};
  EXPECT_FALSE(gpu_->render({&view, 1}, kAllPlanes));
  view.instances = {}, view.shadows = {};
  const auto after = gpu_->render({&view, 1}, kAllPlanes);
  ASSERT_TRUE(before && after);
  EXPECT_EQ(before->front().rgb8, after->front().rgb8);
  EXPECT_EQ(before->front().depth, after->front().depth);
}

}  // namespace
