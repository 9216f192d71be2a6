// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/initial_cloud/surface_seeds.h"

#include <cmath>

#include "gs/core/numbers/random.h"
#include "gs/core/parallel.h"
#include "gs/splat/train/initial_cloud/point_cover.h"
#include "gs/splat/train/initial_cloud/view_sampling.h"

namespace gs::splat::train {
namespace {

constexpr std::size_t kPixelViews = 240;  // number of views to draw pixels from, evenly spread
constexpr int kSeedCellPx = 6;            // [px] image cell of one point; the eight cells around it count too
// The plane is used if its range differs by less than this share from that of the point.
constexpr double kFarthest = 0.15;
constexpr std::size_t kTriesEach = 2;  // tries per seed: pixels of the sky and without a near point give none

// Range along a ray to the surface around a point [m]; the point's own range where the plane is not reliable.
double range_on_surface(const SurfacePatch& patch, double point_range, Vec3d origin, Vec3d direction) {
  const double range = range_to(patch, origin, direction);
  return std::abs(range / point_range - 1) < kFarthest ? range : point_range;
}

}  // namespace

std::vector<ColoredPoint> surface_seeds(const TrainingData& data, const std::vector<SurfacePatch>& patches,
                                        std::size_t count, uint64_t seed) {
  const std::vector<const TrainingView*> views = spread_views(data, kPixelViews);
  if (views.empty() || data.points.empty() || count == 0) return {};
  const std::size_t wanted = count / views.size() + 1;
  std::vector<std::vector<ColoredPoint>> found(views.size());
  parallel_for(
      views.size(),
      [&](std::size_t v) {
        const TrainingView& view = *views[v];
        const PointCover cover(view, data.points, kSeedCellPx);
        for (std::size_t k = 0; k < kTriesEach * wanted && found[v].size() < wanted; ++k) {
          // One random generator per try, so that the result does not depend on the threads.
          Random random(seed, purpose("surface_seeds"), static_cast<uint64_t>(v) << 32 | k);
          const auto x = static_cast<int>(random.below(static_cast<uint32_t>(view.camera.width)));
          const auto y = static_cast<int>(random.below(static_cast<uint32_t>(view.camera.height)));
          const auto pixel =
              static_cast<std::size_t>(y) * static_cast<std::size_t>(view.camera.width) + static_cast<std::size_t>(x);
          if ((!view.mask.empty() && view.mask[pixel] == 0) || (!view.sky.empty() && view.sky[pixel] != 0)) continue;
          const PointCover::Cell near = cover.nearest_around(x, y);
          const auto ray = unproject(view.camera, {static_cast<double>(x), static_cast<double>(y)});
          if (!std::isfinite(near.range_m) || !ray) continue;
          const Vec3d origin = view.map_from_camera.translation, direction = view.map_from_camera.rotation * *ray;
          const double range =
              range_on_surface(patches[near.point], static_cast<double>(near.range_m), origin, direction);
          const uint8_t* rgb = &view.rgb8[3 * pixel];
          found[v].push_back({cast<float>(origin + direction * range), rgb[0], rgb[1], rgb[2]});
        }
      },
      1);
  std::vector<ColoredPoint> out;
  for (const auto& part : found) out.insert(out.end(), part.begin(), part.end());
  if (out.size() > count) out.resize(count);
  return out;
}

}  // namespace gs::splat::train
