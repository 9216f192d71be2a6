// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Splits clusters that hold several people who were seen apart before. Private to track_objects.
#pragma once

#include <span>
#include <vector>

#include "gs/mapping/actors/object_cloud.h"
#include "gs/mapping/actors/object_clusters.h"

namespace gs::mapping {

// A person as followed so far.
struct ExpectedPerson {
  const ObjectCloud* last = nullptr;  // points of the last sighting
  Vec3d velocity;                     // in map [m/s]
  // Where the mean of the points is expected at a time, in map [m].
  Vec3d mean_at(Timestamp time) const { return last->mean + velocity * (time - last->stamp).seconds(); }
};

// Splits wide clusters (indices into the points of the sweep) in which people are expected: a point goes to the person
// whose points of the last sighting, moved to the expected place, come nearest; the points that are near nobody form a
// part of their own. Parts with fewer points than `options` ask for are left out, because they would widen the others.
void split_people(const Sweep& sweep, std::span<const ExpectedPerson> people, const ClusterOptions& options,
                  std::vector<std::vector<uint32_t>>& clusters);

}  // namespace gs::mapping
