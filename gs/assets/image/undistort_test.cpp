// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// An undistorted image equals the image of a pinhole camera, for every camera model and thread count.
#include "gs/assets/image/undistort.h"

#include <gtest/gtest.h>

#include <algorithm>
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

// An omni camera of 185 degrees, with tangential distortion that no equidistant model has.
OmniCamera omni_camera() {
  return {.width = 400,
          .height = 380,
          .xi = 2.2,
          .gamma_x = 370,
          .gamma_y = 372,
          .cx = 203,
          .cy = 187,
          .k1 = 0.017,
          .k2 = 1.65,
          .p1 = 0.02,
          .p2 = -0.015};
}

// A smooth pattern on the unit sphere, 20 to 220.
double pattern(Vec3d d) { return 120 + 100 * std::sin(9 * d.x) * std::sin(8 * d.y + 1) * std::cos(5 * d.z); }

// What the omni camera records: the direction of a pixel by Newton's method with central differences.
Image record(const OmniCamera& camera) {
  Image out = Image::make(camera.width, camera.height, 1);
  const CameraD start = fit_equidistant(camera)->camera;
  const auto ray_at = [](Vec2d angles) {
    const double theta = norm(angles);
    return theta < 1e-12
               ? Vec3d{0, 0, 1}
               : Vec3d{std::sin(theta) * angles.x / theta, std::sin(theta) * angles.y / theta, std::cos(theta)};
  };
  for (int y = 0; y < camera.height; ++y) {
    for (int x = 0; x < camera.width; ++x) {
      const auto first = unproject(start, {static_cast<double>(x), static_cast<double>(y)});
      if (!first) continue;
      const double theta = std::acos(first->z), across = std::max(std::hypot(first->x, first->y), 1e-12);
      Vec2d a{first->x / across * theta, first->y / across * theta};
      for (int i = 0; i < 20; ++i) {
        constexpr double h = 1e-6;
        const auto p = project(camera, ray_at(a)), px = project(camera, ray_at({a.x + h, a.y}));
        const auto py = project(camera, ray_at({a.x, a.y + h}));
        if (!p || !px || !py) break;
        if (std::hypot(p->x - x, p->y - y) < 1e-8) break;
        const Vec2d e{p->x - x, p->y - y}, u = (*px - *p) * (1 / h), v = (*py - *p) * (1 / h);
        const double det = u.x * v.y - u.y * v.x;
        a = {a.x - (e.x * v.y - e.y * v.x) / det, a.y - (u.x * e.y - u.y * e.x) / det};
      }
      const auto back = project(camera, ray_at(a));
      if (!back || std::hypot(back->x - x, back->y - y) > 1e-6) continue;
      out.row(y)[x] = static_cast<uint8_t>(pattern(ray_at(a)) + 0.5);
    }
  }
  return out;
}

