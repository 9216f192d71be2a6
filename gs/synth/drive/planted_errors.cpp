// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/drive/planted_errors.h"

#include <algorithm>
#include <cmath>

#include "gs/core/numbers/random.h"

namespace gs::synth {
namespace {

constexpr double kDegree = kPi / 180;

// The pose that a log states instead of the true one; both relative to base_link.
Rigid3d stated(const Rigid3d& truth, const std::vector<double>& rpy_deg, const std::vector<double>& xyz_m) {
  if (std::ranges::all_of(rpy_deg, [](double x) { return x == 0; }) &&
      std::ranges::all_of(xyz_m, [](double x) { return x == 0; })) {
    return truth;
  }
  const Quaterniond error = Quaterniond::from_rpy(rpy_deg[0] * kDegree, rpy_deg[1] * kDegree, rpy_deg[2] * kDegree);
  return {error * truth.rotation, truth.translation + Vec3d{xyz_m[0], xyz_m[1], xyz_m[2]}};
}

Result<void> check_three(const char* name, const std::vector<double>& values) {
  if (values.size() == 3) return {};
  return fail(ErrorCode::invalid_option, "errors.{} has {} numbers instead of 3", name, values.size())
      .with_hint("for example 0,0.2,0");
}

Result<void> check_intervals(const char* name, const std::vector<double>& times, std::size_t most) {
  bool good = times.size() % 2 == 0 && times.size() <= most;
  for (std::size_t i = 0; good && i + 1 < times.size(); i += 2) good = times[i] < times[i + 1];
  if (good) return {};
  return fail(ErrorCode::invalid_option, "errors.{} is not {} of begin and end", name, most == 2 ? "one pair" : "pairs")
      .with_hint("for example 5,10");
}

}  // namespace

Result<void> check_errors(const ErrorOptions& e) {
  GS_CHECK(check_three("lidar_rotation_deg", e.lidar_rotation_deg));
  GS_CHECK(check_three("lidar_translation_m", e.lidar_translation_m));
  GS_CHECK(check_three("camera_rotation_deg", e.camera_rotation_deg));
  GS_CHECK(check_three("camera_translation_m", e.camera_translation_m));
  GS_CHECK(check_intervals("gnss_outages_s", e.gnss_outages_s, 1000));
  if (e.gnss_jump_s.size() != 2) return check_intervals("gnss_jump_s", {1, 0}, 2);
  return check_intervals("gnss_jump_s", e.gnss_jump_s, 2);
}

bool has_planted_errors(const DriveOptions& options) {
  if (options.poses != "all" || options.motion.odometry_drift) return true;
  ErrorOptions copy = options.errors, none;
  // The time of a jump of 0 m is no error.
  if (copy.gnss_jump_m == 0) copy.gnss_jump_s = none.gnss_jump_s;
  const OptionTable table = OptionTable::of(copy);
  return std::ranges::any_of(table.all(), [](const Option& option) {
    ErrorOptions fresh;
    return option.get() != OptionTable::of(fresh).find(option.name)->get();
  });
}

Rig stated_rig(const Rig& truth, const ErrorOptions& e) {
  Rig rig = truth;
  rig.base_from_lidar = stated(truth.base_from_lidar, e.lidar_rotation_deg, e.lidar_translation_m);
  for (CameraMount& mount : rig.cameras) {
    mount.base_from_camera = stated(mount.base_from_camera, e.camera_rotation_deg, e.camera_translation_m);
  }
  return rig;
}

Duration stamp_error(DriveEvent kind, const ErrorOptions& e) {
  switch (kind) {
    case DriveEvent::sweep:
      return Duration::from_seconds(e.lidar_time_s);
    case DriveEvent::image:
      return Duration::from_seconds(e.camera_time_s);
    case DriveEvent::imu:
      return Duration::from_seconds(e.imu_time_s);
    case DriveEvent::gnss:
      return Duration::from_seconds(e.gnss_time_s);
    case DriveEvent::static_transforms:
    case DriveEvent::transform:
    case DriveEvent::odometry:
      break;
  }
  return {};
}

bool has_fix(const ErrorOptions& e, double t) {
  for (std::size_t i = 0; i + 1 < e.gnss_outages_s.size(); i += 2) {
    if (t >= e.gnss_outages_s[i] && t < e.gnss_outages_s[i + 1]) return false;
  }
  return true;
}

Vec3d gnss_jump(const ErrorOptions& e, uint64_t seed) {
  const double direction = Random(seed, purpose("gnss_jump"), 0).uniform(0, 2 * kPi);
  return {e.gnss_jump_m * std::cos(direction), e.gnss_jump_m * std::sin(direction), 0};
}

Vec3d gnss_error(const ErrorOptions& e, double t, uint64_t seed) {
  Vec3d error{};
  if (e.gnss_jump_m > 0 && t >= e.gnss_jump_s[0] && t < e.gnss_jump_s[1]) error = gnss_jump(e, seed);
  if (e.gnss_multipath_m > 0) {
    // Three sines of incommensurate periods per axis, each with the variance a^2 / 3.
    constexpr double kPeriods_s[] = {23, 41, 67};
    const double amplitude = e.gnss_multipath_m * std::sqrt(2.0 / 3.0);
    Random phases(seed, purpose("gnss_multipath"), 0);
    for (double* axis : {&error.x, &error.y, &error.z}) {
      for (const double period : kPeriods_s) {
        *axis += amplitude * std::sin(2 * kPi * (t / period + phases.uniform()));
      }
    }
  }
  return error;
}

}  // namespace gs::synth
