// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// actors/trajectories.json and actors/assets.json: parses any text; what is accepted is equal after writing and
// reading, and the poses of accepted actors are finite.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gs/core/expect.h"
#include "gs/world/actors/actor_pose.h"
#include "gs/world/actors/assets_file.h"
#include "gs/world/actors/trajectories_file.h"

namespace {

void check_pose(const gs::world::ActorTrajectory& actor, double t) {
  const auto pose = gs::world::pose_at(actor, t);
  GS_EXPECT(pose.has_value() == (t >= actor.t.front() && t <= actor.t.back()));
  if (!pose) return;
  GS_EXPECT(gs::is_finite(pose->position));
  GS_EXPECT(std::isfinite(pose->yaw) && std::isfinite(pose->v) && std::isfinite(pose->yaw_rate));
}

void check_trajectories(std::string_view text) {
  gs::Problems problems(10), again(10);
  const auto read = gs::world::parse_actor_trajectories(text, "trajectories.json", problems);
  if (problems.has_errors()) return;
  const std::string written = gs::world::write_actor_trajectories(read);
  GS_EXPECT(gs::world::write_actor_trajectories(
                gs::world::parse_actor_trajectories(written, "trajectories.json", again)) == written);
  GS_EXPECT(!again.has_errors());
  for (const gs::world::ActorTrajectory& actor : read.actors) {
    const double from = actor.t.front(), to = actor.t.back();
    for (const double t : {from, from + (to - from) / 3, (from + to) / 2, to, to + 1}) check_pose(actor, t);
  }
}

void check_assets(std::string_view text) {
  gs::Problems problems(10), again(10);
  const auto read = gs::world::parse_actor_assets(text, "assets.json", problems);
  if (problems.has_errors()) return;
  const std::string written = gs::world::write_actor_assets(read);
  GS_EXPECT(gs::world::write_actor_assets(gs::world::parse_actor_assets(written, "assets.json", again)) == written);
  GS_EXPECT(!again.has_errors());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_trajectories(text);
  check_assets(text);
  return 0;
}