// Resampled images show what an equidistant camera would have recorded, tangential part included.
TEST(Undistort, OmniImagesBecomeThoseOfAnEquidistantCamera) {
  const OmniCamera omni = omni_camera();
  EXPECT_GT(fit_equidistant(omni)->most_error_px, 1);  // not without resampling
  const CameraD ideal = ideal_equidistant(omni).value();
  const Undistorter undistorter(omni, ideal);
  const Image image = undistorter.apply(record(omni)).value(), mask = undistorter.mask();
  ASSERT_EQ(image.width, ideal.width);
  double squared = 0, most = 0;
  std::size_t seen = 0;
  for (int y = 0; y < ideal.height; ++y) {
    for (int x = 0; x < ideal.width; ++x) {
      if (mask.row(y)[x] == 0) continue;  // RimsRepeatTheNearestSeenPixel
      const double off = image.row(y)[x] - pattern(*unproject(ideal, {static_cast<double>(x), static_cast<double>(y)}));
      squared += off * off, most = std::max(most, std::abs(off)), ++seen;
    }
  }
  ASSERT_GT(seen, 100'000u);
  EXPECT_GT(10 * std::log10(255 * 255 * static_cast<double>(seen) / squared), 45);  // PSNR [dB]
  EXPECT_LT(most, 6);
}

// Beyond the rim unseen pixels are black; of depth and masks also those of the rim.
TEST(Undistort, RimsRepeatTheNearestSeenPixel) {
  const CameraD camera{.width = 64, .height = 48, .fx = 40, .fy = 40, .cx = 31.5, .cy = 23.5};
  CameraD wide = camera;  // sees 20 px more on the left, 30 more above
  wide.width = 84, wide.height = 78, wide.cx += 20, wide.cy += 30;
  const Undistorter undistorter(camera, wide);
  Image image = Image::make(64, 48, 1);
  for (int y = 0; y < 48; ++y) {
    for (int x = 0; x < 64; ++x) image.row(y)[x] = static_cast<uint8_t>(50 + 2 * x + y);
  }
  const Image out = undistorter.apply(image).value();
  const Image nearest = undistorter.apply(image, Sampling::nearest).value(), mask = undistorter.mask();
  for (int y = 0; y < 78; ++y) {
    for (int x = 0; x < 84; ++x) {
      const bool seen = x >= 20 && y >= 30, rim = x >= 4 && y >= 14;
      const int value = image.row(std::max(y - 30, 0))[std::max(x - 20, 0)];
      EXPECT_EQ(mask.row(y)[x], seen ? 255 : 0) << x << " " << y;
      EXPECT_EQ(out.row(y)[x], rim ? value : 0) << x << " " << y;
      EXPECT_EQ(nearest.row(y)[x], seen ? value : 0) << x << " " << y;
    }
  }
}

// Without distortion and with xi = 1 the radius is 200 tan(theta / 2): 100 degrees lie 238 px from the centre, inside
// the recorded image, and are a circle of 174.5 px in the resampled one.
TEST(Undistort, OmniMaskIsTheImageCircle) {
  const OmniCamera wide{.width = 501, .height = 501, .xi = 1, .gamma_x = 200, .gamma_y = 200, .cx = 250, .cy = 250};
  const CameraD ideal = ideal_equidistant(wide).value();
  const Image mask = Undistorter(wide, ideal).mask();
  const auto seen = static_cast<double>(std::ranges::count(mask.data, uint8_t{255}));
  const double radius = ideal.fx * kWidestOmni_rad;
  EXPECT_NEAR(seen, kPi * radius * radius, 0.01 * kPi * radius * radius);
  EXPECT_EQ(mask.row(0)[0], 0);
  EXPECT_EQ(mask.row(ideal.height / 2)[ideal.width / 2], 255);
}

TEST(Undistort, OmniBytesDoNotDependOnThreadsOrMemory) {
  const OmniCamera omni = scaled(omni_camera(), 120, 114);
  const CameraD ideal = ideal_equidistant(omni).value();
  Image recorded = Image::make(omni.width, omni.height, 3);
  for (std::size_t i = 0; i < recorded.data.size(); ++i) recorded.data[i] = static_cast<uint8_t>(i * 2654435761u >> 24);
  const Image expected = Undistorter(omni, ideal).apply(recorded).value();
  for (const int threads : {1, 2, 5}) {
    const ScopedThreadCount scoped(threads);
    const Undistorter undistorter(omni, ideal);
    Image reuse = Image::make(ideal.width + 3, ideal.height, 4);
    std::fill(reuse.data.begin(), reuse.data.end(), uint8_t{77});
    const uint8_t* memory = reuse.data.data();
    const Image image = undistorter.apply(view_of(recorded), std::move(reuse)).value();
    EXPECT_TRUE(image == expected) << threads;
    EXPECT_EQ(image.data.data(), memory);
  }
  const Undistorter undistorter(omni, ideal);
  recorded.width = 119;
  EXPECT_FALSE(undistorter.apply(view_of(recorded), Image{}));
}

}  // namespace
}  // namespace gs::assets
