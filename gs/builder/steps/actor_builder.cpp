// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/steps/actor_builder.h"

#include <optional>

#include "gs/assets/glb/glb.h"
#include "gs/builder/actors/actor_files.h"
#include "gs/builder/actors/actor_splats.h"
#include "gs/builder/actors/road_light.h"
#include "gs/builder/masks/ground_below.h"
#include "gs/builder/recording/ingested_images.h"
#include "gs/builder/recording/ingested_sweeps.h"
#include "gs/mapping/actors/track_objects.h"
#include "gs/mapping/objects/build_objects.h"
#include "gs/splat/model/ply.h"
#include "gs/world/actors/assets_file.h"
#include "gs/world/actors/trajectories_file.h"

namespace gs::builder {
namespace {

// Ground heights from the lowest map points, evened out between columns. The heightmap would be finer, but masks for
// training follow from actors, and settings of the heightmap must not repeat a training.
mapping::GroundHeight ground_of(const MapPoints& map) {
  return [ground = GroundBelow(map)](double x, double y) -> std::optional<double> {
    constexpr double kHalfColumn_m = 0.25;
    double sum = 0;
    int known = 0;
    for (const double dx : {-kHalfColumn_m, kHalfColumn_m}) {
      for (const double dy : {-kHalfColumn_m, kHalfColumn_m}) {
        if (const auto z = ground.at({x + dx, y + dy, 0})) sum += *z, ++known;
      }
    }
    if (known == 0) return std::nullopt;
    return sum / known;
  };
}

// The mesh of every actor, and its Gaussians if it has some.
Result<void> write_shapes(const fs::path& folder, const mapping::ObjectBuild& built,
                          std::span<const ActorSplats> splats) {
  for (std::size_t i = 0; i < built.objects.size(); ++i) {
    const mapping::MovingObjectModel& object = built.objects[i];
    const fs::path own = folder / asset_id(object);
    std::error_code error;
    fs::create_directories(own, error);
    if (error) return system_error("making", own, error.value());
    GS_CHECK(assets::write_glb(
        own / "mesh.glb",
        {.positions = object.mesh.vertices, .indices = object.mesh.triangles, .reflectance = object.mesh.intensity}));
    const splat::CloudView cloud = splats[i].cloud.view();
    if (cloud.size > 0) GS_CHECK(splat::save_ply(own / "splat.ply", cloud, splat::PlyFlavor::bundle));
  }
  return {};
}

}  // namespace

BuildResult<ActorBuilderReport> ActorBuilder::run(const Workspace& workspace, const Options&, Progress& progress) {
  GS_TRY(const Trajectory trajectory, recorded_poses(workspace));
  GS_TRY(RecordedSweeps sweeps, RecordedSweeps::open(workspace));
  mapping::ObjectBuild built;
  mapping::GroundHeight ground;
  if (sweeps.count() > 0) {
    GS_TRY(const MapPoints map, static_map_points(workspace, progress));
    ground = ground_of(map);
    GS_TRY(const auto tracks, mapping::ObjectTracker::run(sweeps, {}, {}, progress));
    GS_TRY(built, mapping::build_objects(sweeps, tracks, ground, {}, progress));
  }
  ActorBuilderReport report;
  GS_TRY(const auto cameras, recorded_cameras(workspace));
  GS_TRY(const std::vector<ActorSplats> splats, paint_actors(built.objects, cameras, {}, report.problems, progress));
  std::optional<world::SunLight> sun;
  if (!built.objects.empty()) {
    GS_TRY(sun, find_sun(built.objects, cameras, ground, {}, report.problems, progress));
  }
  GS_TRY(OutputFolder folder, workspace.new_folder(Step::actor_builder));
  GS_CHECK(write_file(folder.path() / kTracksFile, write_tracks(built, splats)));
  if (!built.objects.empty()) {
    GS_CHECK(write_shapes(folder.path(), built, splats));
    world::ActorTrajectories trajectories = trajectories_of(built, trajectory.start());
    trajectories.sun = sun;
    GS_CHECK(write_file(folder.path() / "trajectories.json", world::write_actor_trajectories(trajectories)));
    GS_CHECK(write_file(folder.path() / "assets.json", world::write_actor_assets(assets_of(built, splats))));
  }
  GS_CHECK(folder.commit());
  report.actors = built.objects.size(), report.rejected = built.rejected.size();
  return report;
}

}  // namespace gs::builder
