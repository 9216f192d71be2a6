// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// An undistorted image equals the image of a pinhole camera, for every camera model and thread count.
#include "gs/assets/image/undistort.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gs/core/parallel.h"

namespace gs::assets {
namespace {

CameraD distorted_camera() {
  CameraD camera{.width = 64, .height = 48, .fx = 40, .fy = 41, .cx = 31, .cy = 24.5};
  camera.k1 = -0.2, camera.k2 = 0.05, camera.p1 = 0.001, camera.p2 = -0.002;
  return with_limits(camera);
}

// Image that a camera takes of a pattern on the sphere of directions.
Image image_of_pattern(const CameraD& camera, int bytes_per_sample = 1) {
  Image image = Image::make(camera.width, camera.height, 1, bytes_per_sample);
  for (int y = 0; y < camera.height; ++y) {
    for (int x = 0; x < camera.width; ++x) {
      const auto ray = unproject(camera, {double(x), double(y)});
      const double value = ray ? 0.5 + 0.4 * std::sin(5 * ray->x / ray->z) * std::cos(4 * ray->y / ray->z) : 0.0;
      const auto index = static_cast<std::size_t>(y * camera.width + x);
      if (bytes_per_sample == 1) {
        image.data[index] = static_cast<uint8_t>(value * 255 + 0.5);
      } else {
        const auto wide = static_cast<uint16_t>(value * 65535 + 0.5);
        std::memcpy(image.data.data() + 2 * index, &wide, 2);
      }
    }
  }
  return image;
}

// Compares the pixels inside the mask.
void expect_equal_where_seen(const Image& a, const Image& b, const Image& mask, double tolerance) {
  int seen = 0;
  for (int y = 0; y < a.height; ++y) {
    for (int x = 0; x < a.width; ++x) {
      if (mask.sample(x, y, 0) == 0) continue;
      ++seen;
      EXPECT_NEAR(a.sample(x, y, 0), b.sample(x, y, 0), tolerance) << x << " " << y;
    }
  }
  EXPECT_GT(seen, a.width * a.height / 2);
}

// The undistorted image must equal the image that the pinhole camera takes itself, for 8 and 16 bits.
TEST(Undistort, GivesThePictureOfThePinhole) {
  const CameraD camera = distorted_camera(), pinhole = pinhole_for(camera);
  const Undistorter undistorter(camera, pinhole);
  expect_equal_where_seen(undistorter.apply(image_of_pattern(camera)).value(), image_of_pattern(pinhole),
                          undistorter.mask(), 3);
  expect_equal_where_seen(undistorter.apply(image_of_pattern(camera, 2)).value(), image_of_pattern(pinhole, 2),
                          undistorter.mask(), 3 * 257);
}

TEST(Undistort, WorksForFisheye) {
  CameraD camera{.width = 64, .height = 64, .fx = 25, .fy = 25, .cx = 31.5, .cy = 31.5, .lens = Lens::equidistant};
  camera.k1 = 0.02;
  camera = with_limits(camera);
  const CameraD pinhole = pinhole_for(camera, 0.9);
  EXPECT_FALSE(pinhole.has_distortion());
  EXPECT_GT(pinhole.fx, 24);
  const Undistorter undistorter(camera, pinhole);
  expect_equal_where_seen(undistorter.apply(image_of_pattern(camera)).value(), image_of_pattern(pinhole),
                          undistorter.mask(), 6);
}

// theta (1 - 0.3 theta^2) grows up to theta = 1.054, where it is 0.703: beyond 17.6 px no direction is projected.
TEST(CircleMask, CoversPixelsWithoutADirection) {
  CameraD camera{.width = 64, .height = 48, .fx = 25, .fy = 25, .cx = 31.5, .cy = 23.5, .lens = Lens::equidistant};
  camera.k1 = -0.3;
  const Image mask = circle_mask(camera);
  ASSERT_EQ(mask.width, 64);
  ASSERT_EQ(mask.height, 48);
  for (int y = 0; y < 48; ++y) {
    for (int x = 0; x < 64; ++x) {
      const double radius = std::hypot(x - 31.5, y - 23.5);
      if (std::abs(radius - 17.57) < 0.1) continue;
      EXPECT_EQ(mask.sample(x, y, 0), radius < 17.57 ? 255 : 0) << x << " " << y;
    }
  }
  // Up to 180 degrees from the axis: every pixel of a fisheye without distortion has a direction.
  camera.k1 = 0;
  const Image all = circle_mask(camera);
  for (const uint8_t value : all.data) EXPECT_EQ(value, 255);
}

TEST(Undistort, WithoutDistortionPixelsKeepTheirValues) {
  const CameraD camera = pinhole_for(distorted_camera());
  const Image image = image_of_pattern(camera);
  for (const Sampling sampling : {Sampling::bilinear, Sampling::nearest}) {
    EXPECT_EQ(Undistorter(camera, camera).apply(image, sampling).value(), image);
  }
}

TEST(Undistort, SameWhateverTheThreadsAndWrongSizesAreErrors) {
  const CameraD camera = distorted_camera();
  const Image image = image_of_pattern(camera);
  const ScopedThreadCount one(1);
  const Image expected = Undistorter(camera, pinhole_for(camera)).apply(image).value();
  const ScopedThreadCount many(3);
  EXPECT_EQ(Undistorter(camera, pinhole_for(camera)).apply(image).value(), expected);
  EXPECT_EQ(Undistorter(camera, pinhole_for(camera)).apply(Image::make(3, 3, 1)).error().code,
            ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace gs::assets
