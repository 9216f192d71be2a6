// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/steps/actor_builder.h"

#include <map>
#include <optional>
#include <string_view>

#include "gs/assets/glb/glb.h"
#include "gs/builder/actors/actor_files.h"
#include "gs/builder/actors/actor_splats.h"
#include "gs/builder/actors/given_actors.h"
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

// The objects of actors.source in map; none for auto.
BuildResult<std::vector<mapping::GivenTrack>> given_objects(const Workspace& workspace, const std::string& source,
                                                            const Trajectory& trajectory) {
  if (source == kActorsAuto) return std::vector<mapping::GivenTrack>{};
  if (is_box_file(source)) {
    auto tracks = read_box_file(source);
    if (!tracks) return BuildError(BuildCode::configuration, "actor_builder", std::move(tracks).error());
    return *std::move(tracks);
  }
  const fs::path file = workspace.folder(Step::mcap_ingest) / kGivenBoxesFile;
  auto boxes = read_recorded_boxes(file);
  if (!boxes)
    return with_default_hint(std::move(boxes).error(), "run the step mcap_ingest again with gs-world-builder run-step");
  return place_boxes(*boxes, trajectory);
}

// Counts given objects and warns of those that the sweeps do not support. Objects that stand are none: they belong to
// the background.
void warn_of_given(const mapping::ObjectBuild& built, const std::string& source, ActorBuilderReport& report) {
  std::map<std::string_view, int> reasons;
  int refused = 0;
  for (const mapping::MovingObjectModel& object : built.objects) report.given_actors += object.given.has_value();
  report.given = report.given_actors;
  for (const mapping::RejectedTrack& track : built.rejected) {
    if (!track.given) continue;
    ++report.given;
    if (track.reason != mapping::TrackRejection::is_short) ++refused, ++reasons[mapping::name_of(track.reason)];
  }
  if (reasons.empty()) return;
  std::string text;
  for (const auto& [reason, count] : reasons) text += format("{}{} {}", text.empty() ? "" : ", ", count, reason);
  report.problems.add(
      {.severity = Severity::warning,
       .code = ErrorCode::invalid_data,
       .file = source,
       .message = format("the sweeps do not support {} of {} given objects: {}", refused, report.given, text),
       .hint = "07_actors/tracks.json lists them; check the frame, the clock and the calibration of the boxes"});
}

}  // namespace

BuildResult<std::monostate> check_actor_source(const std::string& source) {
  if (!is_box_file(source)) return std::monostate{};
  auto tracks = read_box_file(source);
  if (!tracks) return BuildError(BuildCode::configuration, "actor_builder", std::move(tracks).error());
  return std::monostate{};
}

BuildResult<ActorBuilderReport> ActorBuilder::run(const Workspace& workspace, const Options& options,
                                                  Progress& progress) {
  GS_TRY(const Trajectory trajectory, recorded_poses(workspace));
  GS_TRY(RecordedSweeps sweeps, RecordedSweeps::open(workspace));
  GS_TRY(const std::vector<mapping::GivenTrack> given, given_objects(workspace, options.source, trajectory));
  mapping::ObjectBuild built;
  mapping::GroundHeight ground;
  if (sweeps.count() > 0) {
    GS_TRY(const MapPoints map, static_map_points(workspace, progress));
    ground = ground_of(map);
    GS_TRY(const auto tracks, mapping::ObjectTracker::run(sweeps, {}, {}, progress, given));
    GS_TRY(built, mapping::build_objects(sweeps, tracks, ground, {}, progress));
  }
  ActorBuilderReport report;
  warn_of_given(built, options.source, report);
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
