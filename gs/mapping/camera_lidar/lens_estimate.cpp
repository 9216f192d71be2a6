// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/camera_lidar/lens_estimate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "gs/core/format.h"
#include "gs/mapping/camera_lidar/camera_fit.h"
#include "gs/mapping/camera_lidar/camera_judge.h"
#include "gs/mapping/camera_lidar/lens_search.h"

namespace gs::mapping {
namespace {

constexpr int kLensRounds = 2;
constexpr std::size_t kFewestLensSamples = 20'000;
constexpr double kLensSignificant = 3;  // standard deviations
constexpr double kMostFocalSigma = 0.02, kMostFocalApart = 0.02, kFocalTest = 0.05;
constexpr double kLeastLensGain = 3, kLeastLensBetter = 0.7;
// Systematic errors that the scatter of the images does not show.
constexpr double kFloorTurn_rad = 0.01 * kPi / 180, kFloorClock_s = 0.4e-3, kFloorCentre_px = 0.3, kFloorRadial = 1e-3;

using Views = CameraAlignment::ViewList;

// All views, and their even and odd blocks.
struct Halves {
  Views all, even, odd;
};
Halves halves_of(std::size_t count) {
  Halves out;
  for (std::size_t i = 0; i < count; ++i) {
    out.all.push_back(i);
    (i / kCameraBlock % 2 == 0 ? out.even : out.odd).push_back(i);
  }
  return out;
}

// All unknowns but the position.
CameraMask lens_mask() {
  CameraMask mask{};
  mask.fill(true);
  mask[3] = mask[4] = mask[5] = false;
  return mask;
}

// Moves the estimated focal length into the camera, so that the next alignment looks for points in the new view.
void take_focal(CameraD& camera, CameraVector& at) {
  const double factor = std::exp(at[kFirstLensUnknown]);
  camera.fx *= factor, camera.fy *= factor;
  at[kFirstLensUnknown] = 0;
}

double floor_of(std::size_t unknown) {
  if (unknown < 3) return kFloorTurn_rad;
  if (unknown == kTimeUnknown) return kFloorClock_s;
  return unknown < 10 ? kFloorCentre_px : kFloorRadial;
}

// Fits all views, and fixes rotation, clock, principal point or radial terms while one of them does not differ from 0:
// the least significant first, because the others then become clearer. Returns the standard deviations.
CameraVector fit_shown(const CameraFit& fit, const Views& all, CameraMask& free, CameraVector& at) {
  constexpr std::array<std::pair<std::size_t, std::size_t>, 4> kGroups = {
      {{0, 3}, {kTimeUnknown, kTimeUnknown + 1}, {8, 10}, {10, 12}}};
  while (true) {
    at = fit.close_by(all, at, free);
    const CameraVector sigma = fit.sigma(all, at, free);
    std::size_t least = kGroups.size();
    double least_ratio = kLensSignificant;
    for (std::size_t g = 0; g < kGroups.size(); ++g) {
      if (!free[kGroups[g].first]) continue;
      double ratio = 0;
      for (std::size_t i = kGroups[g].first; i < kGroups[g].second; ++i) {
        ratio = std::max(ratio, std::abs(at[i]) / std::hypot(sigma[i], floor_of(i)));
      }
      if (ratio < least_ratio) least_ratio = ratio, least = g;
    }
    if (least == kGroups.size()) return sigma;
    for (std::size_t i = kGroups[least].first; i < kGroups[least].second; ++i) free[i] = false, at[i] = 0;
  }
}

// How much better images match with the estimate of the other half than with focal lengths that are off.
struct LensEvidence {
  double gain_sigmas = 1e300, share_better = 1;
};
LensEvidence evidence_of(const CameraAlignment& alignment, const Halves& views, const CameraVector& of_even,
                         const CameraVector& of_odd) {
  const auto off_by = [](CameraVector at, double by) {
    at[kFirstLensUnknown] += by;
    return at;
  };
  LensEvidence out;
  for (const double by : {-kFocalTest, kFocalTest}) {
    CameraJudgement judged;
    judge(alignment, views.odd, off_by(of_even, by), of_even, kCameraBlock, judged);
    judge(alignment, views.even, off_by(of_odd, by), of_odd, kCameraBlock, judged);
    out.gain_sigmas = std::min(out.gain_sigmas, CameraJudgement::in_sigmas(judged.gains));
    out.share_better = std::min(out.share_better, judged.share_better());
  }
  return out;
}

// True if every corner of the image sees a direction: radial terms that fold the image are no lens.
bool sees_corners(const CameraD& camera) {
  for (const double x : {0.0, camera.width - 1.0}) {
    for (const double y : {0.0, camera.height - 1.0}) {
      if (!unproject(camera, {x, y})) return false;
    }
  }
  return true;
}

// Why the estimate is not to be used; empty if it is.
std::string complaint_of(const LensEstimate& found, const LensEvidence& evidence) {
  if (!(found.focal_sigma_share < kMostFocalSigma)) {
    return format("the uncertainty of the focal length is {:.1f} %, the limit is {:.0f} %",
                  100 * found.focal_sigma_share, 100 * kMostFocalSigma);
  }
  if (!(found.halves_apart_share < kMostFocalApart)) {
    return format("two halves of the images differ by {:.1f} % of the focal length, the limit is {:.0f} %",
                  100 * found.halves_apart_share, 100 * kMostFocalApart);
  }
  if (evidence.gain_sigmas < kLeastLensGain || evidence.share_better < kLeastLensBetter) {
    return "images kept aside do not match significantly better than with other focal lengths";
  }
  if (!sees_corners(found.camera)) return "the radial terms fold the corners of the image";
  return {};
}

// Why nothing can be tried; empty if something can.
std::string obstacle_of(const CameraScene& scene) {
  if (std::min(scene.camera.width, scene.camera.height) < kSmallestCameraImage_px) return "the images are too small";
  if (scene.views.size() < kFewestCameraViews) {
    return format("{} images have poses, {} are needed", scene.views.size(), kFewestCameraViews);
  }
  if (scene.points.empty()) return "the log has no sweeps around the images";
  const float first = scene.points.front().intensity;
  if (std::ranges::all_of(scene.points, [&](const MapPoint& point) { return point.intensity == first; })) {
    return "the LiDAR points have no intensities";
  }
  return {};
}

}  // namespace

Result<LensEstimate> estimate_lens(const CameraScene& scene, Progress& progress) {
  LensEstimate out;
  const auto refused = [&](std::string reason) {
    out.reason = std::move(reason);
    return out;
  };
  if (std::string obstacle = obstacle_of(scene); !obstacle.empty()) return refused(std::move(obstacle));
  GS_TRY(const double found_focal, search_focal(scene, progress));
  if (found_focal < 1.03 * kShortestFocal || found_focal > kLongestFocal / 1.03) {
    return refused(
        format("no focal length between {} and {} widths of the image matches", kShortestFocal, kLongestFocal));
  }
  const int width = scene.camera.width;
  const double start_px = found_focal * width;
  CameraScene now = scene;
  now.camera = centred_camera(width, scene.camera.height, start_px);
  const CameraVector prior = lens_prior(width);
  CameraMask free = lens_mask();
  CameraVector at{};
  for (int round = 0; round < kLensRounds; ++round) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped while estimating a lens");
    const CameraAlignment alignment(now);
    if (alignment.view_count() < kFewestCameraViews) {
      return refused(format("{} images have poses, {} are needed", alignment.view_count(), kFewestCameraViews));
    }
    if (!alignment.has_intensity()) return refused("the LiDAR points have no intensities");
    const Views all = halves_of(alignment.view_count()).all;
    const CameraFit fit(alignment, prior);
    at = round == 0 ? fit.from_afar(all, at, free) : fit.close_by(all, at, free);
    take_focal(now.camera, at);
  }
  const CameraAlignment alignment(now);
  const CameraFit fit(alignment, prior);
  const Halves views = halves_of(alignment.view_count());
  if (fit.sample_count(views.all) < kFewestLensSamples) return refused("too few LiDAR points lie in the images");
  const CameraVector sigma = fit_shown(fit, views.all, free, at);
  // Each half begins where the search ended, so that it has not seen the images of the other one.
  CameraVector start{};
  start[kFirstLensUnknown] = std::log(start_px / now.camera.fx);
  const CameraVector of_even = fit.from_afar(views.even, start, free), of_odd = fit.from_afar(views.odd, start, free);
  const LensEvidence evidence = evidence_of(alignment, views, of_even, of_odd);
  out.camera = with_limits(with_unknowns(now.camera, at));
  out.focal_sigma_share = sigma[kFirstLensUnknown];
  out.halves_apart_share = std::abs(of_even[kFirstLensUnknown] - of_odd[kFirstLensUnknown]);
  out.gain_sigmas = evidence.gain_sigmas, out.views = views.all.size();
  out.reason = complaint_of(out, evidence);
  out.found = out.reason.empty();
  if (out.found) out.reason = "images kept aside match significantly better than with other focal lengths";
  return out;
}

}  // namespace gs::mapping
