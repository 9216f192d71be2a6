// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The Gaussians of actors as assets of the rasterizer, and the instances in an image.
#pragma once

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

  // Instances for an image that is read from `first` to `last`, of the actors that exist at `first`. Reuses the memory
  // of `out`.
  void instances(const Traffic& traffic, Timestamp first, Timestamp last, std::vector<splat::SplatInstance>& out) const;

 private:
  struct Range {
    uint32_t first = 0, count = 0;  // assets of the rasterizer; none: it has no Gaussians
  };
  std::vector<Range> ranges_;  // one an asset of the world
  std::vector<splat::GaussianCloud> clouds_;
};

}  // namespace gs::sim
