// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/view_quality.h"

#include <algorithm>
#include <numeric>

namespace gs::splat::train {
namespace {

// Sums become means.
void to_mean(CameraQuality& quality) {
  if (quality.views == 0) return;
  quality.psnr_db /= static_cast<double>(quality.views), quality.ssim /= static_cast<double>(quality.views);
}

}  // namespace

// Adds to the camera of the view and to the total.
void QualitySummary::add(const TrainingView& view, const ImageMetrics& metrics, bool selects) {
  view_psnr_db_.push_back(metrics.psnr_db);
  CameraQuality unused;
  for (CameraQuality* quality : {&of(camera_of(view)), &all_, selects ? &selection_ : &unused}) {
    quality->psnr_db += metrics.psnr_db, quality->ssim += metrics.ssim;
    ++quality->views;
  }
}

void QualitySummary::add_depth_errors(const std::vector<float>& errors_m) {
  errors_.insert(errors_.end(), errors_m.begin(), errors_m.end());
}

CameraQuality& QualitySummary::of(std::string_view camera) {
  const auto found = std::find_if(cameras_.begin(), cameras_.end(), [&](auto& q) { return q.camera == camera; });
  if (found != cameras_.end()) return *found;
  return cameras_.emplace_back(CameraQuality{std::string(camera)});
}

Evaluation QualitySummary::finish(bool held_out) {
  Evaluation out{.held_out = held_out};
  to_mean(all_), to_mean(selection_);
  for (CameraQuality& camera : cameras_) to_mean(camera);
  out.psnr_db = all_.psnr_db, out.ssim = all_.ssim, out.views = all_.views;
  out.selection_psnr_db = selection_.views > 0 ? selection_.psnr_db : all_.psnr_db;
  out.view_psnr_db = std::move(view_psnr_db_);
  out.cameras = std::move(cameras_);
  out.depth_samples = errors_.size();
  if (errors_.empty()) return out;
  out.depth_error_m = std::accumulate(errors_.begin(), errors_.end(), 0.0) / static_cast<double>(errors_.size());
  // Median by partial sorting.
  const auto middle = errors_.begin() + static_cast<std::ptrdiff_t>(errors_.size() / 2);
  std::nth_element(errors_.begin(), middle, errors_.end());
  out.median_depth_error_m = static_cast<double>(*middle);
  return out;
}

}  // namespace gs::splat::train
