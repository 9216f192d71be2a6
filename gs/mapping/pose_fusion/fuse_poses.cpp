// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/pose_fusion/fuse_poses.h"

#include <algorithm>
#include <cmath>

#include "gs/mapping/lidar_bias/lidar_bias.h"
#include "gs/mapping/poses/smooth_pose.h"

namespace gs::mapping {
namespace {

constexpr Duration kTolerance = Duration::from_ms(100);
// N matched points are not N measurements: their errors are shared.
constexpr double kIndependentPoints = 200;
constexpr double kWhiteOdometry_m = 0.01, kWhiteOdometry_rad = 0.02 * kPi / 180;
// The first sweep is the whole map of the second, and in some logs it is not deskewed: the step between them is this
// much less certain.
constexpr double kFirstInflation = 10;
// Steps until the map of a direction is complete, if the other direction is there to decide.
constexpr std::size_t kThinMapSteps = 15;
constexpr double kFixSpacing_s = 1;
constexpr double kVerticalSpacing_m = 1;
// Accelerations that the path does not show, and roads whose bumps it smooths.
constexpr double kGravitySigma_rad = 0.5 * kPi / 180;
// A weak direction with a larger level (turn) or upright (shift) part leaves roll and pitch, or the height, unknown.
constexpr double kLevelShare = 0.5;
// A loop with a larger chi squared (6 degrees of freedom, 1 %) is a false one.
constexpr double kFalseLoop = 16.8;
constexpr RobustKernel kStepKernel{KernelShape::cauchy, 3}, kFixKernel{KernelShape::cauchy, 2},
    kVerticalKernel{KernelShape::huber, 2}, kGravityKernel{KernelShape::huber, 4};

// Information of a registration in the axes of a relative factor's residual: rotations in axes of the later body,
// translations in axes of the earlier one.
Matrix6 in_body_axes(const RegisteredSweep& sweep, const Quaterniond& from, const Quaterniond& to) {
  const Mat3d a = transpose(to_matrix(to)), b = transpose(to_matrix(from));  // body_from_map of rows 0..2 and 3..5
  const double points = std::min(1.0, kIndependentPoints / static_cast<double>(sweep.matches));
  const auto axis = [&](std::size_t i, std::size_t k) {
    return i < 3 ? a.m[i][k] : b.m[i - 3][k];  // k: axis of the map
  };
  // out = A I A^T, where A has a and b on its diagonal and I is the information in map axes; half = A I.
  Matrix6 half{}, out{};
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j < 6; ++j) {
      for (std::size_t k = 0; k < 3; ++k) half[i][j] += axis(i, k) * sweep.information[i / 3 * 3 + k][j];
    }
  }
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j < 6; ++j) {
      for (std::size_t k = 0; k < 3; ++k) out[i][j] += points * half[i][j / 3 * 3 + k] * axis(j, k);
    }
  }
  return out;
}

// True if the surroundings show roll and pitch of a sweep. The map of a planar odometry is level within a hill's slope.
bool shows_tilt(const RegisteredSweep& sweep) {
  return sweep.matches > 0 &&
         std::ranges::none_of(sweep.weak_turns, [](const Vec3d& v) { return std::hypot(v.x, v.y) > kLevelShare; });
}

// True if they show its height.
bool shows_height(const RegisteredSweep& sweep) {
  return sweep.matches > 0 &&
         std::ranges::none_of(sweep.weak_shifts, [](const Vec3d& v) { return std::abs(v.z) > kLevelShare; });
}

// Builds the graph; pose i is that of registered sweep i.
class Builder {
 public:
  Builder(const FusionInputs& inputs, const FusionOptions& options)
      : in_(inputs), options_(options), planar_(is_planar(inputs.odometry)) {}

  PoseGraph build() {
    for (const RegisteredSweep& sweep : in_.sweeps) {
      graph_.start.poses.push_back(sweep.map_from_base);
      odometry_.push_back(smooth_pose_at(in_.odometry, sweep.stamp, kTolerance).value_or(sweep.map_from_base));
    }
    // The registered path begins at the pose of the odometry; so does the graph.
    graph_.priors.push_back({0, odometry_[0], independent_errors(1e-5, 1e-4), {}});
    for (std::size_t i = 0; i + 1 < in_.sweeps.size(); ++i) add_steps(i);
    add_backward_steps();
    if (in_.odometry_is_level && !planar_) add_verticals();
    if (!in_.odometry_is_level) add_gravity();
    add_fixes();
    return std::move(graph_);
  }
  const std::vector<Rigid3d>& odometry() const { return odometry_; }

