// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/camera_lidar/grey_spread.h"

#include <algorithm>
#include <cmath>

#include "gs/core/parallel.h"

namespace gs::mapping {
namespace {

// Two sights are enough: near points, which separate position from rotation, do not stay in sight for longer.
constexpr std::size_t kTracksPerBlock = 8000, kFewestTrackSights = 2;
// Residuals of grey ranks far above this are hidden points: Cauchy's function bounds their weight.
constexpr double kResidualScale = 0.1;

}  // namespace

PointTracks find_tracks(const CameraAlignment& alignment, const CameraAlignment::ViewList& views,
                        const CameraVector& unknowns, int level, std::size_t block) {
  // All visible points, one per pixel; sorted, so that a point is found quickly.
  CameraAlignment::Samples seen = alignment.select(views, unknowns, {.level = level});
  // Tracks begin in the view in the middle of a block: what it shows is likely to be seen on both sides of it.
  CameraAlignment::ViewList middle;
  for (std::size_t i = block / 2; i < views.size(); i += block) middle.push_back(views[i]);
  const CameraAlignment::Samples chosen =
      alignment.select(middle, unknowns, {.level = level, .cell_px = 2, .most = kTracksPerBlock});
  for (auto& points : seen) std::ranges::sort(points);
  PointTracks out{0, CameraAlignment::Samples(views.size()), std::vector<std::vector<uint32_t>>(views.size())};
  for (std::size_t m = 0; m < middle.size(); ++m) {
    const std::size_t begin = m * block, end = std::min(begin + block, views.size());
    for (const uint32_t point : chosen[m]) {
      std::vector<std::size_t> sights;
      for (std::size_t v = begin; v < end; ++v) {
        if (std::ranges::binary_search(seen[v], point)) sights.push_back(v);
      }
      if (sights.size() < kFewestTrackSights) continue;
      for (const std::size_t v : sights) {
        out.points[v].push_back(point);
        out.track[v].push_back(static_cast<uint32_t>(out.count));
      }
      ++out.count;
    }
  }
  return out;
}

SpreadEvaluation evaluate_spread(const CameraAlignment& alignment, const CameraAlignment::ViewList& views,
                                 const PointTracks& tracks, const CameraVector& unknowns, int level) {
  SpreadEvaluation out;
  if (tracks.count == 0) return out;
  std::vector<std::vector<CameraAlignment::Measured>> measured(views.size());
  parallel_for(
      views.size(),
      [&](std::size_t v) { measured[v] = alignment.measure(views[v], tracks.points[v], unknowns, level); }, 1);
  // Three passes: the means of the tracks need all views, the slopes of the tracks need the residuals of all views, and
  // only then does every value have its weight.
  std::vector<double> sum(tracks.count), sights(tracks.count), pull(tracks.count);
  for (std::size_t v = 0; v < views.size(); ++v) {
    for (std::size_t k = 0; k < measured[v].size(); ++k) {
      sum[tracks.track[v][k]] += double{measured[v][k].grey};
      sights[tracks.track[v][k]] += 1;
    }
  }
  // d(cost) / d(grey): the mean of a track moves with each of its values, so the mean slope of the track is subtracted.
  std::vector<std::vector<double>> weights(views.size());
  for (std::size_t v = 0; v < views.size(); ++v) {
    for (std::size_t k = 0; k < measured[v].size(); ++k) {
      const uint32_t track = tracks.track[v][k];
      const double r = double{measured[v][k].grey} - sum[track] / sights[track];
      const double scaled = r / kResidualScale;
      out.value += kResidualScale * kResidualScale * std::log1p(scaled * scaled);
      weights[v].push_back(2 * r / (1 + scaled * scaled));
      pull[track] += weights[v].back();
    }
  }
  out.of_view.resize(views.size());
  parallel_for(
      views.size(),
      [&](std::size_t v) {
        for (std::size_t k = 0; k < weights[v].size(); ++k) {
          weights[v][k] -= pull[tracks.track[v][k]] / sights[tracks.track[v][k]];
        }
        out.of_view[v] = alignment.gradient(views[v], measured[v], weights[v], unknowns, level);
      },
      1);
  return out;
}

}  // namespace gs::mapping
