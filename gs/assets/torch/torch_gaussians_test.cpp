// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gaussians from the checkpoints of other trainers, each with its own conventions.
#include "gs/assets/torch/torch_gaussians.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "gs/assets/torch/testing/torch_writer.h"
#include "gs/splat/model/testing/test_cloud.h"

namespace gs::assets {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace testing;

// Checks the values of drivestudio_file(): base + slope * index.
void expect_ramps(const splat::GaussianCloud& cloud, int degree) {
  const splat::CloudView view = cloud.view();
  ASSERT_EQ(view.sh_degree, degree);
  const auto ramp = [](double base, std::size_t place, double slope = 0.01) {
    return static_cast<float>(base + slope * static_cast<double>(place));
  };
  const auto rest = static_cast<std::size_t>(view.coefficients()) - 1;
  for (std::size_t i = 0; i < view.size; ++i) {
    EXPECT_EQ(view.position_of(i), (Vec3f{ramp(0, 3 * i), ramp(0, 3 * i + 1), ramp(0, 3 * i + 2)}));
    EXPECT_EQ(view.log_scale_of(i).y, ramp(-3, 3 * i + 1));
    EXPECT_EQ(view.opacity_logit[i], ramp(-1, i, 0.5));
    const Quaternionf q = view.rotation_of(i);
    const Quaterniond raw{ramp(0.5, 4 * i + 1), ramp(0.5, 4 * i + 2), ramp(0.5, 4 * i + 3), ramp(0.5, 4 * i)};
    EXPECT_NEAR(q.w, raw.w / norm(raw), 1e-7);
    EXPECT_NEAR(q.x, raw.x / norm(raw), 1e-7);
    for (std::size_t c = 0; c < 3; ++c) {
      const float* sh = view.sh_of(i) + c * (rest + 1);
      EXPECT_EQ(sh[0], ramp(-0.5, 3 * i + c));
      for (std::size_t k = 0; k < rest; ++k) EXPECT_EQ(sh[k + 1], ramp(-1, 3 * (i * rest + k) + c));
    }
  }
}

TEST(TorchGaussians, DriveStudioBackgroundIsRead) {
  for (const int degree : {1, 2, 3}) {
    const auto got = parse_torch_gaussians(drivestudio_file(4, degree));
    ASSERT_TRUE(got) << got.error().message;
    EXPECT_EQ(got->maker, CheckpointMaker::drivestudio);
    EXPECT_EQ(got->step, 30000);
    EXPECT_THAT(got->not_taken, ElementsAre());
    EXPECT_EQ(got->sky.side, 2u);
    EXPECT_EQ(got->sky.texels, std::vector<float>(6 * 2 * 2 * 3, 0.5f));
    EXPECT_EQ(got->cloud.size(), 4u);
    expect_ramps(got->cloud, degree);
  }
}

TEST(TorchGaussians, ColoursOfDegreeZeroAreLogits) {
  const auto got = parse_torch_gaussians(drivestudio_file(2, 0)).value();
  const double color = 1 / (1 + std::exp(0.5));
  EXPECT_NEAR(0.5 + 0.28209479177387814 * static_cast<double>(got.cloud.view().sh_of(0)[0]), color, 1e-6);
}

// The six arrays of n Gaussians on storages 0 to 5, with SH of degree 1.
struct Six {
  std::vector<std::string> storages;
  Values arrays;  // means, scales, quats, opacities, dc, rest
};
Six six(int64_t n, const std::vector<int64_t>& opacity_shape, const std::vector<int64_t>& dc_shape) {
  Six out;
  const auto add = [&](std::vector<int64_t> shape, float value) {
    int64_t items = 1;
    for (const int64_t extent : shape) items *= extent;
    out.storages.push_back(raw_floats(std::vector<float>(static_cast<std::size_t>(items), value)));
    out.arrays.push_back(
        tensor({.key = std::to_string(out.storages.size() - 1), .storage_items = items, .shape = std::move(shape)}));
  };
  add({n, 3}, 1), add({n, 3}, -2), add({n, 4}, 0.5f), add(opacity_shape, 0.25f), add(dc_shape, 0.125f);
  add({n, 3, 3}, 0.0625f);
  return out;
}
// The arrays under the names of gsplat.
Members gsplat_members(const Six& s) {
  Members out;
  const char* names[] = {"means", "scales", "quats", "opacities", "sh0", "shN"};
  for (std::size_t i = 0; i < 6; ++i) out.emplace_back(text(names[i]), s.arrays[i]);
  return out;
}
// Checks the values of six() and the trainer.
void expect_six(const Result<TorchGaussians>& got, CheckpointMaker maker) {
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(got->maker, maker);
  EXPECT_EQ(got->step, 6999);
  ASSERT_EQ(got->cloud.size(), 2u);
  const splat::CloudView view = got->cloud.view();
  EXPECT_EQ(view.log_scale_of(1), (Vec3f{-2, -2, -2}));
  EXPECT_EQ(view.opacity_logit[1], 0.25f);
  EXPECT_EQ(view.sh_of(1)[0], 0.125f);
  EXPECT_EQ(view.sh_of(1)[11], 0.0625f);
}

TEST(TorchGaussians, GsplatIsRead) {
  const Six s = six(2, {2}, {2, 1, 3});
  const auto file =
      torch_file(dict({{text("step"), integer(6999)}, {text("splats"), ordered_dict(gsplat_members(s))}}), s.storages);
  expect_six(parse_torch_gaussians(file), CheckpointMaker::gsplat);
}

TEST(TorchGaussians, NerfstudioIsRead) {
  const Six s = six(2, {2, 1}, {2, 3});
  Members members;
  const char* names[] = {"means", "scales", "quats", "opacities", "features_dc", "features_rest"};
  for (std::size_t i = 0; i < 6; ++i) {
    members.emplace_back(text(std::string("_model.gauss_params.") + names[i]), s.arrays[i]);
  }
  const auto file =
      torch_file(dict({{text("step"), integer(6999)}, {text("pipeline"), ordered_dict(members)}}), s.storages);
  expect_six(parse_torch_gaussians(file), CheckpointMaker::nerfstudio);
}

TEST(TorchGaussians, TheTupleOf3dgsIsRead) {
  const Six s = six(2, {2, 1}, {2, 1, 3});
  const std::string captured = tuple({integer(1), s.arrays[0], s.arrays[4], s.arrays[5], s.arrays[1], s.arrays[2],
                                      s.arrays[3], none(), none(), none(), dict({}), real(5)});
  expect_six(parse_torch_gaussians(torch_file(tuple({captured, integer(6999)}), s.storages)), CheckpointMaker::inria);
}

TEST(TorchGaussians, WhatIsNotFiniteIsDropped) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  Six s = six(2, {2}, {2, 1, 3});
  s.storages[0] = raw_floats({1, 2, 3, 4, nan, 6});
  const auto got =
      parse_torch_gaussians(torch_file(dict({{text("splats"), dict(gsplat_members(s))}}), s.storages)).value();
  EXPECT_EQ(got.dropped, 1u);
  EXPECT_EQ(got.cloud.size(), 1u);
  EXPECT_EQ(got.step, std::nullopt);
}

