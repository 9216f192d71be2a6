// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/camera_lidar/camera_lidar.h"

#include <algorithm>
#include <cmath>

#include "gs/core/format.h"
#include "gs/mapping/camera_lidar/camera_fit.h"
#include "gs/mapping/camera_lidar/camera_judge.h"

namespace gs::mapping {
namespace {

constexpr std::size_t kFewestSamples = 20'000;
// Systematic errors that the scatter of the images does not show: hidden points, voxels, rows of pixels. On synthetic
// drives a rotation against a shift along the road is left, by up to 0.06 deg and 2 cm, in the same direction in all.
constexpr double kFloorRotation_rad = 0.03 * kPi / 180, kFloorTranslation_m = 0.01, kFloorTime_s = 0.5e-3;
// Unknowns with a larger uncertainty are not changed.
constexpr double kMostSigmaRotation_rad = 0.1 * kPi / 180, kMostSigmaTranslation_m = 0.03, kMostSigmaTime_s = 0.01;
// An unknown that differs from 0 by fewer standard deviations is not changed.
constexpr double kSignificant = 3;
// Halves that differ by more contradict each other.
constexpr double kMostApartRotation_rad = 0.1 * kPi / 180, kMostApartTranslation_m = 0.05, kMostApartTime_s = 0.008;

CameraVector by_kind(double rotation, double translation, double time, double focal, double centre_px, double radial) {
  return {rotation, rotation, rotation,  translation, translation, translation,
          time,     focal,    centre_px, centre_px,   radial,      radial};
}

// Views of even or odd blocks.
CameraAlignment::ViewList half_of(std::size_t count, std::size_t which) {
  CameraAlignment::ViewList out;
  for (std::size_t i = 0; i < count; ++i) {
    if (i / kCameraBlock % 2 == which) out.push_back(i);
  }
  return out;
}

CameraMask mask_of(const CameraLidarOptions& o) {
  CameraMask mask{};
  for (std::size_t i = 0; i < 3; ++i) mask[i] = o.rotation, mask[3 + i] = o.translation;
  mask[kTimeUnknown] = o.time;
  for (std::size_t i = kFirstLensUnknown; i < kCameraUnknowns; ++i) mask[i] = o.lens;
  return mask;
}

bool any_free(const CameraMask& mask) {
  return std::ranges::any_of(mask, [](bool free) { return free; });
}

// An estimate with the unknowns that are free in it.
struct FreeEstimate {
  CameraMask free{};
  CameraVector value{}, sigma{};
  double clock_s = 0, clock_sigma_s = 0;  // while it was free
};

// Fixes rotation, translation or time: the one that differs least from 0, if none of its axes is significant. An axis
// alone is not fixed, because the others would take its place. False if all that is free is significant.
bool fix_least_significant(FreeEstimate& out) {
  const CameraVector floor = by_kind(kFloorRotation_rad, kFloorTranslation_m, kFloorTime_s, 1e-3, 0.3, 1e-3);
  double least = kSignificant;
  std::size_t worst = kFirstLensUnknown;
  for (std::size_t begin = 0; begin < kFirstLensUnknown; begin += 3) {
    double most = -1;
    for (std::size_t i = begin; i < std::min(begin + 3, kFirstLensUnknown); ++i) {
      if (out.free[i]) most = std::max(most, std::abs(out.value[i]) / std::hypot(out.sigma[i], floor[i]));
    }
    if (most >= 0 && most < least) least = most, worst = begin;
  }
  for (std::size_t i = worst; i < std::min(worst + 3, kFirstLensUnknown); ++i) out.free[i] = false;
  return worst < kFirstLensUnknown;
}

// Fits the views, and fixes unknowns that they do not show or that do not differ from 0, until all free ones are
// significant.
FreeEstimate fit_significant(const CameraFit& fit, const CameraAlignment::ViewList& views, const CameraMask& wanted) {
  FreeEstimate out{.free = wanted};
  const CameraVector limit = by_kind(kMostSigmaRotation_rad, kMostSigmaTranslation_m, kMostSigmaTime_s, 0.02, 10, 0.1);
  out.value = fit.from_afar(views, {}, out.free);
  while (any_free(out.free)) {
    out.sigma = fit.sigma(views, out.value, out.free);
    if (out.free[kTimeUnknown]) out.clock_s = out.value[kTimeUnknown], out.clock_sigma_s = out.sigma[kTimeUnknown];
    // The least visible unknown, translations first: they are the ones that others can stand for.
    std::size_t worst = kCameraUnknowns;
    double most = 1;
    for (std::size_t i = 0; i < kCameraUnknowns; ++i) {
      const double ratio = out.sigma[i] / limit[i] * (i >= 3 && i < 6 ? 3 : 1);
      if (out.free[i] && out.sigma[i] > limit[i] && ratio > most) most = ratio, worst = i;
    }
    if (worst < kCameraUnknowns) {
      out.free[worst] = false;
    } else if (!fix_least_significant(out)) {
      return out;
    }
    for (std::size_t i = 0; i < kCameraUnknowns; ++i) {
      if (!out.free[i]) out.value[i] = out.sigma[i] = 0;
    }
    out.value = fit.close_by(views, out.value, out.free);
  }
  return {.clock_s = out.clock_s, .clock_sigma_s = out.clock_sigma_s};
}

// Empty if the two halves agree, else the unknown that differs most.
std::string disagreement(const CameraVector& a, const CameraVector& b, const CameraVector& sigma) {
  const CameraVector limit = by_kind(kMostApartRotation_rad, kMostApartTranslation_m, kMostApartTime_s, 0.02, 15, 0.2);
  for (std::size_t i = 0; i < kCameraUnknowns; ++i) {
    // Two halves differ by sqrt(2) sqrt(2) standard deviations of the whole.
    if (std::abs(a[i] - b[i]) > std::max(limit[i], 6 * sigma[i])) {
      return format("two halves of the drive disagree about {}", name_of_unknown(i));
    }
  }
  return {};
}

// Decides whether the estimate is taken.
void decide(const CameraJudgement& judged, const std::string& contradiction, CameraLidarResult& out) {
  out.before = judged.before / std::max(judged.comparisons, 1);
  out.after = judged.after / std::max(judged.comparisons, 1);
  out.share_better = judged.share_better();
  out.gain_sigmas = CameraJudgement::in_sigmas(judged.gains);
  const double blocks = std::max<double>(1, static_cast<double>(judged.spread_gains.size()));
  out.spread_before = std::sqrt(judged.spread_before / blocks);
  out.spread_after = std::sqrt(judged.spread_after / blocks);
  out.judging_views = judged.gains.size();
  if (!contradiction.empty()) {
    out.reason = contradiction;
  } else if (out.gain_sigmas < 3 || out.share_better < 0.7) {
    out.reason = "images kept aside do not match significantly better";
  } else if (CameraJudgement::in_sigmas(judged.spread_gains) < -3) {
    out.reason = "grey values of a point differ more between images";
  } else {
    out.taken = true;
    out.correction = to_correction(out.estimate);
    out.reason = "images kept aside match significantly better";
  }
}

}  // namespace

std::string_view name_of_unknown(std::size_t index) {
  constexpr std::array<std::string_view, kCameraUnknowns> kNames = {
      "rotation x",        "rotation y",        "rotation z", "translation x",
      "translation y",     "translation z",     "time",       "focal length",
      "principal point x", "principal point y", "k1",         "k2"};
  return kNames[index];
}

Result<CameraLidarResult> calibrate_camera(const CameraScene& scene, const CameraLidarOptions& options,
                                           Progress& progress) {
  CameraLidarResult out;
  const CameraAlignment alignment(scene);
  const auto stays = [&](std::string reason) {
    out.reason = std::move(reason);
    return out;
  };
  if (alignment.view_count() < kFewestCameraViews) {
    return stays(format("{} images have poses and points, {} are needed", alignment.view_count(), kFewestCameraViews));
  }
  if (!alignment.has_intensity()) return stays("the LiDAR points have no intensities");
  if (alignment.level_count() == 0) return stays("the images are too small");
  out.tried = true;
  const CameraVector prior =
      by_kind(options.rotation_rad, options.translation_m, options.time_s, options.focal_share, 20, 0.1);
  const CameraFit fit(alignment, prior);
  CameraAlignment::ViewList all = half_of(alignment.view_count(), 0);
  const CameraAlignment::ViewList even = all, odd = half_of(alignment.view_count(), 1);
  all.insert(all.end(), odd.begin(), odd.end());
  std::ranges::sort(all);
  out.fitted_views = all.size();
  if (fit.sample_count(all) < kFewestSamples) return stays("too few LiDAR points lie in the images");

  const CameraMask wanted = mask_of(options);
  const FreeEstimate of_all = fit_significant(fit, all, wanted);
  out.free = of_all.free, out.estimate = of_all.value, out.sigma = of_all.sigma;
  out.clock_s = of_all.clock_s, out.clock_sigma_s = of_all.clock_sigma_s;
  if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped while calibrating a camera");
  if (!any_free(out.free)) return stays("no error is significant");
  // Each half judges the estimate of the other one, which has not seen its images, also not to choose its unknowns.
  const FreeEstimate of_even = fit_significant(fit, even, wanted), of_odd = fit_significant(fit, odd, wanted);
  out.of_half = {of_even.value, of_odd.value};
  CameraJudgement judged;
  judge(alignment, odd, {}, of_even.value, kCameraBlock, judged);
  judge(alignment, even, {}, of_odd.value, kCameraBlock, judged);
  // Whether they contradict each other shows only with the same unknowns.
  const auto with_same = [&](const FreeEstimate& half, const CameraAlignment::ViewList& views) {
    return half.free == out.free ? half.value : fit.from_afar(views, {}, out.free);
  };
  decide(judged, disagreement(with_same(of_even, even), with_same(of_odd, odd), out.sigma), out);
  return out;
}

}  // namespace gs::mapping
