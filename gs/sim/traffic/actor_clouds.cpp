// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/traffic/actor_clouds.h"

#include <algorithm>
#include <numeric>

namespace gs::sim {
namespace {

// The Gaussians of one key shape.
Result<splat::GaussianCloud> shape_of(const splat::GaussianCloud& cloud, const world::KeyShape& shape) {
  const auto size = static_cast<int64_t>(cloud.size());
  if (shape.first < 0 || shape.count < 1 || shape.first > size || shape.count > size - shape.first) {
    return fail(ErrorCode::invalid_argument, "a key shape begins at Gaussian {} with {} of {} Gaussians", shape.first,
                shape.count, size);
  }
  std::vector<uint32_t> indices(static_cast<std::size_t>(shape.count));
  std::iota(indices.begin(), indices.end(), static_cast<uint32_t>(shape.first));
  return splat::gather(cloud.view(), indices);
}

}  // namespace

Result<ActorClouds> ActorClouds::take(std::vector<world::ActorModel>& models) {
  ActorClouds out;
  for (world::ActorModel& model : models) {
    const splat::GaussianCloud cloud = std::exchange(model.cloud, {});
    Range& range = out.ranges_.emplace_back(Range{static_cast<uint32_t>(out.clouds_.size()), 0});
    if (cloud.empty()) continue;
    std::vector<world::KeyShape> shapes = model.asset.shapes;
    if (shapes.empty()) shapes.push_back({.count = static_cast<int64_t>(cloud.size())});
    for (const world::KeyShape& shape : shapes) {
      GS_TRY(splat::GaussianCloud part, shape_of(cloud, shape).with_context(model.asset.id));
      out.clouds_.push_back(std::move(part));
    }
    range.count = static_cast<uint32_t>(shapes.size());
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
