// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Fills in what a build request leaves empty: input, output, scene id and workspace. Declared in pipeline.h.
#include "gs/builder/pipeline.h"
#include "gs/core/hash/md5.h"
#include "gs/world/document/fields.h"

namespace gs::builder {
namespace {

BuildError configuration_error(std::string message, std::string suggestion) {
  return BuildError(BuildCode::configuration, "pipeline", std::move(message), std::move(suggestion));
}

// The hash of the output path keeps worlds of one name at two outputs apart.
fs::path default_workspace(const BuildRequest& r) {
  std::error_code ignored;
  const std::string output = fs::weakly_canonical(fs::absolute(r.output, ignored), ignored).string();
  return fs::path(".gs_world_builder_workspace") / format("{}-{}", r.scene_id, md5_hex(output).substr(0, 8));
}

// Output, scene id and workspace; each one may follow from the one before.
BuildResult<BuildRequest> resolve_output(BuildRequest r) {
  if (r.output.empty() && r.config.world_bundle_dir) r.output = *r.config.world_bundle_dir;
  if (r.output.empty()) {
    return configuration_error("no output folder",
                               "give --output worlds/ID, or output.world_bundle_dir in config.yaml");
  }
  if (!r.output.has_filename()) r.output = r.output.parent_path();
  if (r.scene_id.empty()) r.scene_id = r.config.scene_id.value_or(r.output.filename().string());
  if (!world::kSceneId.accepts(r.scene_id)) {
    return configuration_error(format("invalid scene id '{}'", r.scene_id),
                               "use letters, digits, '_', '-' and '.', or give --scene-id");
  }
  if (r.workspace.empty()) r.workspace = default_workspace(r);
  return r;
}

}  // namespace

BuildResult<BuildRequest> resolve(BuildRequest r) {
  if (r.input.empty() && r.config.mcap_file) r.input = *r.config.mcap_file;
  if (r.input.empty())
    return configuration_error("no input log", "give --input LOG, or input.mcap_file in config.yaml");
  return resolve_output(std::move(r));
}

BuildResult<BuildRequest> resolve_step(BuildRequest r, Step step) {
  if (r.input.empty() && step != Step::mcap_ingest) r.input = r.config.mcap_file.value_or("");
  if (r.workspace.empty() && r.output.empty() && !r.config.world_bundle_dir) {
    return configuration_error("no workspace",
                               "give --workspace DIR with the workspace of the build this step belongs to");
  }
  if (r.output.empty() && !r.config.world_bundle_dir) {
    // The name of the workspace becomes the scene id, also for paths that end with a slash.
    const fs::path whole = fs::absolute(r.workspace).lexically_normal();
    const fs::path name = whole.has_filename() ? whole.filename() : whole.parent_path().filename();
    if (r.scene_id.empty()) r.scene_id = r.config.scene_id.value_or(name.string());
    r.output = fs::path("worlds") / r.scene_id;
  }
  return step == Step::mcap_ingest ? resolve(std::move(r)) : resolve_output(std::move(r));
}

}  // namespace gs::builder
