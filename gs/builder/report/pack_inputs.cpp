// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/report/pack_inputs.h"

#include "gs/builder/actors/actor_files.h"
#include "gs/builder/actors/trained_corrections.h"
#include "gs/builder/recording/estimated_lenses.h"
#include "gs/builder/recording/ingested_images.h"
#include "gs/builder/recording/pose_source.h"
#include "gs/builder/recording/refined_cameras.h"
#include "gs/builder/recording/refined_poses.h"
#include "gs/builder/recording/sensor_record.h"
#include "gs/core/json/json.h"
#include "gs/core/version.h"
#include "gs/splat/model/ply.h"
#include "gs/world/files/drivable.h"
#include "gs/world/files/heightmap.h"

namespace gs::builder {
namespace {

// The coordinate system that the calibration step wrote.
Result<world::CoordinateSystem> read_frames(const fs::path& path) {
  GS_TRY(const Node root, read_json(path));
  world::CoordinateSystem out;
  const Node* frames = root.find("coordinate_system");
  if (frames == nullptr) return fail(ErrorCode::invalid_data, "no coordinate_system in {}", path.string());
  out.map_frame = text_of(*frames, "map_frame");
  out.odom_frame = text_of(*frames, "odom_frame");
  if (frames->find("origin_lat") != nullptr) {
    out.origin = world::GeoOrigin{real_of(*frames, "origin_lat"), real_of(*frames, "origin_lon"),
                                  real_of(*frames, "origin_alt")};
  }
  return out;
}

// metadata.source from source.json of the ingest.
world::SourceInfo source_of(const Node& source) {
  world::SourceInfo out;
  const std::string format = text_of(source, "format");
  out.type = format == "rosbag2"   ? world::SourceType::rosbag2
             : format == "rosbag1" ? world::SourceType::rosbag1
                                   : world::SourceType::mcap;
  out.file = text_of(source, "file");
  out.md5 = text_of(source, "md5");
  out.duration_sec = real_of(source, "duration_sec");
  out.size_bytes = static_cast<int64_t>(real_of(source, "size_bytes"));
  return out;
}

// Replaces the painted Gaussians of assets by the exported trained ones, with the gains and poses that training
// learned.
void use_trained_actors(const Node& exported, world::ActorAssets& assets, world::ActorTrajectories& trajectories) {
  for (world::ActorAsset& asset : assets.assets) {
    const Node* actor = trained_actor(exported, asset.id);
    if (actor == nullptr) continue;
    asset.splats = actor->find("gaussians")->integer;
    asset.sh_degree = actor->find("sh_degree")->integer;
    apply_trained_gains(*actor, asset);
    for (world::ActorTrajectory& path : trajectories.actors) {
      if (path.asset == asset.id) apply_trained_offsets(*actor, trajectories.zero, path);
    }
  }
}

}  // namespace

const Node* trained_actor(const Node& exported, std::string_view id) {
  const Node* actors = exported.find("actors");
  if (actors == nullptr) return nullptr;
  for (const Node& actor : actors->items) {
    const Node *name = actor.find("id"), *trained = actor.find("trained");
    const bool complete = actor.find("gaussians") != nullptr && actor.find("sh_degree") != nullptr;
    if (complete && name != nullptr && name->text == id && trained != nullptr && trained->boolean) return &actor;
  }
  return nullptr;
}

std::string native_commit() { return "native-" + std::string(kVersion); }

double real_of(const Node& node, std::string_view key) {
  const Node* value = node.find(key);
  return value == nullptr ? 0.0 : value->real;
}
std::string text_of(const Node& node, std::string_view key) {
  const Node* value = node.find(key);
  return value == nullptr ? std::string() : value->text;
}

std::optional<Vec3d> vector_of(const Node& node, std::string_view key) {
  const Node* value = node.find(key);
  if (value == nullptr || value->items.size() != 3) return std::nullopt;
  return Vec3d{value->items[0].real, value->items[1].real, value->items[2].real};
}

int64_t PackInputs::iterations() const { return static_cast<int64_t>(real_of(exported, "iterations")); }
std::string PackInputs::origin_of_gaussians() const {
  return iterations() == 0 ? "initialisation only, 0 iterations" : format("trained, {} iterations", iterations());
}

Result<PackInputs> read_pack_inputs(const Workspace& workspace) {
  const fs::path ingest = workspace.folder(Step::mcap_ingest),
                 calibration = workspace.folder(Step::calibration_builder);
  const fs::path splats = workspace.folder(Step::gs_exporter), geometry = workspace.folder(Step::geometry_builder);
  PackInputs in;
  GS_TRY(in.source, read_json(ingest / "source.json"));
  GS_TRY(in.pose_source, read_json(ingest / kPoseSourceFile));
  GS_TRY(in.geometry, read_json(geometry / "geometry.json"));
  GS_TRY(in.exported, read_json(splats / "export.json"));
  GS_TRY(in.world.calibration, world::load_calibration(calibration / "calibration.yaml"));
  GS_TRY(in.world.render_config, world::load_render_config(splats / "render_config.json"));
  GS_TRY(in.world.heightmap, world::load_heightmap(geometry / "heightmap.yaml", geometry / "heightmap.bin"));
  GS_TRY(in.world.drivable, world::load_drivable(geometry / "drivable.geojson"));
  GS_TRY(in.world.timebase, world::load_timebase(ingest / "timebase.yaml"));
  GS_TRY(in.world.trajectory, recorded_poses(workspace));
  GS_TRY(in.world.metadata.coordinate_system, read_frames(calibration / "metadata.json"));
  if (const auto frames = read_json(calibration / "metadata.json")) {
    if (const Node* fit = frames->find("origin_fit")) in.origin_fit = *fit;
  }
  if (auto refinement = read_json(calibration / kRefinementReport)) in.refinement = *std::move(refinement);
  if (auto cameras = read_json(calibration / kCameraRefinementReport)) in.camera_refinement = *std::move(cameras);
  if (auto lenses = read_json(calibration / kEstimatedLenses)) in.camera_intrinsics = *std::move(lenses);
  if (auto given = read_json(calibration / kCalibrationFileReport)) in.calibration_file = *std::move(given);
  GS_TRY(auto actors, read_built_actors(workspace));
  if (actors) {
    in.world.actor_trajectories = std::move(actors->trajectories);
    in.world.actor_assets = std::move(actors->assets);
    use_trained_actors(in.exported, *in.world.actor_assets, *in.world.actor_trajectories);
  }
  if (auto tracks = read_json(workspace.folder(Step::actor_builder) / kTracksFile)) in.tracks = *std::move(tracks);
  GS_TRY(in.gaussians, splat::load_ply(splats / "background.splat.ply", {.source = splat::PlySource::bundle}));
  GS_TRY(const auto sensors, read_sensors(ingest / "sensors.json"));
  for (const SensorSummary& sensor : sensors) in.frames += static_cast<int64_t>(sensor.frame_count);
  // Values that several files need.
  in.world.metadata.source = source_of(in.source);
  in.world.metadata.coordinate_system.map_shift = vector_of(in.source, "map_shift");
  const auto dataset = read_json(workspace.folder(Step::drivesim_dataset_converter) / "dataset_config.json");
  in.commit = dataset ? text_of(*dataset, "drivesim_commit") : "";
  if (in.commit.empty()) in.commit = native_commit();  // the data set step was disabled
  return in;
}

}  // namespace gs::builder
