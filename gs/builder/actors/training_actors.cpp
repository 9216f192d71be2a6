// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/actors/training_actors.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "gs/builder/actors/actor_files.h"
#include "gs/core/file.h"
#include "gs/core/plain_file.h"
#include "gs/dataset/dataset_actors.h"
#include "gs/world/actors/actor_pose.h"

namespace gs::builder {
namespace {

constexpr double kMaxRange_m = 80;  // between camera and actor

// The actors that are trained: those with Gaussians.
struct ChosenActors {
  std::vector<splat::train::TrainedActor> list;
  std::vector<const world::ActorTrajectory*> paths;
};

ChosenActors choose(const BuiltActors& built, Problems& problems) {
  ChosenActors out;
  for (const world::ActorTrajectory& actor : built.trajectories.actors) {
    const auto asset = std::ranges::find(built.assets.assets, actor.asset, &world::ActorAsset::id);
    if (asset == built.assets.assets.end() || !asset->splat) continue;
    if (out.list.size() == splat::train::kMostTrainedActors) {
      problems.add({.severity = Severity::warning,
                    .code = ErrorCode::limit_exceeded,
                    .file = "actors",
                    .message = format("only the first {} actors are trained", out.list.size())});
      break;
    }
    out.list.push_back({.id = asset->id, .size_m = asset->size, .painted = {}, .mirrored = asset->mirrored == "y"});
    out.paths.push_back(&actor);
  }
  return out;
}

// Pose of an actor in an image that may show it.
std::optional<Rigid3d> pose_in(const RecordedView& view, const world::ActorTrajectory& actor, Timestamp zero) {
  const auto pose = world::pose_at(actor, (view.stamp - zero).seconds());
  if (!pose || (pose->phase != world::PhaseKind::moving && pose->phase != world::PhaseKind::parked)) return {};
  const Rigid3d map_from_actor{Quaterniond::from_rpy(pose->roll, pose->pitch, pose->yaw), pose->position};
  const Vec3d centre = view.map_from_camera.inverse() * (map_from_actor * Vec3d{0, 0, 0.5 * actor.size.z});
  if (norm(centre) > kMaxRange_m || centre.z < -0.5 * norm(actor.size)) return {};
  return map_from_actor;
}

// Lines of all images of a camera.
std::string sightings_of(const RecordedCamera& camera, const ChosenActors& actors, Timestamp zero) {
  std::string lines;
  for (const RecordedView& view : camera.views) {
    dataset::Sightings seen;
    for (std::size_t k = 0; k < actors.paths.size(); ++k) {
      const auto pose = pose_in(view, *actors.paths[k], zero);
      if (pose) seen.push_back({.actor = static_cast<uint32_t>(k), .map_from_actor = *pose});
    }
    lines += dataset::write_sightings(static_cast<int64_t>(view.frame_index), seen);
  }
  return lines;
}

}  // namespace

Result<std::size_t> write_training_actors(const Workspace& workspace, std::span<const RecordedCamera> cameras,
                                          const fs::path& root, Problems& problems) {
  if (!workspace.is_finished(Step::actor_builder)) return std::size_t{0};
  GS_TRY(const auto built, read_built_actors(workspace));
  if (!built) return std::size_t{0};
  const ChosenActors actors = choose(*built, problems);
  if (actors.list.empty()) return std::size_t{0};
  const fs::path own = root / "actors";
  std::error_code error;
  fs::create_directories(own, error);
  if (error) return system_error("making", own, error.value());
  for (const splat::train::TrainedActor& actor : actors.list) {
    const fs::path painted = workspace.folder(Step::actor_builder) / actor.id / "splat.ply";
    GS_CHECK(link_or_copy(painted, own / (actor.id + ".ply")));
  }
  GS_CHECK(write_file(own / "assets.json", dataset::write_actor_list(actors.list)));
  for (const RecordedCamera& camera : cameras) {
    const std::string lines = sightings_of(camera, actors, built->trajectories.zero);
    if (!lines.empty()) GS_CHECK(write_file(own / (camera.key() + ".txt"), lines));
  }
  return actors.list.size();
}

}  // namespace gs::builder
