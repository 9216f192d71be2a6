// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Synthetic cameras: projection of truth points, shutter, exposure and noise.
#include "gs/synth/sensors/camera_sensor.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdlib>

#include "gs/assets/image/png.h"
#include "gs/core/file.h"
#include "gs/core/parallel.h"

namespace gs::synth {
namespace {

// One street for all tests, because building it takes most of the time.
Scene& scene() {
  static Scene made = *Scene::make({.length_m = 200}, true);
  return made;
}

// Camera 1.5 m above the lane, looking along it.
Rigid3d view(double s, double turned = 0) {
  const Road& road = scene().street().road;
  Vec3d at = road.ground(s, -1.6);
  at.z += 1.5;
  const Quaterniond optical = to_quaternion(Mat3d{{{0, 0, 1}, {-1, 0, 0}, {0, -1, 0}}});
  return {Quaterniond::from_rpy(0, 0.05, road.at(s).heading_rad + turned) * optical, at};
}

CameraD camera(int width, int height, double focal) {
  CameraD c{
      .width = width, .height = height, .fx = focal, .fy = focal, .cx = width / 2.0 - 0.5, .cy = height / 2.0 - 0.5};
  return c;
}

// Pinhole, radtan, rational and equidistant cameras.
std::vector<CameraD> every_model() {
  CameraD radtan = camera(320, 180, 170), rational = radtan, fisheye = camera(320, 180, 110);
  radtan.k1 = -0.11, radtan.k2 = 0.03, radtan.p1 = 0.001, radtan.p2 = -0.0008;
  rational.k1 = 0.2, rational.k2 = 0.01, rational.k4 = 0.3, rational.k5 = 0.03, rational.p1 = 0.0005;
  fisheye.lens = Lens::equidistant, fisheye.k1 = -0.02, fisheye.k2 = 0.003;
  return {with_limits(camera(320, 180, 170)), with_limits(radtan), with_limits(rational), with_limits(fisheye)};
}

TEST(CameraSensor, TruthPointsProjectToTheirPixelsForEveryModel) {
  ASSERT_TRUE(scene().set_interval(0, 0));
  const Road& road = scene().street().road;
  for (const CameraD& model : every_model()) {
    const CameraSensor sensor(model);
    const Rigid3d pose = view(20);
    const CameraFrame frame = sensor.take(scene(), {&pose, 1}, {}, 1, true);
    int on_road = 0;
    double worst_px = 0;
    for (int y = 0; y < model.height; ++y) {
      for (int x = 0; x < model.width; ++x) {
        const auto i = static_cast<std::size_t>(y * model.width + x);
        const auto ray = unproject(model, {static_cast<double>(x), static_cast<double>(y)});
        if (!ray || !std::isfinite(frame.depth_m[i]) || frame.instance[i] != 0) continue;
        const Vec3d in_map = pose * (*ray * (double{frame.depth_m[i]} / ray->z));
        const RoadCoordinates c = road.locate({in_map.x, in_map.y});
        if (std::fabs(c.d) > 3.0 || frame.depth_m[i] > 40) continue;
        // The true road point at this depth, projected by the camera model, must fall on this pixel.
        const Vec3d truth{in_map.x, in_map.y, road.ground_height(c)};
        const Vec2d pixel = project(model, pose.inverse() * truth);
        worst_px = std::max(worst_px, norm(pixel - Vec2d{static_cast<double>(x), static_cast<double>(y)}));
        ++on_road;
      }
    }
    EXPECT_GT(on_road, 1000);
    EXPECT_LT(worst_px, 0.1);
  }
}

TEST(CameraSensor, SameImageWhateverTheThreadCount) {
  const CameraSensor sensor(every_model()[1]);
  const Rigid3d pose = view(60);
  const auto run = [&](int threads) {
    const ScopedThreadCount scope(threads);
    return sensor.take(scene(), {&pose, 1}, {}, 7).rgb;
  };
  EXPECT_EQ(run(1), run(3));
}

TEST(CameraSensor, RollingShutterSkewsMovingObjects) {
  const CameraSensor sensor(every_model()[0]);
  std::vector<Rigid3d> poses;
  // The camera moves 2 m during the readout: the first row is that of the first pose, the last row that of the last.
  for (int row = 0; row < 180; ++row) poses.push_back(view(20 + 2.0 * row / 179));
  const CameraFrame rolled = sensor.take(scene(), poses, {.noise = 0, .smooth_edges = false}, 1);
  const CameraFrame first = sensor.take(scene(), {&poses.front(), 1}, {.noise = 0, .smooth_edges = false}, 1);
  const CameraFrame last = sensor.take(scene(), {&poses.back(), 1}, {.noise = 0, .smooth_edges = false}, 1);
  const auto row_equal = [&](const assets::Image& a, const assets::Image& b, int y) {
    return std::equal(a.row(y), a.row(y) + a.row_bytes(), b.row(y));
  };
  EXPECT_TRUE(row_equal(rolled.rgb, first.rgb, 0));
  EXPECT_FALSE(row_equal(rolled.rgb, first.rgb, 179));
  EXPECT_TRUE(row_equal(rolled.rgb, last.rgb, 179));
}

TEST(CameraSensor, ExposureNoiseAndVignettingHaveTheirEffect) {
  const CameraSensor sensor(every_model()[0]);
  const Rigid3d pose = view(20);
  const auto mean = [](const assets::Image& image) {
    double sum = 0;
    for (const uint8_t x : image.data) sum += x;
    return sum / static_cast<double>(image.data.size());
  };
  const assets::Image plain = sensor.take(scene(), {&pose, 1}, {.noise = 0, .vignetting = 0}, 1).rgb;
  EXPECT_GT(mean(sensor.take(scene(), {&pose, 1}, {.exposure = 1.5, .noise = 0, .vignetting = 0}, 1).rgb),
            mean(plain) + 5);
  EXPECT_LT(mean(sensor.take(scene(), {&pose, 1}, {.noise = 0, .vignetting = 0.6}, 1).rgb), mean(plain) - 3);
  // Noise of deviation 4 in dark pixels is up to 8 in bright ones.
  const assets::Image noisy = sensor.take(scene(), {&pose, 1}, {.noise = 4, .vignetting = 0}, 1).rgb;
  double sum = 0;
  for (std::size_t i = 0; i < plain.data.size(); ++i) sum += square(static_cast<double>(plain.data[i]) - noisy.data[i]);
  const double deviation = std::sqrt(sum / static_cast<double>(plain.data.size()));
  EXPECT_GT(deviation, 4);
  EXPECT_LT(deviation, 8);
}

// With few rays per pixel, fine textures alias; more rays must come closer to the pixel's mean.
TEST(CameraSensor, MoreRaysAliasLess) {
  const CameraD camera = scaled(every_model()[0], 160, 90);
  const Rigid3d pose = view(20);
  const ImagingOptions plain{.noise = 0, .vignetting = 0};
  // Reference with 64 rays per pixel: four images of 16 rays, shifted by a quarter pixel.
  std::vector<double> mean(3 * 160 * 90);
  for (const double dx : {-0.25, 0.25}) {
    for (const double dy : {-0.25, 0.25}) {
      CameraD moved = camera;
      moved.cx += dx, moved.cy += dy;
      const assets::Image image = CameraSensor(moved, 16).take(scene(), {&pose, 1}, plain, 1).rgb;
      for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += 0.25 * image.data[i];
    }
  }
  const auto error = [&](int samples) {
    const assets::Image image = CameraSensor(camera, samples).take(scene(), {&pose, 1}, plain, 1).rgb;
    double sum = 0;
    for (std::size_t i = 0; i < mean.size(); ++i) sum += square(image.data[i] - mean[i]);
    return sum;
  };
  EXPECT_LT(error(4), 0.7 * error(1));
  EXPECT_LT(error(16), 0.5 * error(4));
}

// Mean Sobel magnitude of the grey image, a measure of texture.
double mean_sobel(const assets::Image& image) {
  const auto luma = [&](int x, int y) {
    const uint8_t* p = image.row(y) + static_cast<std::size_t>(x * image.channels);
    return image.channels < 3 ? double{p[0] * 1.0} : std::round(0.299 * p[0] + 0.587 * p[1] + 0.114 * p[2]);
  };
  double sum = 0;
  for (int y = 1; y + 1 < image.height; ++y) {
    for (int x = 1; x + 1 < image.width; ++x) {
      const double gx = luma(x + 1, y - 1) + 2 * luma(x + 1, y) + luma(x + 1, y + 1) - luma(x - 1, y - 1) -
                        2 * luma(x - 1, y) - luma(x - 1, y + 1);
      const double gy = luma(x - 1, y + 1) + 2 * luma(x, y + 1) + luma(x + 1, y + 1) - luma(x - 1, y - 1) -
                        2 * luma(x, y - 1) - luma(x + 1, y - 1);
      sum += std::sqrt(gx * gx + gy * gy);
    }
  }
  return sum / ((image.width - 2.0) * (image.height - 2.0));
}

// Skipped without real images.
TEST(CameraSensor, TextureIsAsRichAsThatOfRealStreets) {
  const char* data = std::getenv("GS_TEST_DATA");
  if (data == nullptr) GTEST_SKIP() << "GS_TEST_DATA is not set: no real images to compare with";
  const fs::path folder = fs::path(data) / "drives/kitti_raw_0009/2011_09_26/2011_09_26_drive_0009_sync/image_02/data";
  double real = 0;
  int count = 0;
  for (const char* name : {"0000000014.png", "0000000022.png", "0000000030.png", "0000000038.png"}) {
    const auto image = assets::read_png(folder / name);
    if (!image) GTEST_SKIP() << "no images in " << folder;
    real += mean_sobel(*image);
    ++count;
  }
  real /= count;
  // The same image size and focal length, four samples per pixel, no noise: only the texture matters.
  const CameraSensor sensor(with_limits(camera(1242, 375, 721.5)), 4);
  double synthetic = 0;
  for (const double s : {10.0, 60.0, 110.0, 150.0}) {
    const Rigid3d pose = view(s);
    synthetic += 0.25 * mean_sobel(sensor.take(scene(), {&pose, 1}, {.noise = 0}, 1).rgb);
  }
  std::printf("mean Sobel magnitude: synthetic %.1f, KITTI %.1f (%.0f %%)\n", synthetic, real, 100 * synthetic / real);
  EXPECT_GE(synthetic, 0.8 * real);
}

}  // namespace
}  // namespace gs::synth
