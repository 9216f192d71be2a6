// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/initial_cloud/initial_cloud.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "gs/core/numbers/random.h"
#include "gs/core/parallel.h"
#include "gs/splat/api/rasterizer.h"
#include "gs/splat/kernel/sh.h"
#include "gs/splat/train/initial_cloud/importance.h"
#include "gs/splat/train/initial_cloud/point_cover.h"
#include "gs/splat/train/initial_cloud/surface_seeds.h"
#include "gs/splat/train/initial_cloud/view_sampling.h"

namespace gs::splat::train {
namespace {

constexpr double kSkyNear = 50, kSkyFar = 450;  // [m] range of the dome radius derived from the points
constexpr double kSkyBeyondM = 50;  // [m] the dome is at least this beyond twice the distance of the farthest camera
constexpr float kPatchSide = 0.2f;  // [m] side of the cubes in which points are averaged
constexpr float kUpright = 0.3f;    // a surface with a smaller |normal.z| is a wall
constexpr double kSeedNear = 3, kSeedFar = 80;  // [m] range of seeds without any point below
constexpr int kCellPx = 12;                     // [px] image cell that one point covers
constexpr std::size_t kSeedViews = 96;          // number of views that seeds come from, evenly spread
constexpr std::size_t kColorViews = 24;         // number of views that the sky's colours come from
constexpr std::size_t kSkyShare = 10;           // at most a tenth of the initial cloud is sky
constexpr double kPixelsEach = 60;              // training pixels per Gaussian: limits the surface seeds

Vec3d mean_position(const TrainingData& data) {
  Vec3d center{};
  for (const TrainingView& view : data.views) {
    center += view.map_from_camera.translation / static_cast<double>(data.views.size());
  }
  return center;
}

// Sky heuristic without a sky mask: bright and not reddish. Only decides where seeds are not worthwhile.
bool looks_like_sky(const uint8_t* rgb) {
  return rgb[2] + 4 >= rgb[0] && rgb[0] + rgb[1] + rgb[2] > 3 * 150 && rgb[2] > 165;
}

bool is_sky(const TrainingView& view, std::size_t pixel) {
  return view.sky.empty() ? looks_like_sky(&view.rgb8[3 * pixel]) : view.sky[pixel] != 0;
}

// Depth of a seed along its ray [m]: extends the plane of the wall below it in the same image column; else about the
// range of the point below; else log-uniform. `u` is uniform in 0..1.
double seed_range(const TrainingView& view, const PointCover::Cell& below, const std::vector<SurfacePatch>& patches,
                  Vec3d direction, double u) {
  if (!std::isfinite(below.range_m)) return kSeedNear * std::pow(kSeedFar / kSeedNear, u);
  const SurfacePatch& patch = patches[below.point];
  const auto range_below = static_cast<double>(below.range_m);
  // The plane is trusted only near the range of the point: a grazing ray meets it far away or behind the camera.
  if (std::abs(patch.normal.z) < kUpright) {
    const double range = range_to(patch, view.map_from_camera.translation, view.map_from_camera.rotation * direction);
    if (range > 0.7 * range_below && range < 2 * range_below) return range * (0.99 + 0.02 * u);
  }
  // Without a wall: 0.9 to 1.3 times the range below, as surfaces higher in the image are mostly farther away.
  return range_below * (0.9 + 0.4 * u);
}

// A seed at a random pixel; empty if a point covers the pixel, or it is sky or masked.
std::optional<ColoredPoint> seed_in(const TrainingView& view, const PointCover& cover,
                                    const std::vector<SurfacePatch>& patches, Random& random) {
  const auto x = static_cast<int>(random.below(static_cast<uint32_t>(view.camera.width)));
  const auto y = static_cast<int>(random.below(static_cast<uint32_t>(view.camera.height)));
  const double u = random.uniform();
  const auto pixel =
      static_cast<std::size_t>(y) * static_cast<std::size_t>(view.camera.width) + static_cast<std::size_t>(x);
  if (std::isfinite(cover.at_pixel(x, y).range_m) || is_sky(view, pixel)) return {};
  if (!view.mask.empty() && view.mask[pixel] == 0) return {};
  const auto direction = unproject(view.camera, {static_cast<double>(x), static_cast<double>(y)});
  if (!direction) return {};
  const uint8_t* rgb = &view.rgb8[3 * pixel];
  const double range = seed_range(view, cover.at_or_below(x, y), patches, *direction, u);
  return ColoredPoint{cast<float>(view.map_from_camera * (*direction * range)), rgb[0], rgb[1], rgb[2]};
}

// Colour of the images in the direction of a dome point: median over views of the pixels that are sky, or of all pixels
// if none is. Empty if no view shows it.
std::optional<std::array<double, 3>> color_seen(const std::vector<const TrainingView*>& views, Vec3d point) {
  std::array<std::vector<uint8_t>, 3> sky, all;
  for (const TrainingView* view : views) {
    const auto pixel = pixel_in(*view, view->map_from_camera.inverse() * point);
    if (!pixel) continue;
    const std::size_t i = pixel_index(*view, *pixel);
    if (!view->mask.empty() && view->mask[i] == 0) continue;
    for (std::size_t c = 0; c < 3; ++c) {
      if (is_sky(*view, i)) sky[c].push_back(view->rgb8[3 * i + c]);
      all[c].push_back(view->rgb8[3 * i + c]);
    }
  }
  std::array<std::vector<uint8_t>, 3>& chosen = sky[0].empty() ? all : sky;
  if (chosen[0].empty()) return {};
  std::array<double, 3> out{};
  for (std::size_t c = 0; c < 3; ++c) {
    const auto middle = chosen[c].begin() + static_cast<std::ptrdiff_t>(chosen[c].size() / 2);
    std::nth_element(chosen[c].begin(), middle, chosen[c].end());
    out[c] = *middle / 255.0;
  }
  return out;
}

}  // namespace

std::vector<ColoredPoint> seed_points(const TrainingData& data, const std::vector<SurfacePatch>& patches,
                                      std::size_t count, uint64_t seed) {
  const std::vector<const TrainingView*> views = spread_views(data, kSeedViews);
  if (views.empty() || count == 0) return {};
  const std::size_t tries = 2 * count / views.size() + 1;  // about half of the tries fail: covered or sky
  std::vector<std::vector<ColoredPoint>> found(views.size());
  parallel_for(
      views.size(),
      [&](std::size_t v) {
        const PointCover cover(*views[v], data.points, kCellPx);
        for (std::size_t k = 0; k < tries; ++k) {
          Random random(seed, purpose("seed_points"), static_cast<uint64_t>(v) << 32 | k);
          if (const auto point = seed_in(*views[v], cover, patches, random)) found[v].push_back(*point);
        }
      },
      1);
  std::vector<ColoredPoint> out;
  for (const auto& part : found) out.insert(out.end(), part.begin(), part.end());
  if (out.size() > count) out.resize(count);
  return out;
}

double sky_radius_m(const TrainingData& data) {
  if (data.sky_dome) return data.sky_dome->radius_m;
  const Vec3d middle = mean_position(data);
  double farthest = 0;
  for (const TrainingView& v : data.views) farthest = std::max(farthest, norm(v.map_from_camera.translation - middle));
  const double least = 2 * farthest + kSkyBeyondM;  // keeps every camera at least half a radius away from the dome
  const Vec3f center = cast<float>(middle);
  std::vector<float> distances;
  for (const ColoredPoint& p : data.points) {
    if (is_finite(p.position)) distances.push_back(norm(p.position - center));
  }
  if (distances.empty()) return std::max(kSkyFar, least);
  // 95th percentile of the distances: a few far points must not inflate the dome.
  const auto most = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() * 95 / 100);
  std::nth_element(distances.begin(), most, distances.end());
  return std::max(std::clamp(2.0 * static_cast<double>(*most), kSkyNear, kSkyFar), least);
}

