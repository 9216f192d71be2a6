// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gaussians in binary glTF, read back with our typed accessors.
#include "gs/assets/glb/gaussians_glb.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "gs/assets/glb/accessor.h"
#include "gs/core/format.h"
#include "gs/core/parallel.h"
#include "gs/splat/model/testing/test_cloud.h"

namespace gs::assets {
namespace {

using splat::testing::random_cloud;

// A file and its only primitive.
class WrittenGaussians {
 public:
  explicit WrittenGaussians(splat::CloudView cloud, const GaussiansGlbOptions& options = {})
      : bytes_(to_gaussians_glb(cloud, options).value()), document_(glb::parse_document(bytes_).value()) {}

  const Node& json() const { return document_.json; }
  const Node& primitive() const { return json()["meshes"].items[0]["primitives"].items[0]; }
  glb::Accessor attribute(const std::string& name) const {
    return glb::find_accessor(document_, primitive()["attributes"][name].index().value()).value();
  }
  glb::Accessor splat_attribute(const std::string& name) const { return attribute("KHR_gaussian_splatting:" + name); }

 private:
  std::vector<std::byte> bytes_;
  glb::Document document_;
};

class GaussiansGlbDegrees : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Degrees, GaussiansGlbDegrees, ::testing::Values(0, 1, 2, 3));

// Positions, rotations and SH return exactly; scales and opacities within the rounding of exp().
TEST_P(GaussiansGlbDegrees, EveryValueIsInTheFile) {
  const splat::GaussianCloud cloud = random_cloud(70, GetParam());
  const splat::CloudView view = cloud.view();
  const WrittenGaussians file(view);
  const auto position = file.attribute("POSITION"), rotation = file.splat_attribute("ROTATION");
  const auto scale = file.splat_attribute("SCALE"), opacity = file.splat_attribute("OPACITY");
  ASSERT_EQ(position.count, 70u);
  ASSERT_EQ(rotation.width, 4u);
  ASSERT_EQ(opacity.width, 1u);
  for (uint32_t i = 0; i < 70; ++i) {
    for (uint32_t k = 0; k < 3; ++k) {
      EXPECT_EQ(position.value(i, k), view.position[k][i]);
      EXPECT_NEAR(std::log(scale.value(i, k)), view.log_scale[k][i], 1e-6);
    }
    for (uint32_t k = 0; k < 4; ++k) EXPECT_EQ(rotation.value(i, k), view.rotation[k][i]);
    EXPECT_NEAR(opacity.value(i, 0), 1 / (1 + std::exp(-view.opacity_logit[i])), 1e-6);
  }
  int coefficient = 0;
  for (int degree = 0; degree <= GetParam(); ++degree) {
    for (int m = 0; m <= 2 * degree; ++m, ++coefficient) {
      const auto sh = file.splat_attribute(format("SH_DEGREE_{}_COEF_{}", degree, m));
      for (uint32_t i = 0; i < 70; ++i) {
        for (uint32_t c = 0; c < 3; ++c) {
          EXPECT_EQ(sh.value(i, c), view.sh_of(i)[static_cast<int>(c) * view.coefficients() + coefficient]);
        }
      }
    }
  }
  EXPECT_EQ(file.primitive()["attributes"].members.size(), 4u + static_cast<std::size_t>(coefficient));
}

TEST(GaussiansGlb, PrimitiveHasTheExtensionAndTheAssetTheFilter) {
  const splat::GaussianCloud cloud = random_cloud(9, 1);
  const WrittenGaussians file(cloud.view(), {.frame = "map", .antialiased = true, .low_pass_px2 = 0.1});
  EXPECT_EQ(file.json()["extensionsUsed"].items[0].text, "KHR_gaussian_splatting");
  EXPECT_EQ(file.json().find("extensionsRequired"), nullptr);
  EXPECT_EQ(file.primitive()["mode"].index(), 0u);
  const Node& extension = file.primitive()["extensions"]["KHR_gaussian_splatting"];
  EXPECT_EQ(extension["kernel"].text, "ellipse");
  EXPECT_EQ(extension["colorSpace"].text, "srgb_rec709_display");
  EXPECT_EQ(file.json()["asset"]["extras"]["frame"].text, "map");
  EXPECT_TRUE(file.json()["asset"]["extras"]["antialiasing"].boolean);
  EXPECT_EQ(file.json()["asset"]["extras"]["low_pass_px2"].real, 0.1);
  const Node& position = file.json()["accessors"].items[0];
  for (std::size_t k = 0; k < 3; ++k) {
    float low = 1e9f;
    for (std::size_t i = 0; i < 9; ++i) low = std::fmin(low, cloud.view().position[k][i]);
    EXPECT_EQ(static_cast<float>(position["min"].items[k].real), low);
  }
}

TEST(GaussiansGlb, SameBytesWhateverTheThreads) {
  const splat::GaussianCloud cloud = random_cloud(3000, 1);
  const ScopedThreadCount one(1);
  const auto expected = to_gaussians_glb(cloud.view()).value();
  const ScopedThreadCount many(3);
  EXPECT_EQ(to_gaussians_glb(cloud.view()).value(), expected);
}

TEST(GaussiansGlb, CloudsThatCannotBeWrittenAreRefusedByName) {
  EXPECT_EQ(to_gaussians_glb(splat::GaussianCloud().view()).error().code, ErrorCode::invalid_argument);
  splat::GaussianCloud cloud = random_cloud(9, 0);
  cloud.view().log_scale[1][4] = 100;
  const auto written = to_gaussians_glb(cloud.view());
  ASSERT_FALSE(written.has_value());
  EXPECT_EQ(written.error().code, ErrorCode::invalid_data);
  EXPECT_THAT(written.error().message, ::testing::HasSubstr("Gaussian 4: KHR_gaussian_splatting:SCALE"));
}

}  // namespace
}  // namespace gs::assets
