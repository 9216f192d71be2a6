// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The Gaussians of actors as assets of the rasterizer, and the instances in an image.
#pragma once

#include <optional>
#include <vector>

#include "gs/sim/traffic/traffic.h"
#include "gs/splat/api/rasterizer.h"

namespace gs::sim {

// Knows which assets of the rasterizer belong to which asset of the world: one a key shape.
class ActorClouds {
 public:
  // Moves the Gaussians out of the models of the world: one cloud a key shape, or one a rigid asset. Errors:
  // invalid_argument for key shapes outside of their cloud, out_of_memory.
  static Result<ActorClouds> take(std::vector<world::ActorModel>& models);

  // Assets for Rasterizer::upload(); can be taken once. Empty if no asset has Gaussians.
  std::vector<splat::GaussianCloud> take_clouds() { return std::move(clouds_); }

  // Whether an asset of the world has Gaussians.
  bool shows(uint32_t model) const { return ranges_[model].count > 0; }

  // Indices in Traffic::actors() of the actors that an image shows which is read from `first` on.
  std::vector<uint32_t> shown(const Traffic& traffic, Timestamp first) const;
  // Instances for an image that is read from `first` to `last`, of shown(first) in its order. Reuses the memory of
  // `out`.
  void instances(const Traffic& traffic, Timestamp first, Timestamp last, std::vector<splat::SplatInstance>& out) const;

 private:
  struct Range {
    uint32_t first = 0, count = 0;  // assets of the rasterizer; none: it has no Gaussians
  };
  // State of an actor that is shown at `first`.
  std::optional<ActorState> shown_state(const Traffic& traffic, uint32_t actor, Timestamp first) const;
  std::vector<Range> ranges_;  // one an asset of the world
  std::vector<splat::GaussianCloud> clouds_;
};

}  // namespace gs::sim
