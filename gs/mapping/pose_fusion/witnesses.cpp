// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/pose_fusion/witnesses.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gs/mapping/poses/plane_map.h"
#include "gs/mapping/poses/smooth_pose.h"
#include "gs/mapping/poses/sweep_points.h"

namespace gs::mapping {
namespace {

constexpr Duration kPoseTolerance = Duration::from_ms(100);
constexpr double kBetter = 3, kWorse = -2, kLeastShare = 0.05, kLeastLossShare = 0.02;
constexpr double kNear_m = 0.05, kVoxel_m = 0.5, kMapThinning_m = 0.1, kThinning_m = 0.25;
constexpr double kMinRange_m = 2, kMaxRange_m = 60, kForget_m = 90;
constexpr double kFixInterval_s = 0.95;  // receivers of 1 Hz stamp their fixes up to 50 ms early
constexpr std::size_t kForgetEvery = 50, kLeastPoints = 100;

// The points of a sweep by quarter: front or rear, left or right.
std::array<std::vector<Vec3d>, 4> quarters_of(const std::vector<Vec3d>& points_in_base) {
  std::array<std::vector<Vec3d>, 4> out;
  for (const Vec3d& p : points_in_base) out[(p.x < 0 ? 2u : 0u) + (p.y < 0 ? 1u : 0u)].push_back(p);
  return out;
}

double share_near(const PlaneMap& map, const std::vector<Vec3d>& points) {
  std::size_t near = 0;
  for (const Vec3d& p : points) {
    const PlaneMap::Plane* plane = map.find(p);
    near += plane != nullptr && std::abs(dot(plane->normal, p - plane->point)) < kNear_m ? 1 : 0;
  }
  return points.empty() ? 0 : static_cast<double>(near) / static_cast<double>(points.size());
}

// Gain in standard errors; 0 if the change is too small to matter.
double gain_of(const Witness& w) {
  return std::abs(w.after - w.before) < kLeastShare * std::abs(w.before) ? std::min(0.0, w.gain_sigmas) : w.gain_sigmas;
}

// Loss in standard errors (negative); 0 if it is too small to matter: a path that closes a loop gives up a little of
// the agreement of neighbouring sweeps.
double loss_of(const Witness& w) {
  return std::abs(w.after - w.before) < kLeastLossShare * std::abs(w.before) ? 0 : std::min(0.0, w.gain_sigmas);
}

}  // namespace

Result<std::vector<double>> sharpness(SweepSource& sweeps, const Trajectory& path, int hold_out_every,
                                      Progress& progress) {
  std::vector<double> shares;
  PlaneMap map(kVoxel_m);
  progress.begin("comparing poses", sweeps.count(), "sweeps");
  for (std::size_t s = 0; s < sweeps.count(); ++s) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "comparing poses was stopped");
    GS_TRY(const Sweep sweep, sweeps.read(s));
    const auto pose = smooth_pose_at(path, sweep.stamp, kPoseTolerance);
    if (!pose) continue;
    const std::vector<Vec3d> fine = thinned(points_in_range(sweep, kMinRange_m, kMaxRange_m), kMapThinning_m);
    if (is_held_out(s, hold_out_every)) {
      for (const auto& quarter : quarters_of(thinned(fine, kThinning_m))) {
        if (map.size() == 0 || quarter.size() < kLeastPoints) continue;
        shares.push_back(share_near(map, transformed(quarter, *pose)));
      }
    } else {
      map.add(transformed(fine, *pose));
    }
    if (s % kForgetEvery == kForgetEvery - 1) map.forget_beyond(pose->translation, kForget_m);
    progress.advance(s + 1);
  }
  progress.finish();
  return shares;
}

SplitFixes split_fixes(const std::vector<PositionFix>& fixes) {
  SplitFixes out;
  std::optional<Timestamp> last;
  std::size_t seconds = 0;
  for (const PositionFix& fix : fixes) {
    if (last && (fix.stamp - *last).seconds() < kFixInterval_s) continue;
    last = fix.stamp;
    (seconds++ % 3 == 2 ? out.kept_aside : out.fitted).push_back(fix);
  }
  return out;
}

std::vector<double> fix_distances(const Trajectory& path, const SplitFixes& fixes, Vec3d antenna_in_base) {
  const auto fit = fit_alignment(path, fixes.fitted, antenna_in_base);
  std::vector<double> out;
  if (!fit) return out;
  for (const PositionFix& fix : fixes.kept_aside) {
    const auto pose = path.at(fix.stamp);
    if (pose) out.push_back(norm(*pose * antenna_in_base - fit->map_from_enu * fix.position_in_enu));
  }
  return out;
}

std::vector<double> loop_distances(const Trajectory& path, const std::vector<RegisteredSweep>& sweeps,
                                   const std::vector<RelativeFactor>& loops) {
  std::vector<double> out;
  for (const RelativeFactor& loop : loops) {
    const auto from = smooth_pose_at(path, sweeps[loop.from].stamp, kPoseTolerance);
    const auto to = smooth_pose_at(path, sweeps[loop.to].stamp, kPoseTolerance);
    if (from && to) out.push_back(norm((from->inverse() * *to).translation - loop.from_from_to.translation));
  }
  return out;
}

Witness compare(std::string name, const std::vector<double>& before, const std::vector<double>& after,
                bool larger_is_better) {
  Witness w{.name = std::move(name), .count = std::min(before.size(), after.size())};
  if (w.count < 3) return w;
  const auto n = static_cast<double>(w.count);
  double sum = 0, squares = 0;
  // Pair i of both lists is the same sweep, fix or loop. The errors of the differences are judged, because what is hard
  // for both paths cancels in them.
  for (std::size_t i = 0; i < w.count; ++i) {
    w.before += before[i] / n, w.after += after[i] / n;
    const double gain = larger_is_better ? after[i] - before[i] : before[i] - after[i];
    sum += gain, squares += gain * gain;
  }
  const double mean = sum / n, variance = std::max(0.0, squares / n - mean * mean) / (n - 1);
  w.gain_sigmas = variance > 0 ? std::clamp(mean / std::sqrt(variance), -99.0, 99.0) : 0;
  return w;
}

Verdict judge(const std::vector<Witness>& witnesses, Standing before) {
  const Witness *best = nullptr, *worst = nullptr;
  for (const Witness& w : witnesses) {
    if (best == nullptr || gain_of(w) > gain_of(*best)) best = &w;
    if (worst == nullptr || loss_of(w) < loss_of(*worst)) worst = &w;
  }
  const auto change = [](const Witness& w) {
    return format("{}: {:.3f} -> {:.3f}, {:+.1f} standard errors", w.name, w.before, w.after, w.gain_sigmas);
  };
  if (best == nullptr) return {false, "no evidence was kept aside"};
  // A loss decides first: no gain elsewhere makes up for it.
  if (loss_of(*worst) <= kWorse) return {false, "evidence that was kept aside gets worse (" + change(*worst) + ")"};
  if (gain_of(*best) < kBetter && before == Standing::equal) {
    return {true, "more measurements are joined and no evidence that was kept aside gets clearly worse (" +
                      change(*best) + ")"};
  }
  if (gain_of(*best) < kBetter) return {false, "no evidence that was kept aside gets better (" + change(*best) + ")"};
  return {true, "evidence that was kept aside gets better (" + change(*best) + ")"};
}

}  // namespace gs::mapping
