// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/live/world_files.h"

#include <utility>
#include <vector>

#include "gs/core/json/json_writer.h"
#include "gs/core/problems.h"
#include "gs/world/bundle_parts.h"

namespace gs::web {
namespace {

// URL, path in the bundle (empty: the bundle has none), media type.
struct WorldFile {
  const char* url;
  const std::string* path;
  const char* type;
};

std::vector<WorldFile> files_of(const world::WorldData& world) {
  return {{"/world/gaussians.ply", &world.gaussian_ply_path, "application/octet-stream"},
          {"/world/render_config.json", &world.render_config_path, "application/json"},
          {"/world/drivable.geojson", &world.drivable_geojson_path, "application/geo+json"},
          {"/world/heightmap.bin", &world.heightmap_bin_path, "application/octet-stream"},
          {"/world/heightmap.yaml", &world.heightmap_yaml_path, "application/yaml"},
          {"/world/mesh.glb", &world.static_mesh_glb_path, "model/gltf-binary"}};
}

void write_rendering(const world::RenderConfig& config, JsonWriter& json) {
  const Vec3d& background = config.background_color;
  const world::ColorCorrection& correction = config.color_correction;
  const Vec3d& balance = correction.white_balance;
  const bool neutral = balance.x == 1 && balance.y == 1 && balance.z == 1 && correction.exposure_compensation == 0;
  json.key("rendering").begin_object();
  json.field("antialiasing", config.antialiasing.value_or(false));
  json.key("low_pass_px2");
  config.low_pass_px2 ? json.value(*config.low_pass_px2) : json.null();
  json.field("background", std::vector{background.x, background.y, background.z});
  json.key("quaternion_order");
  const bool w_first = config.quaternion_order == splat::QuaternionOrder::wxyz;
  config.quaternion_order ? json.value(w_first ? "wxyz" : "xyzw") : json.null();
  json.field("has_color_correction", !neutral);
  json.end_object();
}

void write_heightmap(const world::HeightmapData& map, JsonWriter& json) {
  json.key("heightmap").begin_object();
  json.field("width", map.width).field("height", map.height).field("resolution", map.resolution);
  json.field("origin", std::vector{map.origin_x, map.origin_y, map.origin_z});
  json.end_object();
}

void write_path(const std::optional<Trajectory>& trajectory, JsonWriter& json) {
  constexpr std::size_t kMostPoints = 2000;
  json.key("path").begin_array();
  const std::size_t count = trajectory ? trajectory->size() : 0;
  const std::size_t step = 1 + count / kMostPoints;
  for (std::size_t i = 0; i < count; i += step) {
    const Vec3d& p = trajectory->poses()[i].map_from_body.translation;
    json.value(std::vector{p.x, p.y, p.z});
  }
  json.end_array();
}

}  // namespace

std::string world_json(const sim::SimWorld& world, const sim::VehicleOptions& vehicle, const Manifest& manifest) {
  const world::EgoPose& pose = world.data.initial_pose;
  JsonWriter json(JsonWriter::Layout::compact);
  json.begin_object().field("scene", world.data.scene_id);
  json.field("pose", std::vector{pose.x, pose.y, pose.z, pose.qx, pose.qy, pose.qz, pose.qw});
  json.key("vehicle").begin_object();
  json.field("front", vehicle.wheelbase + vehicle.front_overhang).field("rear", vehicle.rear_overhang);
  json.field("width", vehicle.width).field("height", vehicle.height).end_object();
  write_rendering(world.bundle.render_config, json);
  write_heightmap(world.bundle.heightmap, json);
  write_path(world.bundle.trajectory, json);
  json.key("files").begin_object();
  for (const WorldFile& file : files_of(world.data)) {
    if (const Resource* const resource = manifest.find(file.url)) json.field(file.url, resource->content->size());
  }
  return std::move(json.end_object().end_object()).take();
}

void add_world_files(const sim::SimWorld& world, const sim::VehicleOptions& vehicle, Manifest& manifest) {
  for (const auto& [url, relative, type] : files_of(world.data)) {
    if (relative->empty()) continue;
    Problems ignored;
    const auto path = world::find_in_bundle(world.data.bundle_path, *relative, Severity::warning, ignored);
    if (!path) continue;
    auto content = file_content(*path);
    if (content) manifest.add(url, {.content = *std::move(content), .type = type, .etag = {}});
  }
  manifest.add("/world/world.json",
               {.content = text_content(world_json(world, vehicle, manifest)), .type = "application/json", .etag = {}});
}

}  // namespace gs::web
