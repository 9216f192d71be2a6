// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/actors/hidden_side.h"

#include <algorithm>
#include <cmath>

#include "gs/core/parallel.h"

namespace gs::splat::train {
namespace {

constexpr double kLeastSine = 0.342;   // sine of 20 deg, the flattest angle at which an image shows a face
constexpr double kHiddenShare = 0.25;  // of the area seen of the other side

// Area of a side of a vehicle in the image, up to a factor that is the same for both sides. `beyond_m` is the distance
// of the camera from the plane of the side, positive outside.
double seen_area(double beyond_m, double range_m) {
  const double sine = beyond_m / range_m;
  return sine < kLeastSine ? 0.0 : sine / (range_m * range_m);
}

}  // namespace

std::vector<MirrorGate> mirror_gates(const TrainingData& data) {
  std::vector<MirrorGate> out(data.actors.size());
  std::vector<double> left(out.size(), 0.0), right(out.size(), 0.0);
  for (const TrainingView& view : data.views) {
    if (view.held_out) continue;
    for (const ActorSighting& sighting : view.actors) {
      const Vec3d camera = sighting.map_from_actor.inverse() * view.map_from_camera.translation;
      const double half = 0.5 * data.actors[sighting.actor].size_m.y, range = std::max(norm(camera), half);
      left[sighting.actor] += seen_area(camera.y - half, range);
      right[sighting.actor] += seen_area(-camera.y - half, range);
    }
  }
  for (std::size_t k = 0; k < out.size(); ++k) {
    const TrainedActor& actor = data.actors[k];
    if (!actor.mirrored) continue;
    out[k] = {static_cast<float>(0.5 * actor.size_m.x), static_cast<float>(0.5 * actor.size_m.y), 0};
    if (left[k] < kHiddenShare * right[k]) out[k].side = 1;
    if (right[k] < kHiddenShare * left[k]) out[k].side = -1;
  }
  return out;
}

MirroredActors::MirroredActors(std::span<ActorState> actors, std::span<const MirrorGate> gates,
                               std::span<const std::size_t> shown)
    : actors_(actors), gates_(gates) {
  for (const std::size_t k : shown) {
    if (is_mirrored_step(gates[k], actors[k].adam.steps)) mirrored_.push_back(k);
  }
  mirror();
}

void MirroredActors::mirror() const {
  for (const std::size_t k : mirrored_) {
    const MutableCloudView cloud = actors_[k].cloud.view(), first = actors_[k].adam.first.view();
    parallel_for(cloud.size, [&](std::size_t i) { mirror_gaussian(cloud, i), mirror_gaussian(first, i); });
  }
}

bool MirroredActors::contains(std::size_t actor) const {
  return std::ranges::find(mirrored_, actor) != mirrored_.end();
}

void MirroredActors::gate(std::size_t actor, const MutableCloudView& gradient) const {
  if (!contains(actor)) return;
  const MutableCloudView cloud = actors_[actor].cloud.view();
  parallel_for(cloud.size, [&](std::size_t i) {
    if (!learns_mirrored(gates_[actor], cloud.position_of(i))) clear_gaussian(gradient, i);
  });
}

}  // namespace gs::splat::train
