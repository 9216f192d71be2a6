// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/poses/pose_refinement.h"

#include <algorithm>
#include <cmath>

#include "gs/core/parallel.h"
#include "gs/mapping/poses/deskew.h"
#include "gs/mapping/poses/normal_equations.h"
#include "gs/mapping/poses/plane_map.h"
#include "gs/mapping/poses/smooth_pose.h"
#include "gs/mapping/poses/sweep_points.h"

namespace gs::mapping {
namespace {

// Sweeps up to this far outside the odometry use its first or last pose.
constexpr Duration kTolerance = Duration::from_ms(100);
// Voxels further than kForget * max_range_m are removed, every kForgetEvery sweeps.
constexpr double kForget = 1.5;
constexpr std::size_t kForgetEvery = 50;
// Minimum distance of the points of a sweep that enter the map.
constexpr double kMapThinning_m = 0.1;
// Final scale of the robust weight, and the assumed noise of point-to-plane distances.
constexpr double kTightGate_m = 0.06;
constexpr double kNoise_m = 0.03;
// Surfaces of the minimum age are enough if this many times min_matches points match them.
constexpr int kOldMatches = 4;
constexpr double kConverged_m = 1e-4, kConverged_rad = 1e-6;

// Sums over the matches of a sweep at one pose.
struct Sums {
  NormalEquations equations;
  double squares = 0;             // weighted residuals
  double weight = 0, lever2 = 0;  // robust weights, and those times squared distances from the pose
  std::size_t matches = 0;

