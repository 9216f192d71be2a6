// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rules of the actors of a bundle that need more than one file. The rules of single files are in their parsers
// (gs/world/actors).
#pragma once

#include <cstddef>

#include "gs/core/problems.h"
#include "gs/world/bundle_parts.h"

namespace gs::world {

// Checks that actors, assets, cameras, time, extent and ground agree; part of check_consistency().
void check_actor_consistency(const BundleParts& parts, Problems& problems);

// Warns of actors that overlap each other for more than 0.5 s; part of validate_world(). Compares at most
// `max_comparisons` samples, so that hostile files cannot make it slow; what is left out is a notice.
void check_actor_overlaps(const BundleParts& parts, Problems& problems, std::size_t max_comparisons = 10'000'000);
// Warns of actors that are inside the static mesh for more than 0.5 s; part of validate_world(). Compares at most
// `max_comparisons` pairs of triangles and samples; what is left out is a notice.
void check_actors_in_mesh(const BundleParts& parts, Problems& problems, std::size_t max_comparisons = 50'000'000);

}  // namespace gs::world
