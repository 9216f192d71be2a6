// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/steps/actor_builder.h"

#include "gs/assets/glb/glb.h"
#include "gs/builder/actors/actor_files.h"
#include "gs/builder/actors/actor_splats.h"
#include "gs/builder/recording/ingested_images.h"
#include "gs/builder/recording/ingested_sweeps.h"
#include "gs/mapping/actors/track_objects.h"
#include "gs/mapping/objects/build_objects.h"
#include "gs/splat/model/ply.h"
#include "gs/world/actors/assets_file.h"
#include "gs/world/actors/trajectories_file.h"
#include "gs/world/files/heightmap.h"

namespace gs::builder {
namespace {

// The ground of the geometry step; none if that step is switched off.
Result<mapping::GroundHeight> ground_of(const Workspace& workspace) {
  const fs::path folder = workspace.folder(Step::geometry_builder);
  if (!workspace.is_finished(Step::geometry_builder)) return mapping::GroundHeight();
  GS_TRY(world::HeightmapData map, world::load_heightmap(folder / "heightmap.yaml", folder / "heightmap.bin"));
  return mapping::GroundHeight([map = std::move(map)](double x, double y) { return world::ground_height(map, x, y); });
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
  GS_TRY(const mapping::GroundHeight ground, ground_of(workspace));
  mapping::ObjectBuild built;
  if (sweeps.count() > 0) {
    GS_TRY(const auto tracks, mapping::ObjectTracker::run(sweeps, {}, {}, progress));
    GS_TRY(built, mapping::build_objects(sweeps, tracks, ground, {}, progress));
  }
  ActorBuilderReport report;
  GS_TRY(const auto cameras, recorded_cameras(workspace));
  GS_TRY(const std::vector<ActorSplats> splats, paint_actors(built.objects, cameras, {}, report.problems, progress));
  GS_TRY(OutputFolder folder, workspace.new_folder(Step::actor_builder));
  GS_CHECK(write_file(folder.path() / kTracksFile, write_tracks(built, splats)));
  if (!built.objects.empty()) {
    GS_CHECK(write_shapes(folder.path(), built, splats));
    GS_CHECK(write_file(folder.path() / "trajectories.json",
                        world::write_actor_trajectories(trajectories_of(built, trajectory.start()))));
    GS_CHECK(write_file(folder.path() / "assets.json", world::write_actor_assets(assets_of(built, splats))));
  }
  GS_CHECK(folder.commit());
  report.actors = built.objects.size(), report.rejected = built.rejected.size();
  return report;
}

}  // namespace gs::builder
