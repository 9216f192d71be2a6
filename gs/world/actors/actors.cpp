// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/actors/actors.h"

#include <algorithm>
#include <cmath>

namespace gs::world {
namespace {

template <class Entry>
const Entry* find_by_id(const std::vector<Entry>& entries, std::string_view id) {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.id == id; });
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace

const ActorTrajectory* find_actor(const ActorTrajectories& trajectories, std::string_view id) {
  return find_by_id(trajectories.actors, id);
}

const ActorAsset* find_asset(const ActorAssets& assets, std::string_view id) { return find_by_id(assets.assets, id); }

double path_length_m(const ActorTrajectory& actor) {
  double length = 0;
  for (std::size_t i = 1; i < actor.x.size(); ++i) {
    length += std::hypot(actor.x[i] - actor.x[i - 1], actor.y[i] - actor.y[i - 1]);
  }
  return length;
}

}  // namespace gs::world
