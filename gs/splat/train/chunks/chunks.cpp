// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/chunks/chunks.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gs/core/parallel.h"
#include "gs/splat/train/image_corrections/lens_shading.h"

namespace gs::splat::train {
namespace {

constexpr double kReachShare = 0.4;  // viewing distance beyond the overlap / chunk length
// Dome radius [m] = kDomeShare * radius of the drive + kDomeBeyondM.
constexpr double kDomeShare = 2, kDomeBeyondM = 200;
constexpr float kFarShare = 0.9f;  // positions beyond this share of the dome radius belong to the sky
constexpr double kJumpM = 50;      // longer steps between two views are pose errors and add no path length [m]
constexpr double kPathSteps = 60;  // samples of the path per chunk

// Positions of the camera with the most views, ordered by timestamp if all of them have one.
std::vector<Vec3d> path_of(std::span<const TrainingView> views) {
  const std::vector<std::size_t> cameras = camera_numbers(views);
  std::vector<std::vector<std::size_t>> own(views.empty() ? 0 : 1 + *std::max_element(cameras.begin(), cameras.end()));
  for (std::size_t i = 0; i < views.size(); ++i) own[cameras[i]].push_back(i);
  const auto most = std::max_element(own.begin(), own.end(), [](auto& a, auto& b) { return a.size() < b.size(); });
  if (most == own.end()) return {};
  const bool timed = std::all_of(most->begin(), most->end(), [&](std::size_t i) { return views[i].timestamp_s; });
  if (timed) {
    std::stable_sort(most->begin(), most->end(),
                     [&](std::size_t a, std::size_t b) { return *views[a].timestamp_s < *views[b].timestamp_s; });
  }
  std::vector<Vec3d> out;
  for (const std::size_t i : *most) out.push_back(views[i].map_from_camera.translation);
  return out;
}

// Index and squared distance [m^2] of a path sample.
struct Nearest {
  std::size_t index = 0;
  float squared = std::numeric_limits<float>::infinity();
};
// Nearest path sample for which counts(index) holds; the first one of equals.
template <class Counts>
Nearest nearest_of(const std::vector<Vec3f>& path, Vec3f place, Counts counts) {
  Nearest out;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const Vec3f d = path[i] - place;
    const float squared = dot(d, d);
    if (squared < out.squared && counts(i)) out = {i, squared};
  }
  return out;
}

// Sky dome of the whole drive: around the bounding box of the cameras.
SkyDome dome_around(std::span<const TrainingView> views) {
  constexpr double kFar = std::numeric_limits<double>::max();
  Vec3d low{kFar, kFar, kFar}, high{-kFar, -kFar, -kFar};
  for (const TrainingView& view : views) {
    const Vec3d& p = view.map_from_camera.translation;
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  return {(low + high) * 0.5, kDomeShare * 0.5 * norm(high - low) + kDomeBeyondM};
}

// Plan with `count` chunks of equal length. `all` are the path positions, `along` their arc lengths [m].
ChunkPlan split_path(std::span<const TrainingView> views, const std::vector<Vec3d>& all,
                     const std::vector<double>& along, const ChunkOptions& options, std::size_t count) {
  ChunkPlan plan{.length_m = along.back(), .dome = dome_around(views), .overlap_m = options.overlap_m};
  const double piece_m = plan.length_m / static_cast<double>(count);
  plan.reach_m = options.overlap_m + kReachShare * piece_m;
  plan.chunks.resize(count);
  for (std::size_t k = 0; k < count; ++k) {
    plan.chunks[k].begin_m = piece_m * static_cast<double>(k);
    plan.chunks[k].end_m = piece_m * static_cast<double>(k + 1);
  }
  // Thin out the path: cell_of() searches all samples for every Gaussian.
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Vec3f place = cast<float>(all[i]);
    if (!plan.path.empty() && static_cast<double>(norm(place - plan.path.back())) < piece_m / kPathSteps) continue;
    plan.path.push_back(place);
    plan.chunk_of.push_back(std::min(count - 1, static_cast<std::size_t>(along[i] / std::max(piece_m, 1e-9))));
  }
  for (std::size_t i = 0; i < views.size(); ++i) {
    // A view trains the chunk of its own cell and every chunk whose path is within the overlap.
    const Vec3f place = cast<float>(views[i].map_from_camera.translation);
    const std::size_t cell = plan.cell_of(place);
    for (std::size_t k = 0; k < count; ++k) {
      const Nearest found = nearest_of(plan.path, place, [&](std::size_t p) { return plan.chunk_of[p] == k; });
      const bool near = std::sqrt(found.squared) <= static_cast<float>(options.overlap_m);
      if (near || cell == k) plan.chunks[k].views.push_back(i);
    }
  }
  return plan;
}

}  // namespace