 private:
  void add_steps(std::size_t i) {
    const RegisteredSweep &from = in_.sweeps[i], &to = in_.sweeps[i + 1];
    const double length_m = norm(to.map_from_base.translation - from.map_from_base.translation);
    const double inflation = inflation_of(i, in_.sweeps.size() - 2 - i);
    if (to.matches > 0) {
      const Matrix6 information = in_body_axes(to, from.map_from_base.rotation, to.map_from_base.rotation);
      graph_.relative.push_back(
          {i, i + 1, from.map_from_base.inverse() * to.map_from_base,
           with_error_floor(information, inflation * options_.step_sigma_rad, inflation * options_.step_sigma_m),
           kStepKernel});
    }
    const std::size_t n = in_.sweeps.size() - 1;
    Matrix6 odometry =
        independent_errors(kWhiteOdometry_rad + shared_error_sigma(options_.odometry_rad_per_m * length_m, n),
                           kWhiteOdometry_m + shared_error_sigma(options_.odometry_share * length_m, n));
    // A planar odometry does not measure roll, pitch and height: a matched sweep does. Where the sweep does not show
    // them either they stay tied, because a path with a loose step would come apart there.
    if (planar_ && shows_tilt(to)) odometry[0][0] = odometry[1][1] = 0;
    if (planar_ && shows_height(to)) odometry[5][5] = 0;
    graph_.relative.push_back({i, i + 1, odometry_[i].inverse() * odometry_[i + 1], odometry, kStepKernel});
  }

  // Factor on the errors of a step, `number` steps from where its registration began and `other` steps from where the
  // one in the other direction began. With two directions the other one has the better map if it is further from its
  // beginning, and both together count once.
  double inflation_of(std::size_t number, std::size_t other) const {
    if (in_.backwards.empty()) return number == 0 ? kFirstInflation : 1;
    const auto has_thin_map = [](std::size_t own, std::size_t second) {
      return own == 0 || (own < kThinMapSteps && own < second);
    };
    if (has_thin_map(number, other)) return kFirstInflation;
    return has_thin_map(other, number) ? 1 : std::sqrt(2.0);
  }

  // Steps of the registration backwards in time: the earlier sweep is measured against the later one.
  void add_backward_steps() {
    const std::vector<RegisteredSweep>& back = in_.backwards;
    for (std::size_t i = 0, k = 0; i + 1 < in_.sweeps.size(); ++i) {
      while (k < back.size() && back[k].stamp < in_.sweeps[i].stamp) ++k;
      if (k + 1 >= back.size()) return;
      // In order of time, although registration began at the end: sweep k was measured against k + 1.
      const RegisteredSweep &to = back[k], &from = back[k + 1];
      if (to.stamp != in_.sweeps[i].stamp || from.stamp != in_.sweeps[i + 1].stamp || to.matches == 0) continue;
      const double inflation = inflation_of(back.size() - 2 - k, i);
      const Matrix6 information = in_body_axes(to, from.map_from_base.rotation, to.map_from_base.rotation);
      graph_.relative.push_back(
          {i + 1, i, from.map_from_base.inverse() * to.map_from_base,
           with_error_floor(information, inflation * options_.step_sigma_rad, inflation * options_.step_sigma_m),
           kStepKernel});
    }
  }

  void add_verticals() {
    Vec3d last = odometry_[0].translation;
    for (std::size_t i = 1; i < odometry_.size(); ++i) {
      if (norm(odometry_[i].translation - last) < kVerticalSpacing_m) continue;
      last = odometry_[i].translation;
      graph_.verticals.push_back(
          {i, odometry_[i].rotation.conjugate() * Vec3d{0, 0, 1}, options_.vertical_sigma_rad, kVerticalKernel});
    }
  }

  // Number of the first sweep at or after a time; empty behind the last one.
  std::optional<std::size_t> sweep_at(Timestamp t) const {
    const auto after = std::lower_bound(in_.sweeps.begin(), in_.sweeps.end(), t,
                                        [](const RegisteredSweep& s, Timestamp time) { return s.stamp < time; });
    if (after == in_.sweeps.end()) return std::nullopt;
    return static_cast<std::size_t>(after - in_.sweeps.begin());
  }

