// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/training/drivestudio/timesteps.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "gs/core/file.h"

namespace gs::builder {
namespace {

constexpr std::size_t kMostCameras = 6;  // DriveStudio has image sizes for six cameras
constexpr double kMostApartS = 0.5;      // largest time between the images and the sweep of a step

void warn(Problems& problems, std::string_view what, std::string message) {
  problems.add({.severity = Severity::warning,
                .code = ErrorCode::unsupported,
                .file = std::string(what),
                .message = std::move(message)});
}

// Order of cameras: 0 the front camera, 1 other front cameras, 2 the rest.
int rank_of(const std::string& id) {
  if (id == "camera_front") return 0;
  return id.find("front") != std::string::npos ? 1 : 2;
}

// Cameras with enough frames, front cameras first, at most six.
std::vector<std::size_t> choose_cameras(const dataset::DatasetIndex& index, Problems& problems) {
  std::size_t most = 0;
  for (const dataset::DatasetCamera& camera : index.cameras) most = std::max(most, camera.frames.size());
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < index.cameras.size(); ++i) {
    const dataset::DatasetCamera& camera = index.cameras[i];
    if (!camera.frames.empty() && 2 * camera.frames.size() >= most) {
      out.push_back(i);
      continue;
    }
    warn(problems, camera.id,
         format("left out of the DriveStudio data set: it has {} frames, another camera has {}", camera.frames.size(),
                most));
  }
  std::ranges::stable_sort(out, {}, [&](std::size_t i) { return rank_of(index.cameras[i].id); });
  for (std::size_t i = kMostCameras; i < out.size(); ++i) {
    warn(problems, index.cameras[out[i]].id, "left out of the DriveStudio data set, which has at most six cameras");
  }
  out.resize(std::min(out.size(), kMostCameras));
  return out;
}

// Nearest frame in time with the same held-out state.
std::optional<std::size_t> nearest_frame(const dataset::DatasetCamera& camera, const dataset::DatasetIndex& index,
                                         double time, bool held_out) {
  std::optional<std::size_t> best;
  double apart = kMostApartS;
  for (std::size_t i = 0; i < camera.frames.size(); ++i) {
    const double distance = std::abs(camera.frames[i].timestamp_s - time);
    if (distance > apart || index.held_out.contains(camera.frames[i].index) != held_out) continue;
    apart = distance, best = i;
  }
  return best;
}

std::optional<std::size_t> nearest_full_sweep(std::span<const dataset::LidarSweep> sweeps,
                                              const std::vector<bool>& full, double time) {
  std::optional<std::size_t> best;
  double apart = kMostApartS;
  for (std::size_t i = 0; i < sweeps.size(); ++i) {
    const double distance = std::abs(sweeps[i].timestamp_s - time);
    if (full[i] && distance <= apart) apart = distance, best = i;
  }
  return best;
}

// Flags of the sweeps with at least one point, by file size, so that no file is read.
std::vector<bool> full_sweeps(std::span<const dataset::LidarSweep> sweeps) {
  std::vector<bool> full;
  for (const dataset::LidarSweep& sweep : sweeps) {
    std::error_code error;
    const auto bytes = fs::file_size(sweep.file, error);
    full.push_back(!error && bytes >= sizeof(Vec3f));
  }
  return full;
}

}  // namespace

Arranged arrange_steps(const std::vector<Timestep>& steps) {
  std::vector<const Timestep*> trained, tested;
  for (const Timestep& step : steps) (step.held_out ? tested : trained).push_back(&step);
  Arranged out;
  if (tested.empty() || trained.empty()) {
    for (const Timestep* step : trained) out.steps.push_back(*step);
    return out;
  }
  // Smallest stride that has a held-out step for each of its positions, so that no training step is used for testing.
  const std::size_t total = steps.size();
  out.stride = 2;
  while ((total - 1) / out.stride > tested.size()) ++out.stride;
  // Fill the positions in order: multiples of the stride with held-out steps, the rest with training steps.
  std::size_t next_trained = 0, next_tested = 0;
  while (next_trained < trained.size()) {
    const bool place = !out.steps.empty() && out.steps.size() % out.stride == 0 && next_tested < tested.size();
    out.steps.push_back(place ? *tested[next_tested++] : *trained[next_trained++]);
  }
  return out;
}

Result<TimestepPlan> plan_timesteps(const dataset::DatasetIndex& index, std::span<const dataset::LidarSweep> sweeps,
                                    std::size_t frame_stride, Problems& problems) {
  TimestepPlan plan{.cameras = choose_cameras(index, problems)};
  if (plan.cameras.empty()) return fail(ErrorCode::invalid_data, "the data set has no images");
  const auto frames_of = [&](std::size_t camera) { return index.cameras[camera].frames.size(); };
  // One step per frame of the slowest camera.
  const std::size_t slowest = *std::ranges::min_element(plan.cameras, {}, frames_of);
  const std::vector<bool> full = full_sweeps(sweeps);
  std::vector<Timestep> steps;
  std::size_t incomplete = 0;
  for (std::size_t i = 0; i < frames_of(slowest); i += frame_stride) {
    const dataset::DatasetFrame& frame = index.cameras[slowest].frames[i];
    Timestep step{.held_out = index.held_out.contains(frame.index)};
    for (const std::size_t camera : plan.cameras) {
      const auto found =
          camera == slowest ? i : nearest_frame(index.cameras[camera], index, frame.timestamp_s, step.held_out);
      if (found) step.frames.push_back(*found);
    }
    const auto sweep = nearest_full_sweep(sweeps, full, frame.timestamp_s);
    // Steps must be complete: an image of every camera and a sweep.
    if (step.frames.size() < plan.cameras.size() || !sweep) {
      ++incomplete;
      continue;
    }
    step.sweep = *sweep;
    steps.push_back(std::move(step));
  }
  if (incomplete > 0) {
    warn(problems, "drivestudio",
         format("{} frames are left out: no image of every camera or no sweep within {} s", incomplete, kMostApartS));
  }
  Arranged arranged = arrange_steps(steps);
  plan.steps = std::move(arranged.steps), plan.test_stride = arranged.stride;
  if (plan.steps.size() >= 2) return plan;
  return fail(ErrorCode::invalid_data,
              "DriveStudio needs at least two time steps with images and LiDAR, but there are {}", plan.steps.size())
      .with_hint("DriveStudio cannot train without LiDAR; use training.backend: native");
}

}  // namespace gs::builder
