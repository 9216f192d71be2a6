// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/report/drive_figures.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "gs/core/format.h"

namespace gs::builder {
namespace {

constexpr double kStretch_m = 50;
constexpr std::size_t kLeastViewsInStretch = 3;

double mean_psnr(const RenderQuality& quality) {
  double sum = 0;
  for (const RenderedView& view : quality.views) sum += view.psnr_db;
  return sum / static_cast<double>(quality.views.size());
}

double percent(std::size_t part, std::size_t all) { return 100 * static_cast<double>(part) / static_cast<double>(all); }

}  // namespace

DistanceAlong::DistanceAlong(const Trajectory& path) {
  double driven = 0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const StampedPose& pose = path.poses()[i];
    if (i > 0) driven += norm(pose.map_from_body.translation - path.poses()[i - 1].map_from_body.translation);
    stamps_.push_back(pose.stamp);
    distances_.push_back(driven);
  }
}

double DistanceAlong::at(Timestamp t) const {
  if (stamps_.empty()) return 0;
  const auto after = std::ranges::upper_bound(stamps_, t);
  if (after == stamps_.begin()) return distances_.front();
  if (after == stamps_.end()) return distances_.back();
  const auto i = static_cast<std::size_t>(after - stamps_.begin());
  const double share = (t - stamps_[i - 1]).seconds() / (stamps_[i] - stamps_[i - 1]).seconds();
  return distances_[i - 1] + share * (distances_[i] - distances_[i - 1]);
}

double weakest_stretch_db(const RenderQuality& quality, const DistanceAlong& along, double length_m) {
  if (length_m < 2 * kStretch_m || quality.views.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::vector<std::pair<double, double>> views;  // distance, PSNR
  for (const RenderedView& view : quality.views) views.emplace_back(along.at(view.stamp), view.psnr_db);
  std::ranges::sort(views);
  const double mean = mean_psnr(quality);
  double worst = 0;
  // Each stretch begins at a view.
  for (std::size_t begin = 0, end = 0; begin < views.size(); ++begin) {
    while (end < views.size() && views[end].first <= views[begin].first + kStretch_m) ++end;
    if (end - begin < kLeastViewsInStretch) continue;
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) sum += views[i].second;
    worst = std::max(worst, mean - sum / static_cast<double>(end - begin));
  }
  return worst;
}

std::vector<JudgedFigure> judged_figures(const RenderQuality& quality, const GroundQuality& ground,
                                         const Node& refinement, const Trajectory& path) {
  std::vector<JudgedFigure> out;
  if (!quality.views.empty()) {
    out.push_back({Figure::psnr, mean_psnr(quality),
                   format("mean of {} {} images", quality.views.size(), quality.held_out ? "held-out" : "training")});
    const double weakest = weakest_stretch_db(quality, DistanceAlong(path), path.length_m());
    if (weakest == weakest) out.push_back({Figure::weakest_stretch, weakest, "mean PSNR of the images of 50 m"});
  }
  if (quality.depths > 0) {
    const std::string how = format("{} LiDAR points that a camera sees, 1 to 50 m", quality.depths);
    out.push_back({Figure::depth_share, 100 * quality.depth_within_10_percent, how});
    out.push_back({Figure::depth_error, quality.depth_median_abs_m, how});
  }
  if (ground.rmse_m) out.push_back({Figure::ground_error, *ground.rmse_m, "RMS along the path"});
  if (ground.poses > 0) {
    out.push_back({Figure::path_on_ground, percent(ground.over, ground.poses), format("{} poses", ground.poses)});
  }
  if (ground.occupied_share) {
    out.push_back({Figure::occupied_area, 100 * *ground.occupied_share,
                   format("{:.0f} m2, by the points of the static map", ground.drivable_m2)});
  }
  const double sweeps = refinement["registered_sweeps"].number_or(0);  // with the unmatched ones
  const double unmatched = refinement["unmatched_sweeps"].number_or(0);
  if (sweeps > 0) {
    out.push_back({Figure::unmatched_sweeps, 100 * unmatched / sweeps, "registration of all sweeps"});
  }
  return out;
}

}  // namespace gs::builder
