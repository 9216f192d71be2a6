// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/files/world_yaml.h"

#include "gs/config/yaml.h"
#include "gs/world/document/fields.h"

namespace gs::world {
namespace {

// The whole file; every path is checked by kBundlePath.
void world_fields(Fields& f, WorldYaml& w) {
  f.version(w.version);
  f("scene_id", w.scene_id, kSceneId);
  f("metadata", w.metadata, kBundlePath);
  f.group("gaussians", [&](Fields& g) {
    g("background", w.background, kBundlePath);
    g("render_config", w.render_config, kBundlePath);
    g("sky", w.sky, kBundlePath);
    g("lod", w.lod, kBundlePath);
  });
  f.group("geometry", [&](Fields& g) {
    g("heightmap", w.heightmap, kBundlePath);
    g("heightmap_meta", w.heightmap_meta, kBundlePath);
    g("drivable", w.drivable, kBundlePath);
    g("static_mesh", w.static_mesh, kBundlePath);
  });
  f.group("sensors", [&](Fields& g) {
    g("calibration", w.calibration, kBundlePath);
    g("tf_static", w.tf_static, kBundlePath);
  });
  f.group("sim", [&](Fields& g) {
    g("timebase", w.timebase, kBundlePath);
    g("trajectory", w.trajectory, kBundlePath);
  });
  const Fields::Group actors = [&](Fields& g) {
    g("trajectories", w.actor_trajectories, kBundlePath);
    g("assets", w.actor_assets, kBundlePath);
    if (w.actor_trajectories && !w.actor_assets) g.error("assets", "is missing", "a path", "every actor has an asset");
  };
  if (f.reading() || w.actor_trajectories || w.actor_assets) f.group("actors", actors, Need::optional);
  const Fields::Group preview = [&](Fields& g) {
    g("overview", w.overview, kBundlePath);
    g("trajectory", w.trajectory_image, kBundlePath);
    if (g.reading() || !w.preview_cameras.empty()) g.texts("cameras", w.preview_cameras, kBundlePath, Need::optional);
    g("report", w.report_page, kBundlePath);
  };
  // An empty group is not written.
  if (f.reading() || w.overview || w.trajectory_image || w.report_page || !w.preview_cameras.empty())
    f.group("preview", preview, Need::optional);
  f("quality", w.quality, kBundlePath);
  f("report", w.report, kBundlePath);
}

}  // namespace

WorldYaml parse_world_yaml(std::string_view yaml, std::string_view file, Problems& problems) {
  return read_fields<WorldYaml>(config::parse_yaml(yaml), file, problems, world_fields);
}

std::string write_world_yaml(const WorldYaml& world) { return config::write_yaml(write_fields(world, world_fields)); }

}  // namespace gs::world
