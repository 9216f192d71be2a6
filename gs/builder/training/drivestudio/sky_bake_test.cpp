// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The sky cube of a checkpoint becomes a dome of Gaussians.
#include "gs/builder/training/drivestudio/sky_bake.h"

#include <gtest/gtest.h>

#include "gs/splat/model/testing/test_cloud.h"

namespace gs::builder {
namespace {

// Two by two texels a face: 0.1 * face in red, column in green, row in blue.
assets::CubeMap small_cube() {
  assets::CubeMap cube{.side = 2};
  for (int face = 0; face < 6; ++face) {
    for (int row = 0; row < 2; ++row) {
      for (int column = 0; column < 2; ++column) {
        cube.texels.insert(cube.texels.end(),
                           {0.1f * static_cast<float>(face), static_cast<float>(column), static_cast<float>(row)});
      }
    }
  }
  return cube;
}

TEST(SkyBake, DirectionsFallOnTheFacesOfOpenGl) {
  const assets::CubeMap cube = small_cube();
  // Face; s grows to the right, t downwards: the table of the specification, one direction a face.
  EXPECT_EQ(cube_color(cube, {2, 0.5, -0.5}), (Vec3f{0, 1, 0}));      // s = -z, t = -y
  EXPECT_EQ(cube_color(cube, {-2, 0.5, -0.5}), (Vec3f{0.1f, 0, 0}));  // s = z, t = -y
  EXPECT_EQ(cube_color(cube, {0.5, 2, -0.5}), (Vec3f{0.2f, 1, 0}));   // s = x, t = z
  EXPECT_EQ(cube_color(cube, {0.5, -2, -0.5}), (Vec3f{0.3f, 1, 1}));  // s = x, t = -z
  EXPECT_EQ(cube_color(cube, {0.5, -0.5, 2}), (Vec3f{0.4f, 1, 1}));   // s = x, t = -y
  EXPECT_EQ(cube_color(cube, {0.5, -0.5, -2}), (Vec3f{0.5f, 0, 1}));  // s = -x, t = -y
}

TEST(SkyBake, TheDomeShowsTheCubeAboveTheGround) {
  const splat::GaussianCloud cloud = splat::testing::random_cloud(50, 1);
  // DriveStudio's world is a camera that faces along x of map: z is x, x is -y, y is -z. Its up is -y, which the cube
  // has at (x, z, -y) = +z: face 4.
  const Mat3d axes{{{0, 0, 1}, {-1, 0, 0}, {0, -1, 0}}};
  const auto whole = with_sky(cloud, small_cube(), {to_quaternion(axes), {3, 2, 1}}, 500);
  ASSERT_TRUE(whole) << whole.error().message;
  ASSERT_EQ(whole->size(), 550u);
  const splat::CloudView view = whole->view();
  for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(view.position_of(i), cloud.view().position_of(i));
  std::size_t top = 50;
  for (std::size_t i = 50; i < view.size; ++i) {
    EXPECT_GT(norm(view.position_of(i)), 250);
    if (view.position_of(i).z > view.position_of(top).z) top = i;
  }
  EXPECT_NEAR(0.5 + 0.28209479 * static_cast<double>(view.sh_of(top)[0]), 0.4, 0.02);
}

TEST(SkyBake, WithoutASkyNothingChanges) {
  const splat::GaussianCloud cloud = splat::testing::random_cloud(5, 0);
  EXPECT_EQ(with_sky(cloud, {}, {}).value().size(), 5u);
}

}  // namespace
}  // namespace gs::builder
