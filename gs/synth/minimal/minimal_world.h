// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The smallest complete world: 100 Gaussians on a flat street of 12.7 m, one camera, one LiDAR. It needs no data and is
// equal byte for byte on every machine; worlds/minimal_test is this world.
#pragma once

#include <filesystem>

#include "gs/core/result.h"
#include "gs/splat/model/cloud.h"
#include "gs/world/bundle.h"

namespace gs::synth {

// The world and its Gaussians.
struct MinimalWorld {
  world::World world;
  splat::GaussianCloud gaussians;
};

// Make the world in memory, or write it as a bundle. With `replace`, an existing bundle is replaced. Errors: those of
// saving.
Result<MinimalWorld> make_minimal_world();
Result<void> write_minimal_world(const std::filesystem::path& target, bool replace = false);

}  // namespace gs::synth
