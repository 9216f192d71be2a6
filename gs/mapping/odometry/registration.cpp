// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/odometry/registration.h"

#include <algorithm>
#include <cmath>

#include "gs/core/parallel.h"
#include "gs/mapping/poses/normal_equations.h"

namespace gs::mapping {
namespace {

// Assumed noise of point-to-plane distances, beside the thickness of the plane.
constexpr double kNoise_m = 0.02;
constexpr double kConverged_m = 2e-4, kConverged_rad = 5e-6;

// Points per block of parallel work. Smaller blocks would wait longer for a thread than they take.
constexpr std::size_t kBlock = 8192;

// Sums over the matches at one pose.
struct Sums {
  NormalEquations equations;
  double squares = 0, weight = 0;  // robust weights
  double share_weight = 0;         // weights of the equations, without the noise
  double lever2 = 0;               // squared distances from the pose, same weights
  std::size_t matches = 0;

  Sums& operator+=(const Sums& o) {
    equations += o.equations;
    squares += o.squares, weight += o.weight, lever2 += o.lever2, share_weight += o.share_weight;
    matches += o.matches;
    return *this;
  }
};

// Point-to-plane equations at `pose`: residual r = n . (R p + t - q), Jacobian [(R p) x n, n], Geman-McClure weight
// (g^2 / (g^2 + r^2))^2 with scale g = gate_m. Blocks are summed in a fixed order.
Sums linearise(const VoxelPlanes& map, const PointBuffer& points, const Rigid3d& pose, double gate_m) {
  const Mat3d rotation = to_matrix(pose.rotation);
  const float search_m = static_cast<float>(3 * gate_m);
  const auto block = [&](std::size_t begin, std::size_t end) {
    Sums sums;
    for (std::size_t i = begin; i < end; ++i) {
      const Vec3d arm = rotation * cast<double>(points.at(i));
      const auto match = map.find(arm + pose.translation, search_m);
      if (!match) continue;
      const double r = match->distance_m;
      const double robust = square(gate_m * gate_m / (gate_m * gate_m + r * r));
      // Thick planes (hedges, rough ground) count less.
      const double w = robust * square(kNoise_m) / (square(kNoise_m) + match->variance_m2);
      const Vec3d normal = cast<double>(match->normal), lever = cross(arm, normal);
      sums.equations.add({lever.x, lever.y, lever.z, normal.x, normal.y, normal.z}, r, w);
      sums.squares += robust * r * r;
      sums.weight += robust;
      sums.share_weight += w;
      sums.lever2 += w * dot(arm, arm);
      ++sums.matches;
    }
    return sums;
  };
  return parallel_reduce(points.size(), kBlock, Sums{}, block, [](Sums a, const Sums& b) { return a += b; });
}

// Adds the prior in the weak directions, and in all directions if it has a standard deviation.
void add_prior(NormalEquations& e, const Registration& now, const PosePrior& prior) {
  const Vec3d turned = rotation_vector(now.map_from_base.rotation * prior.map_from_base.rotation.conjugate());
  const Vec3d shifted = now.map_from_base.translation - prior.map_from_base.translation;
  hold_prior(e, {now.weak_shifts, now.weak_turns}, turned, shifted);
  for (const Vec3d& v : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) {
    if (prior.sigma_rad > 0) hold(e, 0, v, turned, 1 / square(prior.sigma_rad));
    if (prior.sigma_m > 0) hold(e, 3, v, shifted, 1 / square(prior.sigma_m));
  }
}

// Fills the measures of the fit at the current pose.
void describe_fit(Registration& r, const Sums& sums, std::size_t points) {
  r.matches = sums.matches;
  r.matched_share = points == 0 ? 0 : sums.weight / static_cast<double>(points);
  r.rms_m = sums.weight > 0 ? std::sqrt(sums.squares / sums.weight) : 0;
  WeakDirections weak = weak_directions(sums.equations, sums.share_weight, sums.lever2);
  r.weak_shifts = std::move(weak.shifts), r.weak_turns = std::move(weak.turns);
  r.shift_share = weak.shift_share, r.turn_share = weak.turn_share;
}

}  // namespace

Registration register_points(const VoxelPlanes& map, const PointBuffer& points, const PosePrior& prior,
                             const RegistrationOptions& options) {
  Registration result{.map_from_base = prior.map_from_base};
  double gate_m = std::max(options.gate_m, options.tight_gate_m);
  for (; result.iterations < options.iterations; ++result.iterations) {
    Sums sums = linearise(map, points, result.map_from_base, gate_m);
    describe_fit(result, sums, points.size());
    if (sums.matches < options.min_matches) break;
    NormalEquations& e = sums.equations;
    e.scale(1 / square(kNoise_m));
    add_prior(e, result, prior);
    const auto step = solve(e);
    if (!step) break;
    Rigid3d& pose = result.map_from_base;
    pose.rotation = normalized(rotation_from_vector(step->turn) * pose.rotation);
    pose.translation += step->shift;
    const bool tight = gate_m <= options.tight_gate_m;
    if (tight && norm(step->shift) < kConverged_m && norm(step->turn) < kConverged_rad) {
      result.converged = true;
      break;
    }
    // Halve the gate once the pose settles at its scale.
    if (norm(step->shift) < gate_m) gate_m = std::max(options.tight_gate_m, 0.5 * gate_m);
    result.converged = tight;  // settled well enough if only the last digits still move
  }
  if (!result.converged) result.map_from_base = prior.map_from_base;
  return result;
}

}  // namespace gs::mapping
