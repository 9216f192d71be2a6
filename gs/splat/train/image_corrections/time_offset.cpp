// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/image_corrections/time_offset.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gs/splat/train/image_corrections/image_corrections.h"

namespace gs::splat::train {
namespace {

constexpr double kOffsetBeta1 = 0.9, kOffsetBeta2 = 0.99, kOffsetEpsilon = 1e-15;
constexpr double kReachS = 0.1, kMostS = 5e-4;  // [s] sum of all rates of a run without decay; largest rate of a step
constexpr double kSlowMps = 0.1;                // [m/s] slower cameras give no along-track information
constexpr double kGapS = 2;                     // [s] maximum time between the views that define a motion

// Mean velocity and angular rate between the view before and the view after, in the axes of `view`.
ViewMotion motion_between(const TrainingView& view, const TrainingView& before, const TrainingView& after) {
  const double seconds = *after.timestamp_s - *before.timestamp_s;
  if (!(seconds > 0 && seconds <= kGapS)) return {};
  const Quaterniond back = view.map_from_camera.rotation.conjugate();
  const Quaterniond turn = before.map_from_camera.rotation.conjugate() * after.map_from_camera.rotation;
  return {back * (after.map_from_camera.translation - before.map_from_camera.translation) / seconds,
          rotation_vector(turn) / seconds};
}

}  // namespace

CameraList list_cameras(std::span<const TrainingView> views) {
  CameraList out;
  for (const TrainingView& view : views) {
    const auto known = std::find(out.names.begin(), out.names.end(), camera_of(view));
    out.of_view.push_back(static_cast<std::size_t>(known - out.names.begin()));
    if (known == out.names.end()) out.names.emplace_back(camera_of(view));
  }
  return out;
}

std::vector<ViewMotion> view_motions(const std::vector<TrainingView>& views) {
  std::vector<ViewMotion> out(views.size());
  const CameraList cameras = list_cameras(views);
  for (std::size_t c = 0; c < cameras.names.size(); ++c) {
    std::vector<std::size_t> own;
    for (std::size_t i = 0; i < views.size(); ++i) {
      if (cameras.of_view[i] == c && views[i].timestamp_s) own.push_back(i);
    }
    std::stable_sort(own.begin(), own.end(),
                     [&](std::size_t a, std::size_t b) { return *views[a].timestamp_s < *views[b].timestamp_s; });
    for (std::size_t k = 0; k < own.size(); ++k) {
      const std::size_t before = own[k > 0 ? k - 1 : 0], after = own[std::min(k + 1, own.size() - 1)];
      out[own[k]] = motion_between(views[own[k]], views[before], views[after]);
    }
  }
  return out;
}

Rigid3d moved_pose(const Rigid3d& map_from_camera, const ViewMotion& motion, double offset_s) {
  if (offset_s == 0) return map_from_camera;
  return map_from_camera * Rigid3d{rotation_from_vector(motion.rate_rps * offset_s), motion.velocity_mps * offset_s};
}

// With C the correction and P(offset) the moved pose, camera_from_map = C P^-1. A time dt later it is C exp(-dt twist)
// P^-1 = exp(-dt Ad_C twist) C P^-1, with Ad_C the adjoint of C.
double time_offset_vjp(const ViewMotion& motion, double offset_s, const ViewCorrection& correction,
                       const PoseGrad<float>& pose) {
  const Rigid3d c = corrected_pose(correction, {}).inverse();
  const Vec3d rate = c.rotation * motion.rate_rps;
  const Vec3d speed = rotation_from_vector(motion.rate_rps * -offset_s) * motion.velocity_mps;
  const Vec3d velocity = c.rotation * speed + cross(c.translation, rate);
  return -dot(cast<double>(pose.translation), velocity) - dot(cast<double>(pose.rotation), rate);
}

double take_common_offset(std::vector<ViewCorrection>& corrections, const std::vector<ViewMotion>& motions,
                          std::span<const std::size_t> views, double share) {
  // Each translation, projected on the velocity, is a time; average over the moving views.
  double sum_s = 0, moving = 0;
  for (const std::size_t i : views) {
    const Vec3d& v = motions[i].velocity_mps;
    if (norm(v) < kSlowMps) continue;
    const std::array<float, 3>& t = corrections[i].translation;
    sum_s -= dot(Vec3d{t[0], t[1], t[2]}, v) / dot(v, v), ++moving;
  }
  if (moving == 0) return 0;
  // Remove that motion from the corrections; the clock offset will apply it instead.
  const double taken_s = share * sum_s / moving;
  for (const std::size_t i : views) {
    if (norm(motions[i].velocity_mps) < kSlowMps) continue;
    const Vec3d by = motions[i].velocity_mps * taken_s, turned = motions[i].rate_rps * taken_s;
    std::array<float, 3>&t = corrections[i].translation, &w = corrections[i].rotation;
    t = {t[0] + static_cast<float>(by.x), t[1] + static_cast<float>(by.y), t[2] + static_cast<float>(by.z)};
    w = {w[0] + static_cast<float>(turned.x), w[1] + static_cast<float>(turned.y), w[2] + static_cast<float>(turned.z)};
  }
  return taken_s;
}

TimeOffsets make_time_offsets(std::size_t cameras) {
  TimeOffsets out;
  for (auto* part : {&out.values, &out.first, &out.second}) part->resize(cameras);
  out.steps.resize(cameras);
  return out;
}

double time_offset_rate_s(double visits, double progress) {
  const double shrink = 1 - 0.9 * std::clamp(progress, 0.0, 1.0);
  return shrink * std::min(kReachS / std::max(visits, 1.0), kMostS);
}

void correct_time(TimeOffsets& offsets, std::size_t camera, double gradient, double rate_s) {
  if (!std::isfinite(gradient)) return;
  const auto t = static_cast<double>(++offsets.steps[camera]);
  double &m = offsets.first[camera], &v = offsets.second[camera];
  m = kOffsetBeta1 * m + (1 - kOffsetBeta1) * gradient;
  v = kOffsetBeta2 * v + (1 - kOffsetBeta2) * gradient * gradient;
  const double first = m / (1 - std::pow(kOffsetBeta1, t)), second = v / (1 - std::pow(kOffsetBeta2, t));
  offsets.values[camera] -= rate_s * first / (std::sqrt(second) + kOffsetEpsilon);
}

}  // namespace gs::splat::train
