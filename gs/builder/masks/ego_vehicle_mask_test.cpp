// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The mask of the ego vehicle covers a painted hood and is absent where nothing proves one.
#include "gs/builder/masks/ego_vehicle_mask.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "gs/builder/masks/mask_shapes.h"
#include "gs/core/numbers/random.h"

namespace gs::builder {
namespace {

constexpr int kWidth = 96, kHeight = 60;

// A level camera 1.5 m above a road, facing ahead (0) or to the left (pi / 2).
EgoVehicleMaskCamera camera_towards(double yaw_rad) {
  const Quaterniond base_from_optical{-0.5, 0.5, -0.5, 0.5};
  return {with_limits(CameraD{.width = kWidth, .height = kHeight, .fx = 60, .fy = 60, .cx = 47.5, .cy = 29.5}),
          Quaterniond::from_axis_angle({0, 0, 1}, yaw_rad) * base_from_optical};
}

// Appearance of the synthetic street.
struct Street {
  double grain = 30;     // [8-bit] texture of the asphalt
  bool lines = true;     // solid lines along the road, and a kerb
  double between_m = 2;  // between two images
};
using Hood = std::function<bool(int x, int y)>;

uint8_t byte(double value) { return static_cast<uint8_t>(std::clamp(value, 0.0, 255.0)); }

// Grey value of the street after `driven` metres.
double brightness(const EgoVehicleMaskCamera& camera, const Street& street, double driven, int x, int y) {
  const Vec3d ray = camera.base_from_camera * *unproject(camera.lens, {static_cast<double>(x), static_cast<double>(y)});
  const auto noise = [](double u, double v, double cell) {
    const auto i = static_cast<int64_t>(std::floor(u / cell)), j = static_cast<int64_t>(std::floor(v / cell));
    return Random(5, purpose("hood_test"), static_cast<uint64_t>(i * 100'003 + j + 1'000'000'000)).uniform(-1, 1);
  };
  if (ray.z >= 0) {
    return 150 + 60 * noise(std::atan2(ray.y, ray.x) + 0.01 * driven, ray.z / norm(ray), 0.05);
  }
  const double reach = -1.5 / ray.z;
  const double ahead = driven + reach * ray.x, left = reach * ray.y;
  if (std::fabs(left) > 4) return 130 + 50 * noise(ahead, left, 0.8);  // pavement
  if (street.lines && std::fabs(std::fabs(left) - 3) < 0.1) return 220;
  return 95 + street.grain * noise(ahead, left, 0.5);
}

// 24 images along the street with image noise; pixels of the hood do not change.
std::vector<assets::Image> drive(const EgoVehicleMaskCamera& camera, const Street& street, const Hood& hood) {
  std::vector<assets::Image> out;
  for (int k = 0; k < 24; ++k) {
    assets::Image& image = out.emplace_back(assets::Image::make(kWidth, kHeight, 3));
    for (int y = 0; y < kHeight; ++y) {
      for (int x = 0; x < kWidth; ++x) {
        Random random(6, purpose("hood_noise"), static_cast<uint64_t>((k * kHeight + y) * kWidth + x));
        const double value = hood(x, y) ? 40 + 0.2 * x : brightness(camera, street, k * street.between_m, x, y);
        for (int c = 0; c < 3; ++c) image.row(y)[3 * x + c] = byte(value + random.uniform(-2, 2));
      }
    }
  }
  return out;
}

bool nothing(int, int) { return false; }
// A rounded hood in the middle of the lower border.
bool bow(int x, int y) { return y > 48 + 0.006 * (x - 48) * (x - 48) && std::abs(x - 48) < 42; }

TEST(HoodMask, CoversAPaintedHoodAndLittleElse) {
  for (const double grain : {30.0, 0.0}) {  // also on asphalt without texture
    const EgoVehicleMaskCamera camera = camera_towards(0);
    const assets::Image mask = find_ego_vehicle(drive(camera, {.grain = grain}, bow), camera, {});
    ASSERT_FALSE(mask.empty()) << grain;
    int missed = 0, wrong = 0, area = 0;
    for (int y = 0; y < kHeight; ++y) {
      for (int x = 0; x < kWidth; ++x) {
        const bool covered = mask.row(y)[x] == 0;
        area += bow(x, y), missed += bow(x, y) && !covered, wrong += !bow(x, y) && covered;
      }
    }
    EXPECT_LT(missed, area / 50) << grain;
    EXPECT_LT(wrong, area / 2) << grain;
  }
}

// No false detections for any texture of the road and any direction of the camera.
TEST(HoodMask, ThereIsNoneWithoutAHood) {
  for (const double grain : {30.0, 8.0, 0.0}) {
    for (const bool lines : {true, false}) {
      for (const double yaw : {0.0, 1.5707963, -1.5707963, 3.1415926, 0.8}) {
        const EgoVehicleMaskCamera camera = camera_towards(yaw);
        const std::vector<assets::Image> pictures = drive(camera, {.grain = grain, .lines = lines}, nothing);
        EXPECT_TRUE(find_ego_vehicle(pictures, camera, {}).empty()) << grain << " " << lines << " " << yaw;
      }
    }
  }
}

TEST(HoodMask, ThereIsNoneWhileNothingMoves) {
  const EgoVehicleMaskCamera camera = camera_towards(0);
  EXPECT_TRUE(find_ego_vehicle(drive(camera, {.between_m = 0}, nothing), camera, {}).empty());
}

TEST(HoodMask, FewPicturesProveNothing) {
  const EgoVehicleMaskCamera camera = camera_towards(0);
  std::vector<assets::Image> pictures = drive(camera, {}, bow);
  pictures.resize(EgoVehicleMaskOptions{}.least_images - 1);
  EXPECT_TRUE(find_ego_vehicle(pictures, camera, {}).empty());
  EXPECT_TRUE(find_ego_vehicle({}, camera, {}).empty());
}

TEST(HoodMask, WhatReachesTheHorizonIsNoHood) {
  const EgoVehicleMaskCamera camera = camera_towards(0);
  const auto pole = [](int x, int y) { return x > 30 && x < 60 && y > 20; };
  EXPECT_TRUE(find_ego_vehicle(drive(camera, {}, pole), camera, {}).empty());
}

TEST(MaskShapes, AHullIsFilledAndADiscIsRound) {
  assets::Image mask = assets::Image::make(20, 20, 1);
  std::ranges::fill(mask.data, uint8_t{255});
  fill_hull(mask, {{2, 2}, {10, 2}, {2, 10}, {4, 4}, {3, 3}});
  EXPECT_EQ(mask.sample(3, 3, 0), 0);
  EXPECT_EQ(mask.sample(5, 7, 0), 0);
  EXPECT_EQ(mask.sample(6, 7, 0), 255);
  EXPECT_EQ(std::ranges::count(mask.data, uint8_t{0}), 45);
  std::ranges::fill(mask.data, uint8_t{255});
  fill_disc(mask, {10, 10}, 3);
  EXPECT_EQ(std::ranges::count(mask.data, uint8_t{0}), 29);
  fill_hull(mask, {{5, 5}, {6, 6}});  // no area
  fill_hull(mask, {});
  EXPECT_EQ(std::ranges::count(mask.data, uint8_t{0}), 29);
  fill_hull(mask, {{-1e9, -1e9}, {1e9, -1e9}, {0, 1e9}});
  EXPECT_EQ(std::ranges::count(mask.data, uint8_t{0}), 400);
}

}  // namespace
}  // namespace gs::builder