TEST(TorchGaussians, ArraysThatDoNotFitTogetherAreNamed) {
  Six s = six(2, {3}, {2, 1, 3});
  const auto got = parse_torch_gaussians(torch_file(dict({{text("splats"), dict(gsplat_members(s))}}), s.storages));
  EXPECT_EQ(got.error().code, ErrorCode::invalid_data);
  EXPECT_THAT(got.error().message, HasSubstr("opacities have the shape [3]"));
  const auto other = parse_torch_gaussians(torch_file(dict({{text("weights"), integer(1)}}), {}));
  EXPECT_EQ(other.error().code, ErrorCode::invalid_data);
  EXPECT_THAT(other.error().hint, HasSubstr("DriveStudio"));
  const auto empty = parse_torch_gaussians(torch_file(dict({{text("models"), dict({})}}), {}));
  EXPECT_EQ(empty.error().code, ErrorCode::invalid_data);
}

TEST(TorchGaussians, DamageIsFoundAndNeverCrashes) {
  const auto file = drivestudio_file(2, 1);
  const splat::GaussianCloud expected = std::move(parse_torch_gaussians(file).value().cloud);
  for (std::size_t size = 0; size < file.size(); ++size) {
    EXPECT_FALSE(parse_torch_gaussians(Bytes(file).first(size))) << size;
  }
  auto damaged = file;
  for (std::size_t i = 0; i < damaged.size(); ++i) {
    damaged[i] ^= std::byte{1} << (i % 8);
    const auto got = parse_torch_gaussians(damaged);
    EXPECT_TRUE(!got || splat::testing::same_bits(got->cloud, expected)) << i;
    damaged[i] ^= std::byte{1} << (i % 8);
  }
}

}  // namespace
}  // namespace gs::assets
