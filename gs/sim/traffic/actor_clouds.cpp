// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/traffic/actor_clouds.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace gs::sim {
Result<ActorClouds> ActorClouds::take(std::vector<world::ActorModel>& models) {
  ActorClouds out;
  for (world::ActorModel& model : models) {
    Range& range = out.ranges_.emplace_back(Range{static_cast<uint32_t>(out.clouds_.size()), 0});
    if (model.cloud.empty()) continue;
    GS_TRY(std::vector<splat::GaussianCloud> shapes, world::key_shapes(model));
    model.cloud = {};
    range.count = static_cast<uint32_t>(shapes.size());
    std::move(shapes.begin(), shapes.end(), std::back_inserter(out.clouds_));
  }
  return out;
}

std::optional<ActorState> ActorClouds::shown_state(const Traffic& traffic, uint32_t actor, Timestamp first) const {
  if (ranges_[traffic.actors()[actor].model].count == 0) return std::nullopt;
  return traffic.state_at(actor, first);
}

std::vector<uint32_t> ActorClouds::shown(const Traffic& traffic, Timestamp first) const {
  std::vector<uint32_t> out;
  for (uint32_t i = 0; i < traffic.actors().size(); ++i) {
    if (shown_state(traffic, i, first)) out.push_back(i);
  }
  return out;
}

void ActorClouds::instances(const Traffic& traffic, Timestamp first, Timestamp last,
                            std::vector<splat::SplatInstance>& out) const {
  out.clear();
  for (uint32_t i = 0; i < traffic.actors().size(); ++i) {
    const auto begin = shown_state(traffic, i, first);
    if (!begin) continue;
    const Range& range = ranges_[traffic.actors()[i].model];
    const auto shape = std::min(static_cast<uint32_t>(traffic.shape_at(i, first)), range.count - 1);
    splat::SplatInstance& instance = out.emplace_back();
    instance.asset = range.first + shape;
    instance.map_from_asset = begin->map_from_actor;
    if (last > first)
      instance.motion = splat::InstanceMotion{begin->map_from_actor, traffic.nearest_state(i, last).map_from_actor};
  }
}

}  // namespace gs::sim
