// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/camera_lidar/lens_search.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gs/mapping/camera_lidar/camera_fit.h"

namespace gs::mapping {
namespace {

// Neighbouring values differ by 7 %, so that the edge of an image is off by at most 3 of 80 pixels at the best one.
constexpr int kFocalValues = 24;
constexpr int kSearchWidth_px = 160;  // images are halved while they are wider
constexpr std::size_t kSearchBlocks = 3, kSearchPoints = 100'000;
constexpr double kSearchRange_m = 60;  // points farther from all images are left out
// An information distance of N samples in 16 x 16 bins is too small by about 15 * 15 / (2 N) over the entropy of about
// 5 nats. A long focal length sees few points and must not win by that.
constexpr double kFewSamplesBias = 22;

// Half the resolution: means of 2 x 2 pixels.
GreyImage half_size(const GreyImage& image) {
  GreyImage out{image.width / 2, image.height / 2, {}};
  const auto width = static_cast<std::size_t>(image.width);
  out.pixels.reserve(static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height));
  for (std::size_t y = 0; y < static_cast<std::size_t>(out.height); ++y) {
    for (std::size_t x = 0; x < static_cast<std::size_t>(out.width); ++x) {
      const uint8_t* p = image.pixels.data() + 2 * y * width + 2 * x;
      const int sum = int{p[0]} + int{p[1]} + int{p[width]} + int{p[width + 1]};
      out.pixels.push_back(static_cast<uint8_t>((sum + 2) / 4));
    }
  }
  return out;
}

// Few small images in whole blocks, and points around them.
struct SmallScene {
  std::vector<CameraView> views;
  std::vector<MapPoint> points;
  double voxel_m = 0;
};

std::vector<CameraView> small_views(const CameraScene& scene) {
  const std::size_t blocks = scene.views.size() / kCameraBlock;
  const std::size_t step = std::max<std::size_t>(1, (blocks + kSearchBlocks - 1) / kSearchBlocks);
  std::vector<CameraView> out;
  for (std::size_t i = 0; i < scene.views.size(); ++i) {
    if (i / kCameraBlock % step != 0) continue;
    CameraView view = scene.views[i];
    while (view.image.width > kSearchWidth_px &&
           std::min(view.image.width, view.image.height) / 2 >= kSmallestCameraImage_px) {
      view.image = half_size(view.image);
    }
    out.push_back(std::move(view));
  }
  return out;
}

SmallScene small_scene(const CameraScene& scene) {
  SmallScene out{.views = small_views(scene)};
  std::vector<Vec3d> places;
  for (const CameraView& view : out.views) {
    if (const auto pose = scene.map_from_base->at(view.stamp)) places.push_back(pose->translation);
  }
  std::vector<uint32_t> near;
  for (std::size_t i = 0; i < scene.points.size(); ++i) {
    const bool is_near = std::ranges::any_of(
        places, [&](Vec3d place) { return norm(scene.points[i].position - place) < kSearchRange_m; });
    if (is_near) near.push_back(static_cast<uint32_t>(i));
  }
  const std::size_t stride = near.size() / kSearchPoints + 1;
  for (std::size_t i = 0; i < near.size(); i += stride) out.points.push_back(scene.points[near[i]]);
  // Points on surfaces: a quarter of them lie twice as far apart.
  out.voxel_m = scene.voxel_m * std::sqrt(static_cast<double>(stride));
  return out;
}

// A focal length [widths of the image] after a fit that began with one value, and how well it matches.
struct FocalMatch {
  double focal = 1, distance = 1e300;
};

FocalMatch match_of(const SmallScene& small, const CameraScene& scene, double focal) {
  const GreyImage& first = small.views.front().image;
  CameraScene own = scene;
  own.camera = centred_camera(first.width, first.height, focal * first.width);
  own.views = small.views, own.points = small.points, own.voxel_m = small.voxel_m;
  const CameraAlignment alignment(own);
  if (alignment.view_count() == 0 || alignment.level_count() == 0) return {focal};
  CameraAlignment::ViewList all(alignment.view_count());
  std::iota(all.begin(), all.end(), std::size_t{0});
  CameraMask free{};
  free[0] = free[1] = free[2] = free[kFirstLensUnknown] = true;
  // Without photo-consistency, which misleads far from the truth.
  const CameraFit fit(alignment, lens_prior(first.width), false);
  const CameraVector at = fit.from_afar(all, {}, free);
  const auto seen = alignment.select(all, at, {.level = 0, .cell_px = 2});
  const auto match = alignment.evaluate(all, seen, at, 0, false);
  const auto samples = std::max(1.0, static_cast<double>(match.samples));
  return {focal * std::exp(at[kFirstLensUnknown]), match.distance + kFewSamplesBias / samples};
}

}  // namespace

CameraD centred_camera(int width, int height, double focal_px) {
  CameraD camera;
  camera.width = width, camera.height = height;
  camera.fx = camera.fy = focal_px;
  camera.cx = 0.5 * (width - 1), camera.cy = 0.5 * (height - 1);
  return camera;
}

CameraVector lens_prior(int width) {
  constexpr double kTurn_rad = 0.009, kShift_m = 0.1, kTime_s = 0.03, kFocal = 0.1, kFirstRadial = 0.2,
                   kSecondRadial = 0.1;
  const double centre_px = 0.02 * width;
  return {kTurn_rad, kTurn_rad, kTurn_rad, kShift_m,  kShift_m,     kShift_m,
          kTime_s,   kFocal,    centre_px, centre_px, kFirstRadial, kSecondRadial};
}

Result<double> search_focal(const CameraScene& scene, Progress& progress) {
  const SmallScene small = small_scene(scene);
  if (small.views.empty()) return fail(ErrorCode::invalid_argument, "the search for a focal length needs an image");
  FocalMatch best;
  progress.begin("searching the focal length", static_cast<uint64_t>(kFocalValues), "values");
  for (int i = 0; i < kFocalValues; ++i) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "searching the focal length was stopped");
    const double focal = kShortestFocal * std::pow(kLongestFocal / kShortestFocal, i / (kFocalValues - 1.0));
    const FocalMatch match = match_of(small, scene, focal);
    if (match.distance < best.distance) best = match;
    progress.advance(static_cast<uint64_t>(i) + 1);
  }
  progress.finish();
  return best.focal;
}

}  // namespace gs::mapping