// No ray inside the dome is longer than twice its radius; the rest is a margin.
double far_plane_m(double dome_radius_m) { return std::max(RenderSettings{}.far_m, 2.2 * dome_radius_m); }

Result<GaussianCloud> sky_cloud(const TrainingData& data, std::size_t gaussians, int sh_degree) {
  GS_TRY(GaussianCloud cloud,
         sky_dome({.gaussians = gaussians,
                   .sh_degree = sh_degree,
                   .center = cast<float>(data.sky_dome ? data.sky_dome->center : mean_position(data)),
                   .radius_m = sky_radius_m(data)}));
  // A Gaussian that no view shows keeps the colour of sky_dome().
  const std::vector<const TrainingView*> views = spread_views(data, kColorViews);
  const MutableCloudView view = cloud.view();
  parallel_for(
      cloud.size(),
      [&](std::size_t i) {
        const auto color = color_seen(views, cast<double>(view.position_of(i)));
        if (!color) return;
        const auto k = static_cast<std::size_t>(view.coefficients());
        for (std::size_t c = 0; c < 3; ++c) view.sh_of(i)[c * k] = static_cast<float>(((*color)[c] - 0.5) / kShC0);
      },
      64);
  return cloud;
}

Result<GaussianCloud> starting_cloud(const TrainingData& data, const TrainingOptions& options) {
  // 1. Budget: sky dome, seeds in areas without points, points.
  const LoopOptions& loop = options.training;
  const bool grows = loop.strategy != "none";
  const double share = grows ? loop.initial_share : 1.0;
  const auto first = static_cast<std::size_t>(std::max(1.0, share * static_cast<double>(loop.max_gaussians)));
  const std::size_t sky_count = std::min<std::size_t>(loop.sky_gaussians, first / kSkyShare);
  const std::size_t room = first - sky_count;  // at least nine tenths of `first`
  const auto seeds = static_cast<std::size_t>(loop.seed_share * static_cast<double>(room));
  // 2. Seeds where images show surfaces without points; without any points, half of the budget.
  std::vector<ColoredPoint> points = data.points;
  const bool without_points = points.empty();
  const std::vector<SurfacePatch> patches = surface_patches(data.points, kPatchSide);
  const std::vector<ColoredPoint> added = seed_points(data, patches, without_points ? room / 2 + 1 : seeds, loop.seed);
  // 3. Too many points: keep the most important ones.
  const std::size_t kept = room - std::min(room - 1, added.size());
  if (points.size() > kept) thin_points(points, kept, loop.seed, point_importance(data));
  // 4. Too few points: fill up with pixels projected on surfaces, as far as the images support more Gaussians.
  const auto supported = static_cast<std::size_t>(training_pixels(data) / kPixelsEach);
  if (grows && points.size() < std::min(kept, supported)) {
    const double more = loop.surface_share * static_cast<double>(std::min(kept, supported) - points.size());
    const std::vector<ColoredPoint> on_surfaces =
        surface_seeds(data, patches, static_cast<std::size_t>(more), loop.seed);
    points.insert(points.end(), on_surfaces.begin(), on_surfaces.end());
  }
  points.insert(points.end(), added.begin(), added.end());
  // 5. Gaussians for all of them, then the sky dome.
  GS_TRY(GaussianCloud cloud, initial_cloud(points, {.sh_degree = options.model.sh_degree,
                                                     .opacity = loop.initial_opacity,
                                                     .scale = loop.initial_scale,
                                                     .flat = true,
                                                     .max_gaussians = room,
                                                     .seed = loop.seed}));
  if (sky_count == 0) return cloud;
  GS_TRY(const GaussianCloud sky, sky_cloud(data, sky_count, options.model.sh_degree));
  return concatenate(std::as_const(cloud).view(), sky.view());
}

}  // namespace gs::splat::train
