// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/nodes/world_follower.h"

namespace gs::bridge {

WorldFollower::Outcome WorldFollower::follow(const WorldId& world, sim::Simulator& simulator) {
  if (world == present_) return Outcome::same;
  if (world == refused_) return Outcome::missing;
  auto loaded =
      load_ ? load_(world.path)
            : fail(ErrorCode::unsupported, "this node cannot load worlds other than the one it was started with");
  if (!loaded) {
    refused_ = world;
    node_.log(ros2::LogLevel::error, "[WorldLoader] LOAD_FAILED: " + loaded.error().message);
    return Outcome::missing;
  }
  simulator = *std::move(loaded);
  present_ = world;
  refused_.reset();
  return Outcome::loaded;
}

}  // namespace gs::bridge