  // A bias of the accelerometer and a tilt of the whole map look alike. The mean error is taken as the first, so that
  // gravity straightens the path and does not tilt it against its first pose.
  void add_gravity() {
    Vec3d mean{};
    std::vector<VerticalFactor> factors;
    for (const GravitySample& sample : in_.gravity) {
      const auto i = sweep_at(sample.stamp);
      const auto there = smooth_pose_at(in_.odometry, sample.stamp, kTolerance);
      if (!i || !there) continue;
      const Vec3d up = odometry_[*i].rotation.conjugate() * (there->rotation * sample.up_in_base);
      mean += in_.sweeps[*i].map_from_base.rotation.conjugate() * Vec3d{0, 0, 1} - up;
      factors.push_back({*i, up, kGravitySigma_rad, kGravityKernel});
    }
    for (VerticalFactor& factor : factors) {
      factor.up_in_body = normalized(factor.up_in_body + mean / static_cast<double>(factors.size()));
    }
    graph_.verticals = std::move(factors);
  }

  // Errors of fixes are correlated: one a second is used, with the deviation of the mean over the correlation time.
  void add_fixes() {
    const auto fit = fit_alignment(in_.odometry, in_.fixes, in_.antenna_in_base);
    if (!fit) return;
    const double inflation = std::sqrt(std::max(1.0, options_.fix_correlation_s / kFixSpacing_s));
    std::optional<Timestamp> last;
    for (const PositionFix& fix : in_.fixes) {
      if (last && (fix.stamp - *last).seconds() < kFixSpacing_s) continue;
      const auto i = sweep_at(fix.stamp);
      const auto there = smooth_pose_at(in_.odometry, fix.stamp, kTolerance);
      if (!i || !there) continue;
      last = fix.stamp;
      // The antenna at the time of the fix, in base_link at the time of the sweep.
      const Vec3d lever = odometry_[*i].inverse() * (*there * in_.antenna_in_base);
      graph_.positions.push_back({*i, lever, fix.position_in_enu, fix.sigma_m * inflation, kFixKernel});
    }
    if (graph_.positions.size() < 2) return graph_.positions.clear();
    graph_.alignment_is_unknown = true;
    graph_.start.alignment = fit->map_from_enu;
  }

  const FusionInputs& in_;
  const FusionOptions& options_;
  bool planar_;
  PoseGraph graph_;
  std::vector<Rigid3d> odometry_;  // at the stamps of the sweeps
};

// Solves a graph without loops together with loops; counts them in `out`. A false loop breaks a chain of robust steps
// at its weakest step, because a broken step costs little. So loops are chosen with steps that cannot break; those that
// then contradict the rest are left out.
Result<PoseGraphSolution> solve_with_loops(PoseGraph graph, const std::vector<RelativeFactor>& loops, FusedPoses& out) {
  if (loops.empty()) return solve(graph);
  PoseGraph stiff = graph;
  for (RelativeFactor& step : stiff.relative) step.kernel = {};
  stiff.relative.insert(stiff.relative.end(), loops.begin(), loops.end());
  GS_TRY(const PoseGraphSolution chosen, solve(stiff));
  for (const RelativeFactor& loop : loops) {
    const bool agrees = chi_squared(loop, chosen.state) < kFalseLoop;
    ++(agrees ? out.loops : out.refused_loops);
    if (agrees) graph.relative.push_back({loop.from, loop.to, loop.from_from_to, loop.sqrt_information, {}});
  }
  // The path that the loops already pulled together: from the first one, robust steps could stop in another minimum.
  graph.start = chosen.state;
  return solve(graph);
}

}  // namespace

Result<FusedPoses> fuse_poses(const FusionInputs& inputs, const FusionOptions& options) {
  FusedPoses out;
  out.trajectory = inputs.odometry;
  if (inputs.sweeps.size() < 2) return out;
  Builder builder(inputs, options);
  PoseGraph graph = builder.build();
  out.fixes = graph.positions.size();
  GS_TRY(const PoseGraphSolution solution, solve_with_loops(std::move(graph), inputs.loops, out));
  std::vector<StampedPose> poses;
  for (std::size_t i = 0; i < inputs.sweeps.size(); ++i) {
    const Rigid3d &fused = solution.state.poses[i], &measured = builder.odometry()[i];
    poses.push_back({inputs.sweeps[i].stamp, fused});
    out.largest_shift_m = std::max(out.largest_shift_m, norm(fused.translation - measured.translation));
    out.largest_turn_rad = std::max(out.largest_turn_rad, angle_between(fused.rotation, measured.rotation));
  }
  out.map_from_enu = solution.state.alignment;
  GS_TRY(out.trajectory, with_poses(inputs.odometry, poses));
  return out;
}

}  // namespace gs::mapping
