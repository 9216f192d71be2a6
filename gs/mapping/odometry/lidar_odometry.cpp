// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/odometry/lidar_odometry.h"

#include <algorithm>
#include <cmath>

namespace gs::mapping {
namespace {

constexpr double kTightGate_m = 0.1;
// Robust share of points that must match for a pose to be believed.
constexpr double kMinShare = 0.15;
// A sweep enters the map if the vehicle moved at least this far since the last one that did: a standing vehicle adds
// nothing but noise. The first sweeps always do.
constexpr double kInsertEvery_m = 0.1, kInsertEvery_rad = 0.01;
constexpr std::size_t kAlwaysInsert = 5;
// Largest accelerations of a road vehicle, for extrapolating velocities.
constexpr double kMaxAcceleration_mps2 = 12, kMaxAngularAcceleration_rps2 = 4;
// Sweeps closer in time (of several LiDARs) say nothing about the velocity.
constexpr double kShortestStep_s = 0.02;
// Without odometry the motion in a longer gap is unknown; the velocity is trusted for this long.
constexpr double kLongestGap_s = 1.0;
// The map is started anew after so many sweeps in a row that do not match it.
constexpr std::size_t kLostBeforeRestart = 10;
// Share of the difference between gyro and registration that is taken as bias of the gyro, per sweep.
constexpr double kBiasGain = 0.02;

Vec3d clamped(Vec3d v, double limit) {
  const double length = norm(v);
  return length > limit ? v * (limit / length) : v;
}

}  // namespace

std::string_view to_text(SweepState state) {
  switch (state) {
    case SweepState::first:
      return "first";
    case SweepState::registered:
      return "registered";
    case SweepState::weak:
      return "weak";
    case SweepState::lost:
      return "lost";
  }
  return "unknown";
}

LidarOdometry::LidarOdometry(const OdometryOptions& options, const MotionHints& hints)
    : options_(options), model_(hints), map_(options.map_voxel_m), gate_(options.max_range_m) {
  if (hints.imu != nullptr) model_.gyro_bias = hints.imu->bias_at_rest().value_or(Vec3d{});
}

Result<void> LidarOdometry::add(const Sweep& sweep) {
  GS_TRY(PreparedSweep prepared, prepare_sweep(sweep, options_, filter_));
  if (poses_.empty()) {
    if (prepared.points.size() < static_cast<std::size_t>(options_.min_matches)) {
      return fail(ErrorCode::invalid_data, "the first sweep, at {} s, has {} usable points, {} are needed",
                  to_decimal_seconds(sweep.stamp), prepared.points.size(), options_.min_matches);
    }
    if (options_.map_voxel_m <= 0) map_ = VoxelPlanes(choose_voxel_m(prepared, filter_));
    poses_.push_back({.stamp = prepared.middle});
    start(std::move(prepared));
    return {};
  }
  if (prepared.middle <= poses_.back().stamp) {
    return fail(ErrorCode::invalid_data, "sweep at {} s is not later than the sweep before it",
                to_decimal_seconds(sweep.stamp));
  }
  if (!settled_ && !settle_start(prepared)) {
    // Nothing is known about the motion: start again from this sweep, at the same pose.
    poses_.push_back(
        {.stamp = prepared.middle,
         .map_from_base = poses_.back().map_from_base * model_.motion(poses_.back().stamp, prepared.middle),
         .state = SweepState::lost});
    if (prepared.points.size() >= static_cast<std::size_t>(options_.min_matches)) start(std::move(prepared));
    return {};
  }
  track(prepared);
  return {};
}

// Deskews with the current model, thins and registers.
Registration LidarOdometry::match(const PreparedSweep& sweep, const PosePrior& prior, double gate_m) {
  deskew_points(sweep.points, sweep.stamp, sweep.middle, model_, deskewed_);
  source_.clear();
  thin(deskewed_, options_.thinning_m, filter_, source_);
  Registration found = register_points(map_, source_, prior,
                                       {.gate_m = gate_m,
                                        .tight_gate_m = kTightGate_m,
                                        .iterations = options_.iterations,
                                        .min_matches = static_cast<std::size_t>(options_.min_matches)});
  if (found.matched_share < kMinShare) found.converged = false, found.map_from_base = prior.map_from_base;
  return found;
}

PosePrior LidarOdometry::predict(const PreparedSweep& sweep) const {
  const OdometryPose& last = poses_.back();
  if (model_.has_odometry(last.stamp, sweep.middle)) {
    return {last.map_from_base * model_.motion(last.stamp, sweep.middle), options_.odometry_sigma_m,
            options_.odometry_sigma_rad};
  }
  const Duration step = std::min(sweep.middle - last.stamp, Duration::from_seconds(kLongestGap_s));
  return {.map_from_base = last.map_from_base * model_.motion(last.stamp, last.stamp + step)};
}

// Updates the twist at the middle of the sweep from the mean twists of the last two steps: these hold half a step
// earlier, so the change is extrapolated by half of it. `finished`: the pose is final and becomes the last step.
void LidarOdometry::follow(const Rigid3d& pose, Timestamp middle, bool finished) {
  const OdometryPose& last = poses_.back();
  const double dt = (middle - last.stamp).seconds();
  if (dt < kShortestStep_s || dt > kLongestGap_s) return;
  const Rigid3d moved = last.map_from_base.inverse() * pose;
  const Twist step = twist_of(moved, dt);
  Twist change{};
  if (has_last_step_) {
    change = step - last_step_;
    change = {clamped(change.angular, kMaxAngularAcceleration_rps2 * dt),
              clamped(change.linear, kMaxAcceleration_mps2 * dt)};
  }
  model_.twist = step + change * 0.5;
  if (!finished) return;
  last_step_ = step;
  has_last_step_ = true;
  if (const auto turned = model_.gyro_rotation(last.stamp, middle)) {
    model_.gyro_bias += rotation_vector(moved.rotation.conjugate() * *turned) * (kBiasGain / dt);
  }
}

void LidarOdometry::track(const PreparedSweep& sweep) {
  const OdometryPose last = poses_.back();
  const PosePrior prior = predict(sweep);
  const Twist before = model_.twist;
  Registration found = match(sweep, prior, gate_.gate_m());
  if (found.converged && !model_.has_odometry(last.stamp, sweep.middle)) {
    // The motion found deskews the sweep better than the predicted one; register again, from close by.
    follow(found.map_from_base, sweep.middle, /*finished=*/false);
    if (Registration again = match(sweep, {.map_from_base = found.map_from_base}, kTightGate_m); again.converged) {
      found = std::move(again);
    }
  }
  const bool gap = (sweep.middle - last.stamp).seconds() > kLongestGap_s;
  if (found.converged) {
    follow(found.map_from_base, sweep.middle, /*finished=*/true);
    if (!gap) gate_.add(prior.map_from_base.inverse() * found.map_from_base);
    lost_in_a_row_ = 0;
  } else {
    model_.twist = before;
    ++lost_in_a_row_;
  }
  record(sweep, found);
  const bool usable = sweep.points.size() >= static_cast<std::size_t>(options_.min_matches);
  if (!found.converged && usable && (gap || lost_in_a_row_ > kLostBeforeRestart)) {
    lost_in_a_row_ = 0;
    rebuild_map(sweep, found.map_from_base);
  } else if (found.converged) {
    insert(found.map_from_base);
  }
}

void LidarOdometry::record(const PreparedSweep& sweep, const Registration& found) {
  OdometryPose pose{.stamp = sweep.middle, .map_from_base = found.map_from_base};
  const bool weak = !found.weak_shifts.empty() || !found.weak_turns.empty();
  pose.state = !found.converged ? SweepState::lost : weak ? SweepState::weak : SweepState::registered;
  pose.matched_share = found.matched_share, pose.rms_m = found.rms_m;
  pose.shift_share = found.shift_share, pose.turn_share = found.turn_share;
  const Quaterniond base_from_map = found.map_from_base.rotation.conjugate();
  for (const Vec3d& v : found.weak_shifts) pose.weak_shifts.push_back(base_from_map * v);
  for (const Vec3d& v : found.weak_turns) pose.weak_turns.push_back(base_from_map * v);
  poses_.push_back(std::move(pose));
}

// Adds the deskewed points of the current sweep to the map, and cuts the map to the range of the sensor.
void LidarOdometry::insert(const Rigid3d& pose) {
  const bool moved = norm(pose.translation - inserted_at_.translation) >= kInsertEvery_m ||
                     angle_between(pose.rotation, inserted_at_.rotation) >= kInsertEvery_rad;
  if (!moved && poses_.size() > kAlwaysInsert) return;
  map_.add(deskewed_, pose);
  inserted_at_ = pose;
  if (norm(pose.translation - forgotten_at_) > 0.25 * options_.max_range_m) {
    map_.forget_beyond(pose.translation, 1.25 * options_.max_range_m);
    forgotten_at_ = pose.translation;
  }
}

// The map becomes this sweep alone, deskewed with the current model.
void LidarOdometry::rebuild_map(const PreparedSweep& sweep, const Rigid3d& pose) {
  deskew_points(sweep.points, sweep.stamp, sweep.middle, model_, deskewed_);
  map_.clear();
  map_.add(deskewed_, pose);
  inserted_at_ = pose;
  forgotten_at_ = pose.translation;
}

}  // namespace gs::mapping
