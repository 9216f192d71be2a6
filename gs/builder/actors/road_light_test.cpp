// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The sun of rendered drives: a car passes cameras beside a textured road, in the sun and under clouds.
#include "gs/builder/actors/road_light.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "gs/assets/image/png.h"
#include "gs/core/numbers/random.h"
#include "gs/core/parallel.h"
#include "gs/core/testing/temporary_folder.h"

namespace gs::builder {
namespace {

const Vec3d kCarSize{4.4, 1.8, 1.5};
constexpr world::SunLight kAfternoon{.azimuth_deg = 235, .elevation_deg = 35, .strength = 0.45};

// Drives along +x at 5 m/s for two seconds.
mapping::MovingObjectModel passing_car() {
  mapping::MovingObjectModel car;
  car.type = mapping::ObjectClass::car, car.size = kCarSize;
  for (int i = 0; i <= 4; ++i) {
    mapping::ObjectState state{.stamp = Timestamp::from_seconds(100 + 0.5 * i), .position_in_map = {2.5 * i, 0, 0}};
    state.v = 5;
    car.states.push_back(state);
  }
  car.phases = {{car.states.front().stamp, car.states.back().stamp, mapping::MotionKind::moving}};
  return car;
}

// Distance to the car along a ray; empty if it misses.
std::optional<double> way_to_car(Vec3d from, Vec3d direction, Timestamp time) {
  const double middle = 5 * (time - Timestamp::from_seconds(100)).seconds();
  if (middle < 0 || middle > 10) return std::nullopt;  // it is not there yet, or no longer
  const double low[3] = {middle - kCarSize.x / 2, -kCarSize.y / 2, 0},
               high[3] = {middle + kCarSize.x / 2, kCarSize.y / 2, kCarSize.z};
  const double o[3] = {from.x, from.y, from.z}, d[3] = {direction.x, direction.y, direction.z};
  double enter = 1e-6, leave = 1e9;
  for (int k = 0; k < 3; ++k) {
    const double a = (low[k] - o[k]) / d[k], b = (high[k] - o[k]) / d[k];
    enter = std::max(enter, std::min(a, b)), leave = std::min(leave, std::max(a, b));
  }
  return enter < leave ? std::optional(enter) : std::nullopt;
}

// Brightness of a ray [8-bit].
double look_at(Vec3d from, Vec3d direction, Timestamp time, const std::optional<world::SunLight>& sun) {
  if (way_to_car(from, direction, time)) return 30;
  if (direction.z > -0.01) return 220;
  const Vec3d at = from + direction * (-from.z / direction.z);
  Random texture(1, purpose("road"),
                 static_cast<uint64_t>(std::lround(at.x * 2 + 500) * 1000 + std::lround(at.y * 2 + 500)));
  const double road = 90 + 40 * texture.uniform();
  if (!sun) return road;
  const double azimuth = sun->azimuth_deg * kPi / 180, elevation = sun->elevation_deg * kPi / 180;
  const Vec3d to_sun{std::cos(elevation) * std::cos(azimuth), std::cos(elevation) * std::sin(azimuth),
                     std::sin(elevation)};
  return way_to_car(at, to_sun, time) ? road * (1 - sun->strength) : road;
}

class SunOfADrive : public ::testing::Test {
 protected:
  // A camera on each side of the road; each records ten times a second for six seconds.
  std::vector<RecordedCamera> record(const std::optional<world::SunLight>& sun) {
    std::vector<RecordedCamera> cameras;
    for (const double side : {-1.0, 1.0}) {
      RecordedCamera& camera = cameras.emplace_back();
      camera.lens.width = 160, camera.lens.height = 100;
      camera.lens.fx = camera.lens.fy = 100, camera.lens.cx = 80, camera.lens.cy = 50;
      camera.lens = with_limits(camera.lens);
      const Quaterniond base_from_optical{-0.5, 0.5, -0.5, 0.5};
      const Rigid3d pose{Quaterniond::from_rpy(0.0, 0.5, -side * kPi / 2) * base_from_optical, {5, 9 * side, 5}};
      for (int i = -20; i <= 40; ++i) {
        RecordedView view{.stamp = Timestamp::from_seconds(100 + 0.1 * i), .map_from_camera = pose};
        view.path = folder_ / format("{}_{}.png", side < 0 ? "right" : "left", i + 20);
        EXPECT_TRUE(assets::write_png(view.path, picture(camera.lens, view, sun)));
        camera.views.push_back(view);
      }
    }
    return cameras;
  }
  static assets::Image picture(const CameraD& lens, const RecordedView& view,
                               const std::optional<world::SunLight>& sun) {
    assets::Image image = assets::Image::make(lens.width, lens.height, 3);
    for (int y = 0; y < lens.height; ++y) {
      for (int x = 0; x < lens.width; ++x) {
        const Vec3d ray = view.map_from_camera.rotation * *unproject(lens, {x * 1.0, y * 1.0});
        const double value = look_at(view.map_from_camera.translation, ray, view.stamp, sun);
        std::fill_n(image.row(y) + 3 * x, 3, static_cast<uint8_t>(value));
      }
    }
    return image;
  }
  std::optional<world::SunLight> find(const std::vector<RecordedCamera>& cameras) {
    const std::vector<mapping::MovingObjectModel> cars{passing_car()};
    NoProgress quiet;
    auto sun = find_sun(
        cars, cameras, [](double, double) { return 0.0; }, {}, problems_, quiet);
    EXPECT_TRUE(sun) << to_string(sun.error());
    return sun ? *sun : std::nullopt;
  }
  TemporaryFolder folder_;
  Problems problems_;
};

TEST_F(SunOfADrive, IsFoundByTheShadowOfACar) {
  const auto cameras = record(kAfternoon);
  const auto sun = find(cameras);
  ASSERT_TRUE(sun);
  EXPECT_NEAR(sun->azimuth_deg, kAfternoon.azimuth_deg, 5);
  EXPECT_NEAR(sun->elevation_deg, kAfternoon.elevation_deg, 5);
  EXPECT_NEAR(sun->strength, kAfternoon.strength, 0.06);
  EXPECT_TRUE(problems_.empty());
  // Threads change nothing.
  for (const int threads : {1, 16}) {
    const ScopedThreadCount scope(threads);
    const auto again = find(cameras);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->strength, sun->strength);
  }
}

TEST_F(SunOfADrive, IsNotThereUnderClouds) { EXPECT_FALSE(find(record(std::nullopt))); }

TEST_F(SunOfADrive, ImagesThatCannotBeReadAreWarnings) {
  auto cameras = record(kAfternoon);
  fs::remove(cameras[0].views[30].path);
  EXPECT_TRUE(find(cameras));
  EXPECT_EQ(problems_.count(Severity::warning), 1u);
}

TEST_F(SunOfADrive, WithoutActorsOrImagesThereIsNone) {
  NoProgress quiet;
  const auto none = find_sun({}, {}, {}, {}, problems_, quiet);
  ASSERT_TRUE(none);
  EXPECT_FALSE(*none);
  EXPECT_FALSE(find({}));
}

}  // namespace
}  // namespace gs::builder
