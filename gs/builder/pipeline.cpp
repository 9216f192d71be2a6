// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/pipeline.h"

#include <algorithm>
#include <chrono>

#include "gs/builder/calibration_builder.h"
#include "gs/builder/geometry_builder.h"
#include "gs/builder/gs_exporter.h"
#include "gs/builder/mcap_ingest.h"
#include "gs/core/hash/md5.h"
#include "gs/core/version.h"
#include "gs/world/fields.h"
#include "gs/world/json_document.h"

namespace gs {
namespace {

using Done = BuildResult<std::monostate>;

BuildError configuration_error(std::string message, std::string suggestion) {
  return BuildError(BuildCode::configuration, "pipeline", std::move(message), std::move(suggestion));
}

// A build under way.
struct Run {
  const BuildRequest& request;
  const Workspace& workspace;
  Progress& progress;
  PackOptions pack;
  BuildReport report;

  void keep(const Problems& problems) {
    for (const Problem& problem : problems) {
      if (problem.severity == Severity::notice) continue;
      report.warnings.push_back(to_string(problem));
      request.say(to_string(problem));
    }
    if (problems.not_kept() > 0) request.say(format("{} more of the same are not shown", problems.not_kept()));
  }
};

Done run_ingest(Run& run) {
  const IngestOptions options{.log = run.request.input, .config = run.request.config};
  GS_TRY(const IngestReport report, ingest(run.workspace, options, run.progress));
  run.request.say(to_text(report.mapping));
  run.keep(report.problems);
  run.request.say(format("{} images, {} sweeps, {} poses", report.images, report.sweeps, report.poses));
  return std::monostate{};
}

Done run_calibration(Run& run) {
  const CalibrationOptions options{.frames = run.request.config.frames, .origin = run.request.config.origin};
  GS_TRY(const CalibrationReport report, build_calibration(run.workspace, options, run.progress));
  run.keep(report.problems);
  return std::monostate{};
}

Done run_geometry(Run& run) {
  GS_TRY(const GeometryReport report, build_geometry(run.workspace, run.request.geometry, run.progress));
  run.keep(report.problems);
  run.request.say(format("{} map points, {} left out as moving, heightmap {} x {}", report.map_points,
                         report.moving_points, report.heightmap_width, report.heightmap_height));
  return std::monostate{};
}

Done run_export(Run& run) {
  ExportOptions options;
  options.max_gaussians = std::min(options.max_gaussians, run.request.training.max_gaussians);
  GS_TRY(const ExportReport report, export_gaussians(run.workspace, options, run.progress));
  run.keep(report.problems);
  run.request.say(
      format("{} Gaussians, {} coloured from {} pictures", report.gaussians, report.coloured, report.views));
  return std::monostate{};
}

Done run_pack(Run& run) {
  run.pack.warnings = run.report.warnings;
  GS_TRY(run.report.pack, pack_bundle(run.workspace, run.pack, run.progress));
  return std::monostate{};
}

// What a step's result depends on besides the step before it.
std::string ingest_settings(const BuildRequest& r) {
  return quick_identity(r.input).value_or("unreadable") + write_json(to_node(r.config));
}
std::string config_settings(const BuildRequest& r) { return write_json(to_node(r.config)); }
std::string geometry_settings(const BuildRequest& r) { return write_json(to_node(r.geometry)); }
std::string training_settings(const BuildRequest& r) { return write_json(to_node(r.training)); }
std::string pack_settings(const BuildRequest& r) { return r.scene_id + r.output.string(); }

struct StepRow {
  Step step;
  Done (*run)(Run&);
  std::string (*settings)(const BuildRequest&);
};
// In the order they run: the Gaussians are made from the map as long as nothing trains them. The converter and the
// trainer join the table with the training engine.
constexpr StepRow kTable[] = {
    {Step::mcap_ingest, run_ingest, ingest_settings},
    {Step::calibration_builder, run_calibration, config_settings},
    {Step::geometry_builder, run_geometry, geometry_settings},
    {Step::gs_exporter, run_export, training_settings},
    {Step::world_bundle_packer, run_pack, pack_settings},
};

PackOptions pack_options(const BuildRequest& request) {
  return {.output = request.output,
          .scene_id = request.scene_id,
          .replace = request.force,
          .created_at = request.now,
          .config = request.config,
          .training = request.training,
          .geometry = request.geometry};
}

// Each key contains the key before it: a changed step makes all after it run again.
std::string next_key(const std::string& previous, const StepRow& row, const BuildRequest& request) {
  return md5_hex(format("{}\n{}\n{}\n{}", kVersion, previous, to_string(row.step), row.settings(request)));
}

Done run_row(Run& run, const StepRow& row, const std::string& key) {
  const std::string name(to_string(row.step));
  run.workspace.set_unfinished(row.step);
  const auto start = std::chrono::steady_clock::now();
  auto done = row.run(run);
  if (!done) {
    BuildError error = std::move(done).error();
    if (error.component.empty()) error.component = name;
    return error;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  run.pack.step_seconds[name] = took.count();
  GS_CHECK(run.workspace.set_finished(row.step, key));
  return std::monostate{};
}

Done run_table(Run& run) {
  std::string key;
  for (const StepRow& row : kTable) {
    const std::string name(to_string(row.step));
    key = next_key(key, row, run.request);
    if (!run.request.config.enabled[static_cast<std::size_t>(row.step)]) {
      run.request.say(name + ": switched off");
      continue;
    }
    std::error_code ignored;
    const bool bundle_there = row.step != Step::world_bundle_packer || fs::exists(run.request.output, ignored);
    if (!run.request.force && bundle_there && run.workspace.is_current(row.step, key)) {
      run.request.say(name + ": unchanged, skipped");
      run.report.skipped.push_back(name);
      continue;
    }
    run.request.say(name);
    GS_CHECK(run_row(run, row, key));
  }
  return std::monostate{};
}

}  // namespace

BuildResult<BuildRequest> resolve(BuildRequest r) {
  if (r.input.empty() && r.config.mcap_file) r.input = *r.config.mcap_file;
  if (r.output.empty() && r.config.world_bundle_dir) r.output = *r.config.world_bundle_dir;
  if (r.input.empty())
    return configuration_error("no input log", "give --input LOG, or input.mcap_file in config.yaml");
  if (r.output.empty()) {
    return configuration_error("no output folder",
                               "give --output worlds/ID, or output.world_bundle_dir in config.yaml");
  }
  if (!r.output.has_filename()) r.output = r.output.parent_path();
  if (r.scene_id.empty()) r.scene_id = r.config.scene_id.value_or(r.output.filename().string());
  if (!kSceneId.accepts(r.scene_id)) {
    return configuration_error(format("'{}' is no name for a world", r.scene_id),
                               "use letters, digits, '_', '-' and '.', or give --scene-id");
  }
  if (r.workspace.empty()) r.workspace = fs::path(".gs_world_builder_workspace") / r.scene_id;
  return r;
}

BuildResult<BuildReport> run_build(const BuildRequest& request, Progress& progress) {
  std::error_code ignored;
  GS_TRY(const Workspace workspace, Workspace::open(request.workspace));
  Run run{request, workspace, progress, pack_options(request), {}};
  if (auto done = run_table(run); !done) {
    BuildError error = std::move(done).error();
    run.pack.warnings = run.report.warnings;
    if (auto written = write_failed_report(workspace, run.pack, error); !written)
      request.say(to_string(written.error()));
    return error;
  }
  if (request.clean) fs::remove_all(request.workspace, ignored);
  return std::move(run.report);
}

BuildResult<BuildReport> run_step(const BuildRequest& request, Step step, Progress& progress) {
  GS_TRY(const Workspace workspace, Workspace::open(request.workspace));
  Run run{request, workspace, progress, pack_options(request), {}};
  std::string key;
  for (const StepRow& row : kTable) {
    key = next_key(key, row, request);
    if (row.step != step) continue;
    GS_CHECK(run_row(run, row, key));
    return std::move(run.report);
  }
  return BuildError(BuildCode::other, std::string(to_string(step)), "this step is not part of the build yet",
                    "the Gaussians are made from the LiDAR map (gs_exporter) as long as nothing trains them");
}

BuildResult<DryRun> dry_run(const BuildRequest& request) {
  Problems problems;
  auto log = open_log(request.input, problems);
  if (!log) return BuildError(BuildCode::mcap_read_error, "mcap_ingest", std::move(log).error());
  DryRun out;
  GS_TRY(out.mapping, map_topics(**log, request.config.topics));
  const LogInfo& info = (*log)->info();
  out.log_bytes = info.file_bytes;
  if (info.start && info.end) out.duration_s = (*info.end - *info.start).seconds();
  for (const CameraTopic& camera : out.mapping.cameras) {
    if (camera.info_topic.empty()) out.missing.push_back(format("camera_info of {}", camera.topic));
  }
  if (out.mapping.lidars.empty()) out.missing.push_back("a LiDAR (PointCloud2): map and ground are built from it");
  if (out.mapping.tf_static.empty()) out.missing.push_back("tf_static: where the sensors are on the car");
  return out;
}

}  // namespace gs