  friend Sums operator+(Sums x, const Sums& y) {
    x.equations += y.equations;
    x.squares += y.squares, x.weight += y.weight, x.lever2 += y.lever2;
    x.matches += y.matches;
    return x;
  }
  double residual_m() const { return weight > 0 ? std::sqrt(squares / weight) : 0; }
  WeakDirections weak() const {
    return weak_directions(equations, weight / square(kNoise_m), lever2 / square(kNoise_m));
  }
};

// Point-to-plane equations at `pose`: residual r = n . (R p + t - q), Jacobian [(R p) x n, n], Geman-McClure weight
// (g^2 / (g^2 + r^2))^2 with scale g = gate_m. Blocks are summed in a fixed order.
Sums linearise(const PlaneMap& map, std::span<const Vec3d> points, const Rigid3d& pose, double gate_m,
               double min_age_s) {
  const Mat3d rotation = to_matrix(pose.rotation);
  const auto block = [&](std::size_t begin, std::size_t end) {
    Sums sums;
    for (std::size_t i = begin; i < end; ++i) {
      const Vec3d arm = rotation * points[i], in_map = arm + pose.translation;
      const PlaneMap::Plane* plane = map.find(in_map, min_age_s);
      if (plane == nullptr) continue;
      const double residual = dot(plane->normal, in_map - plane->point);
      const double w = square(gate_m * gate_m / (gate_m * gate_m + residual * residual));
      const Vec3d lever = cross(arm, plane->normal);
      sums.equations.add({lever.x, lever.y, lever.z, plane->normal.x, plane->normal.y, plane->normal.z}, residual,
                         w / (kNoise_m * kNoise_m));
      sums.squares += w * residual * residual;
      sums.weight += w;
      sums.lever2 += w * dot(arm, arm);
      ++sums.matches;
    }
    return sums;
  };
  return parallel_reduce(points.size(), 1024, Sums{}, block, [](Sums a, const Sums& b) { return a + b; });
}

// Adds the prior: the pose should be where the motion measured by odometry predicts it, and is there in directions that
// the surroundings do not constrain.
void add_prediction(NormalEquations& e, const WeakDirections& weak, const Rigid3d& pose, const Rigid3d& predicted,
                    const PoseRefinementOptions& o) {
  const Vec3d turned = rotation_vector(pose.rotation * predicted.rotation.conjugate());
  const Vec3d shifted = pose.translation - predicted.translation;
  const double off[6] = {turned.x, turned.y, turned.z, shifted.x, shifted.y, shifted.z};
  for (int i = 0; i < 6; ++i) {
    const double sigma = i < 3 ? o.step_sigma_rad : o.step_sigma_m;
    e.a[i][i] += 1 / (sigma * sigma);
    e.b[i] -= off[i] / (sigma * sigma);
  }
  hold_prior(e, weak, turned, shifted);
}

// Result of registering one sweep; the RMS residuals are those of the first and of the last iteration.
struct Registered {
  Rigid3d pose;
  double residual_before_m = 0, residual_after_m = 0;
  Matrix6 information{};
  std::size_t matches = 0;  // 0: too few
  WeakDirections weak{};
};

// Removes what the information says about one direction (first row 0: turn, 3: shift), which becomes unknown: Schur
// complement of that direction.
void forget_direction(Matrix6& information, std::size_t first, Vec3d v) {
  std::array<double, 6> along{};
  for (std::size_t r = 0; r < 6; ++r)
    along[r] = dot(Vec3d{information[r][first], information[r][first + 1], information[r][first + 2]}, v);
  const double known = dot(Vec3d{along[first], along[first + 1], along[first + 2]}, v);
  if (!(known > 0)) return;
  for (std::size_t r = 0; r < 6; ++r) {
    for (std::size_t c = 0; c < 6; ++c) information[r][c] -= along[r] * along[c] / known;
  }
}

// The information of the points: the normal equations without the prior, and without the weak directions.
Matrix6 information_of(const NormalEquations& e, const WeakDirections& weak) {
  Matrix6 out;
  for (std::size_t r = 0; r < 6; ++r) {
    for (std::size_t c = 0; c < 6; ++c) out[r][c] = e.a[std::min(r, c)][std::max(r, c)];
  }
  for (const Vec3d& v : weak.turns) forget_direction(out, 0, v);
  for (const Vec3d& v : weak.shifts) forget_direction(out, 3, v);
  return out;
}

// Iterates Gauss-Newton while the robust weight narrows from gate_m to kTightGate_m. Falls back to the predicted pose
// if too few points match.
Registered register_sweep(const PlaneMap& map, std::span<const Vec3d> points, const Rigid3d& predicted,
                          const PoseRefinementOptions& options) {
  Registered result{.pose = predicted};
  double gate_m = options.gate_m;
  // Old surfaces only, while there are enough of them: at the start of a drive the map is young.
  const auto enough = static_cast<std::size_t>(kOldMatches) * static_cast<std::size_t>(options.min_matches);
  const bool has_old = linearise(map, points, predicted, gate_m, options.min_age_s).matches >= enough;
  const double min_age_s = has_old ? options.min_age_s : 0;
  for (int i = 0; i < options.iterations; ++i) {
    Sums sums = linearise(map, points, result.pose, gate_m, min_age_s);
    if (sums.matches < static_cast<std::size_t>(options.min_matches)) return {.pose = predicted};
    result.weak = sums.weak();
    result.information = information_of(sums.equations, result.weak);
    result.matches = sums.matches;
    (i == 0 ? result.residual_before_m : result.residual_after_m) = sums.residual_m();
    add_prediction(sums.equations, result.weak, result.pose, predicted, options);
    const auto step = solve(sums.equations);
    if (!step) return {.pose = predicted};
    result.pose.rotation = normalized(rotation_from_vector(step->turn) * result.pose.rotation);
    result.pose.translation += step->shift;
    const bool tight = gate_m <= kTightGate_m;
    if (tight && norm(step->shift) < kConverged_m && norm(step->turn) < kConverged_rad) break;
    gate_m = std::max(kTightGate_m, 0.5 * gate_m);
  }
  return result;
}

// Correction at the stamp of one sweep: refined pose = odometry pose * odometry_from_refined.
struct Correction {
  Timestamp stamp;
  Rigid3d odometry_from_refined;  // in base_link at the stamp
};

// Interpolated between sweeps, constant before the first and after the last.
Rigid3d correction_at(const std::vector<Correction>& corrections, Timestamp t) {
  const auto after = std::upper_bound(corrections.begin(), corrections.end(), t,
                                      [](Timestamp a, const Correction& b) { return a < b.stamp; });
  if (after == corrections.begin()) return corrections.front().odometry_from_refined;
  if (after == corrections.end()) return corrections.back().odometry_from_refined;
  const Correction& before = *(after - 1);
  const double share = (t - before.stamp).seconds() / (after->stamp - before.stamp).seconds();
  return interpolate(before.odometry_from_refined, after->odometry_from_refined, share);
}

Result<Trajectory> corrected(const Trajectory& odometry, const std::vector<Correction>& corrections) {
  std::vector<StampedPose> poses = odometry.poses();
  for (StampedPose& pose : poses) pose.map_from_body = pose.map_from_body * correction_at(corrections, pose.stamp);
  return Trajectory::from_poses(std::move(poses));
}

}  // namespace

Result<Trajectory> with_poses(const Trajectory& odometry, const std::vector<StampedPose>& poses) {
  std::vector<Correction> corrections;
  for (const StampedPose& pose : poses) {
    const auto measured = smooth_pose_at(odometry, pose.stamp, kTolerance);
    if (measured) corrections.push_back({pose.stamp, measured->inverse() * pose.map_from_body});
  }
  if (corrections.empty()) return odometry;
  return corrected(odometry, corrections);
}

Result<RefinedPoses> refine_poses(SweepSource& sweeps, const Trajectory& odometry, const PoseRefinementOptions& options,
                                  Progress& progress) {
  if (odometry.empty())
    return fail(ErrorCode::invalid_argument, "pose refinement needs an odometry trajectory with at least one pose");
  RefinedPoses refined;
  PlaneMap map(options.map_voxel_m);
  std::vector<Correction> corrections;
  double before2 = 0, after2 = 0;
  progress.begin("refining poses", sweeps.count(), "sweeps");
  for (std::size_t done = 0; done < sweeps.count(); ++done) {
    const std::size_t s = options.backwards ? sweeps.count() - 1 - done : done;
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "refining poses was stopped");
    if (options.hold_out_every > 0 && is_held_out(s, options.hold_out_every)) continue;
    GS_TRY(Sweep sweep, sweeps.read(s));
    // Stamps of the corrections must differ for the interpolation; several LiDARs may have the same.
    if (!corrections.empty() &&
        (options.backwards ? sweep.stamp >= corrections.back().stamp : sweep.stamp <= corrections.back().stamp)) {
      continue;
    }
    const auto measured = smooth_pose_at(odometry, sweep.stamp, kTolerance);
    if (!measured) continue;
    if (!sweep.time_offset_s.empty()) {
      GS_TRY(sweep, deskew(std::move(sweep), odometry, kTolerance));
    }
    // Predict by odometry from the last correction, register, then extend the map with the refined pose.
    const std::vector<Vec3d> fine =
        thinned(points_in_range(sweep, options.min_range_m, options.max_range_m), kMapThinning_m);
    const Rigid3d predicted = corrections.empty() ? *measured : *measured * corrections.back().odometry_from_refined;
    const Registered now = register_sweep(map, thinned(fine, options.thinning_m), predicted, options);
    map.add(transformed(fine, now.pose),
            (options.backwards ? odometry.end() - sweep.stamp : sweep.stamp - odometry.start()).seconds());
    if (done % kForgetEvery == kForgetEvery - 1) map.forget_beyond(now.pose.translation, kForget * options.max_range_m);

    corrections.push_back({sweep.stamp, measured->inverse() * now.pose});
    refined.registered.push_back(
        {sweep.stamp, now.pose, now.information, now.matches, s, now.weak.shifts, now.weak.turns});
    refined.unmatched += now.matches > 0 || corrections.size() == 1 ? 0 : 1;  // the first has no map to match
    before2 += square(now.residual_before_m), after2 += square(now.residual_after_m);
    refined.largest_shift_m = std::max(refined.largest_shift_m, norm(now.pose.translation - measured->translation));
    refined.largest_turn_rad = std::max(refined.largest_turn_rad, angle_between(now.pose.rotation, measured->rotation));
    progress.advance(done + 1);
  }
  progress.finish();
  refined.sweeps = corrections.size();
  if (options.backwards) {
    std::ranges::reverse(corrections);
    std::ranges::reverse(refined.registered);
  }
  if (corrections.empty()) {
    refined.trajectory = odometry;
    return refined;
  }
  const auto matched = static_cast<double>(std::max<std::size_t>(2, refined.sweeps - refined.unmatched) - 1);
  refined.residual_before_m = std::sqrt(before2 / matched), refined.residual_after_m = std::sqrt(after2 / matched);
  GS_TRY(refined.trajectory, corrected(odometry, corrections));
  return refined;
}

}  // namespace gs::mapping
