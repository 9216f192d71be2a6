// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/initial_cloud/importance.h"

#include <algorithm>
#include <cmath>

#include "gs/core/parallel.h"
#include "gs/splat/train/initial_cloud/nearest.h"
#include "gs/splat/train/initial_cloud/view_sampling.h"

namespace gs::splat::train {
namespace {

constexpr std::size_t kViews = 96;    // number of views examined, evenly spread
constexpr double kNearest = 4;        // [m] minimum distance used: few images show nearer surfaces
constexpr float kSpacingMost = 0.5f;  // [m] maximum size that a single point may represent
constexpr float kPlain = 0.03f;       // detail of a uniform surface
constexpr float kUnseen = 1e-6f;      // importance of a point that no view shows
constexpr int kReach = 2;             // [px] half width of the mean filter

// Mean of the colour channels, 0..1.
float brightness(const TrainingView& view, std::size_t pixel) {
  const uint8_t* rgb = &view.rgb8[3 * pixel];
  return static_cast<float>(rgb[0] + rgb[1] + rgb[2]) * (1.0f / 765.0f);
}

// Image detail, [height, width]: |gradient| of the brightness, averaged over 5 x 5 pixels. Gradients that touch masked
// pixels count as zero.
std::vector<float> detail_of(const TrainingView& view) {
  const int w = view.camera.width, h = view.camera.height;
  const auto index = [&](int x, int y) {
    return static_cast<std::size_t>(std::clamp(y, 0, h - 1)) * static_cast<std::size_t>(w) +
           static_cast<std::size_t>(std::clamp(x, 0, w - 1));
  };
  const auto keeps = [&](std::size_t i) { return view.mask.empty() || view.mask[i] != 0; };
  std::vector<float> gradient(view.rgb8.size() / 3), rows(gradient.size()), out(gradient.size());
  for (int y = 0; y < h; ++y) {
    for (int x = 0; x < w; ++x) {
      const float dx = brightness(view, index(x + 1, y)) - brightness(view, index(x - 1, y));
      const float dy = brightness(view, index(x, y + 1)) - brightness(view, index(x, y - 1));
      const bool kept = keeps(index(x, y)) && keeps(index(x + 1, y)) && keeps(index(x - 1, y)) &&
                        keeps(index(x, y + 1)) && keeps(index(x, y - 1));
      gradient[index(x, y)] = kept ? std::sqrt(dx * dx + dy * dy) : 0.0f;
    }
  }
  const auto blur = [&](const std::vector<float>& from, std::vector<float>& to, bool across) {
    for (int y = 0; y < h; ++y) {
      for (int x = 0; x < w; ++x) {
        float sum = 0;
        for (int k = -kReach; k <= kReach; ++k) sum += from[across ? index(x + k, y) : index(x, y + k)];
        to[index(x, y)] = sum / (2 * kReach + 1);
      }
    }
  };
  blur(gradient, rows, true);
  blur(rows, out, false);
  return out;
}

}  // namespace

std::vector<float> point_importance(const TrainingData& data) {
  // 1. Detail images of a subset of the views.
  const std::vector<const TrainingView*> views = spread_views(data, kViews);
  std::vector<std::vector<float>> detail(views.size());
  std::vector<Rigid3d> camera_from_map(views.size());
  parallel_for(
      views.size(),
      [&](std::size_t v) {
        detail[v] = detail_of(*views[v]);
        camera_from_map[v] = views[v]->map_from_camera.inverse();
      },
      1);
  // 2. Size of each point: the distance to its neighbours.
  std::vector<Vec3f> positions;
  for (const ColoredPoint& p : data.points) positions.push_back(is_finite(p.position) ? p.position : Vec3f{});
  const std::vector<LocalSurface> surfaces = local_surfaces(positions);
  // 3. Importance: area in pixels times detail, in the best view. Occlusion is ignored.
  std::vector<float> out(data.points.size(), kUnseen);
  parallel_for(out.size(), [&](std::size_t i) {
    const float spacing = std::min(surfaces[i].spacing_m, kSpacingMost);
    for (std::size_t v = 0; v < views.size(); ++v) {
      const Vec3d p = camera_from_map[v] * cast<double>(positions[i]);
      const auto pixel = pixel_in(*views[v], p);
      if (!pixel || !keeps_pixel(*views[v], *pixel)) continue;
      const double side_px = static_cast<double>(spacing) * views[v]->camera.fx / std::max(norm(p), kNearest);
      const float seen = detail[v][pixel_index(*views[v], *pixel)] + kPlain;
      out[i] = std::max(out[i], static_cast<float>(side_px * side_px) * seen);
    }
  });
  return out;
}

}  // namespace gs::splat::train
