// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/steps/build_report.h"

#include "gs/core/json/json.h"
#include "gs/core/version.h"

namespace gs::builder {
namespace {

Node texts(const std::vector<std::string>& values) {
  Node list = Node::list();
  for (const std::string& value : values) list.items.push_back(Node::of(value));
  return list;
}

// The "input" part: absolute paths in the workspace's report, file names in the bundle's.
Node input_of(const PackOptions& options, const ReportParts& parts, ReportCopy copy) {
  Node node = Node::map();
  const auto stored = [&](const fs::path& log) {
    std::error_code ignored;
    const bool here = copy == ReportCopy::in_workspace && !log.empty();
    return (here ? fs::absolute(log, ignored) : log.filename()).string();
  };
  node.add("mcap_file", Node::of(stored(options.input)));
  // Further files of the same drive.
  std::vector<std::string> more;
  for (const fs::path& log : options.more_inputs) more.push_back(stored(log));
  if (!more.empty()) node.add("mcap_more_files", texts(more));
  if (parts.inputs == nullptr) return node;
  const Node& source = parts.inputs->source;
  node.add("mcap_size_bytes", Node::of(static_cast<int64_t>(real_of(source, "size_bytes"))));
  node.add("mcap_duration_sec", Node::of(real_of(source, "duration_sec")));
  node.add("mcap_md5", Node::of(text_of(source, "md5")));
  return node;
}

// The "config" part: all settings that rebuild needs.
Node configs_of(const PackOptions& options) {
  Node node = Node::map();
  node.add("config", to_node(options.config));
  node.add("gs_training_config", to_node(options.training));
  node.add("gs_training_config_file", Node::of(options.training_file));
  node.add("geometry_config", to_node(options.geometry));
  node.add("backend", Node::of(to_string(options.backend)));
  return node;
}

// The "processing_time" part: seconds by step and in total.
Node times_of(const PackOptions& options) {
  Node node = Node::map();
  double total = 0;
  for (const auto& [step, seconds] : options.step_seconds) {
    node.add(step + "_sec", Node::of(seconds));
    total += seconds;
  }
  node.add("total_sec", Node::of(total));
  return node;
}

// The "statistics" part: counts and sizes of the finished world.
Node statistics_of(const PackInputs& in, const PackReport& pack) {
  Node node = Node::map();
  node.add("num_frames", Node::of(in.frames));
  node.add("num_cameras", Node::of(static_cast<int64_t>(in.world.calibration.cameras.size())));
  node.add("num_lidars", Node::of(static_cast<int64_t>(in.world.calibration.lidars.size())));
  node.add("num_poses", Node::of(static_cast<int64_t>(in.world.trajectory->size())));
  node.add("trajectory_length_m", Node::of(pack.trajectory_length_m));
  // Seconds of poses without sweeps that were removed from the path.
  node.add("path_cut_start_sec", Node::of(real_of(in.source, "path_cut_start_sec")));
  node.add("path_cut_end_sec", Node::of(real_of(in.source, "path_cut_end_sec")));
  node.add("calibration_file", in.calibration_file);  // null: the calibration is that of the log
  node.add("pose_source", in.pose_source);
  const Node* notes = in.source.find("topic_notes");
  node.add("topic_notes", notes == nullptr ? Node::list() : *notes);  // topics left out, with reasons
  node.add("pose_refinement", in.refinement);                         // null if no refinement was tried
  node.add("camera_refinement", in.camera_refinement);                // null if it was not tried
  node.add("camera_intrinsics", in.camera_intrinsics);                // null: no camera lacks them
  node.add("origin_fit", in.origin_fit);
  node.add("gaussian_count", Node::of(static_cast<int64_t>(pack.gaussians)));
  const Node* psnr = in.exported.find("psnr");
  node.add("final_psnr", psnr == nullptr ? Node{} : *psnr);                          // null without training
  if (const Node* actors = in.exported.find("actors")) node.add("actors", *actors);  // only if some were trained
  node.add("map_points", Node::of(static_cast<int64_t>(real_of(in.geometry, "map_points"))));
  node.add("heightmap_width", Node::of(in.world.heightmap.width));
  node.add("heightmap_height", Node::of(in.world.heightmap.height));
  node.add("heightmap_resolution", Node::of(in.world.heightmap.resolution));
  return node;
}

}  // namespace

std::string builder_version() { return "gs_world_builder-" + std::string(kVersion); }

BuildResult<BuildRecipe> read_build_report(const fs::path& path) {
  auto root = read_json(path);
  if (!root) return BuildError(BuildCode::configuration, "rebuild", std::move(root).error());
  const Node *input = root->find("input"), *config = root->find("config"), *output = root->find("output");
  if (input == nullptr || config == nullptr || config->find("config") == nullptr ||
      config->find("gs_training_config") == nullptr || config->find("geometry_config") == nullptr) {
    return BuildError(BuildCode::configuration, "rebuild", format("{} is not a build report", path.string()),
                      "use build_report.json of the workspace or of the bundle");
  }
  // The three configurations are parsed as strictly as the files they came from.
  BuildRecipe recipe{.input = text_of(*input, "mcap_file"),
                     .output = {},
                     .scene_id = text_of(*root, "scene_id"),
                     .log_md5 = text_of(*input, "mcap_md5")};
  if (const Node* more = input->find("mcap_more_files")) {
    for (const Node& log : more->items) recipe.more_inputs.emplace_back(log.text);
  }
  if (output != nullptr) recipe.output = text_of(*output, "world_bundle_dir");
  GS_TRY(recipe.config, parse_build_config(write_json(*config->find("config"))));
  GS_TRY(recipe.training, parse_gs_training_config(write_json(*config->find("gs_training_config"))));
  GS_TRY(recipe.geometry, parse_geometry_config(write_json(*config->find("geometry_config"))));
  if (const std::string file = text_of(*config, "gs_training_config_file"); !file.empty()) recipe.training_file = file;
  recipe.backend = backend_from_string(text_of(*config, "backend")).value_or(Backend::automatic);
  return recipe;
}

// A subset of the build report that read_build_report() accepts.
std::string write_recipe(const PackOptions& options) {
  Node root = Node::map();
  root.add("version", Node::of("1.0.0"));
  root.add("scene_id", Node::of(options.scene_id));
  root.add("input", input_of(options, {}, ReportCopy::in_workspace));
  root.add("config", configs_of(options));
  std::error_code ignored;
  root.add("output", Node::map()).add("world_bundle_dir", Node::of(fs::absolute(options.output, ignored).string()));
  return write_json(root);
}

std::string write_build_report(const PackOptions& options, const ReportParts& parts, ReportCopy copy) {
  const bool here = copy == ReportCopy::in_workspace;
  Node root = Node::map();
  root.add("version", Node::of("1.0.0"));
  root.add("scene_id", Node::of(options.scene_id));
  if (here) root.add("build_time", Node::of(to_iso8601_utc(options.created_at)));
  root.add("builder_version", Node::of(builder_version()));
  root.add("input", input_of(options, parts, copy));
  root.add("config", configs_of(options));
  if (here) root.add("processing_time", times_of(options));
  if (parts.inputs != nullptr && parts.pack != nullptr) {
    root.add("statistics", statistics_of(*parts.inputs, *parts.pack));
  }
  // Result of the build; a failed build also has the whole error.
  Node& validation = root.add("validation", Node::map());
  validation.add("status", Node::of(parts.error == nullptr ? "success" : "failed"));
  validation.add("errors", parts.error == nullptr ? Node::list() : texts({parts.error->message}));
  validation.add("warnings", texts(options.warnings));
  // The same object that the program prints with --json-errors.
  if (parts.error != nullptr) {
    if (const auto json = parse_json(to_json(*parts.error))) root.add("error", *json->find("error"));
  }
  if (here) {
    std::error_code ignored;
    Node& output = root.add("output", Node::map());
    output.add("world_bundle_dir", Node::of(fs::absolute(options.output, ignored).string()));
    if (parts.pack != nullptr) {
      output.add("world_bundle_size_bytes", Node::of(static_cast<int64_t>(parts.pack->bundle_bytes)));
    }
  }
  return write_json(root);
}

}  // namespace gs::builder