std::size_t ChunkPlan::cell_of(Vec3f place) const {
  if (chunks.size() < 2) return 0;
  return chunk_of[nearest_of(path, place, [](std::size_t) { return true; }).index];
}

std::optional<std::size_t> ChunkPlan::owner_of(Vec3f place, std::size_t last) const {
  const std::size_t cell = cell_of(place);
  if (cell > last) return {};
  // Later chunks take over positions within overlap_m of their own path.
  const auto most = static_cast<float>(overlap_m * overlap_m);
  std::size_t owner = cell;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (chunk_of[i] <= owner || chunk_of[i] > last) continue;
    const Vec3f d = path[i] - place;
    if (dot(d, d) <= most) owner = chunk_of[i];
  }
  return owner;
}

bool ChunkPlan::is_far(Vec3f place) const {
  return norm(place - cast<float>(dome.center)) > kFarShare * static_cast<float>(dome.radius_m);
}

bool ChunkPlan::is_near(std::size_t chunk, Vec3f place) const {
  const Nearest found = nearest_of(path, place, [&](std::size_t i) { return chunk_of[i] == chunk; });
  return std::sqrt(found.squared) <= static_cast<float>(reach_m);
}

ChunkPlan plan_chunks(std::span<const TrainingView> views, const ChunkOptions& options) {
  if (views.empty()) return {};
  // Arc length of the path; jumps of the pose do not count.
  const std::vector<Vec3d> all = path_of(views);
  std::vector<double> along{0};
  for (std::size_t i = 1; i < all.size(); ++i) {
    const double step_m = norm(all[i] - all[i - 1]);
    along.push_back(along.back() + (step_m < kJumpM ? step_m : 0.0));
  }
  const double length_m = along.back();
  const bool split = options.split_above_m > 0 && length_m > options.split_above_m;
  // Use fewer chunks if one of them would have no view to train on (for example with few, unevenly spread views).
  const double most = split ? std::ceil(length_m / options.length_m) : 1.0;
  for (auto count = static_cast<std::size_t>(most); true; --count) {
    ChunkPlan plan = split_path(views, all, along, options, count);
    const bool all_train = std::all_of(plan.chunks.begin(), plan.chunks.end(), [&](const Chunk& chunk) {
      return std::any_of(chunk.views.begin(), chunk.views.end(), [&](std::size_t i) { return !views[i].held_out; });
    });
    if (all_train || count == 1) return plan;
  }
}

std::vector<uint32_t> owned_by(const ChunkPlan& plan, std::size_t chunk, std::size_t last, const CloudView& trained) {
  std::vector<uint8_t> own(trained.size);
  parallel_for(trained.size, [&](std::size_t i) {
    const Vec3f p = trained.position_of(i);
    own[i] = !plan.is_far(p) && plan.owner_of(p, last) == chunk;
  });
  std::vector<uint32_t> out;
  for (uint32_t i = 0; i < trained.size; ++i) {
    if (own[i] != 0) out.push_back(i);
  }
  return out;
}

}  // namespace gs::splat::train
