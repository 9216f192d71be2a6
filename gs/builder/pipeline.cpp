// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/pipeline.h"

#include <algorithm>
#include <chrono>

#include "gs/builder/build_progress.h"
#include "gs/builder/ingest/given_calibration.h"
#include "gs/builder/input_logs.h"
#include "gs/builder/step_settings.h"
#include "gs/builder/steps/actor_builder.h"
#include "gs/builder/steps/build_report.h"
#include "gs/builder/steps/calibration_builder.h"
#include "gs/builder/steps/drivesim_dataset_converter.h"
#include "gs/builder/steps/external_training.h"
#include "gs/builder/steps/geometry_builder.h"
#include "gs/builder/steps/gs_exporter.h"
#include "gs/builder/steps/gs_train_orchestrator.h"
#include "gs/builder/steps/mcap_ingest.h"
#include "gs/core/folders/overlap.h"
#include "gs/core/hash/md5.h"
#include "gs/core/json/json.h"
#include "gs/core/version.h"
#include "gs/logio/api/log.h"
#include "gs/world/bundle_files.h"
#include "gs/world/document/fields.h"

namespace gs::builder {
namespace {

using Done = BuildResult<std::monostate>;
using StepKeys = std::array<std::string, kStepCount>;  // of each step, the hash of everything it depends on

// State of a running build.
struct Run {
  const BuildRequest& request;
  const Workspace& workspace;
  BuildProgress progress;
  PackOptions pack;
  BuildReport report{};
  StepKeys keys{};
  std::vector<std::string> warnings{};  // of the running step

  // Reports the problems of a step that succeeded as warnings. Steps that read a log twice find the same damage twice.
  void keep(const Problems& problems) {
    for (Problem problem : problems) {
      if (problem.severity == Severity::notice) continue;
      problem.severity = Severity::warning;
      const std::string text = to_string(problem);
      if (std::ranges::find(warnings, text) != warnings.end()) continue;
      warnings.push_back(text);
      request.log(LogLevel::warning, text);
    }
    if (problems.not_kept() > 0)
      request.log(LogLevel::warning, format("{} more problems of this step are not shown", problems.not_kept()));
  }
  bool enabled(Step step) const { return request.config.is_enabled(step); }
  const std::string& key(Step step) const { return keys[static_cast<std::size_t>(step)]; }
};

// options_of(): the options of a component, as its part of the request. The unused argument selects the component.
McapIngest::Options options_of(McapIngest, const Run& run) {
  return {.log = run.request.input, .more_logs = run.request.more_inputs, .config = run.request.config};
}
CalibrationBuilder::Options options_of(CalibrationBuilder, const Run& run) {
  const BuildConfig& config = run.request.config;
  return {.frames = config.frames,
          .origin = config.origin,
          .refine_poses = config.refine_poses,
          .refine_cameras = config.refine_cameras,
          .calibration_file = config.calibration_file};
}
GeometryBuilder::Options options_of(GeometryBuilder, const Run& run) { return run.request.geometry; }
ActorBuilder::Options options_of(ActorBuilder, const Run& run) { return {.source = run.request.config.actor_source}; }
// The kind of trainer decides whether the images must be undistorted.
DrivesimDatasetConverter::Options options_of(DrivesimDatasetConverter, const Run& run) {
  const GsTrainingConfig& config = run.request.training;
  return {.undistort = wants_pinhole(config),
          .held_out_interval = config.held_out_interval,
          .moving_masks = config.moving_masks,
          .hood_masks = config.hood_masks,
          .mask_folder = config.mask_dir,
          .commit = dataset_commit(config)};
}
GsTrainOrchestrator::Options options_of(GsTrainOrchestrator, const Run& run) {
  return {.config = run.request.training,
          .backend = run.request.backend,
          .key = run.keys[static_cast<std::size_t>(GsTrainOrchestrator::kStep)],
          .fresh = run.request.force};
}
// A disabled training, or one without images, leaves no checkpoint.
GsExporter::Options options_of(GsExporter, const Run& run) {
  return {.trained = run.enabled(GsTrainOrchestrator::kStep) && !is_without_views(run.workspace),
          .checkpoint_dir = run.request.training.trainer.output.checkpoint_dir};
}
// The bundle contains a report with the warnings of all steps.
WorldBundlePacker::Options options_of(WorldBundlePacker, const Run& run) {
  WorldBundlePacker::Options options = run.pack;
  options.warnings = run.report.warnings;
  return options;
}

// show(): prints the result of a component for the user and keeps its problems as warnings.
void show(Run& run, const McapIngest::Report& report) {
  run.request.log(LogLevel::info, to_text(report.mapping));
  run.keep(report.problems);
  for (const std::string& line : to_lines(report.pose_source)) run.request.log(LogLevel::info, line);
  run.request.log(LogLevel::info, format("{} images, {} sweeps, {} poses", report.images, report.sweeps, report.poses));
}

void show(Run& run, const CalibrationBuilder::Report& report) {
  run.keep(report.problems);
  for (const std::string& line : report.given) run.request.log(LogLevel::info, line);
  for (const std::string& line : to_lines(report.refinement)) run.request.log(LogLevel::info, line);
  for (const std::string& line : to_lines(report.lenses)) run.request.log(LogLevel::info, line);
  for (const std::string& line : to_lines(report.cameras)) run.request.log(LogLevel::info, line);
  if (report.origin.method == "fit") {
    run.request.log(LogLevel::info,
                    format("origin by a fit to {} GNSS fixes, RMS {:.2f} m, map turned by {:.2f} deg",
                           report.origin.fixes, report.origin.rms_m, report.origin.yaw_rad * 180 / kPi));
  }
}

void show(Run& run, const GeometryBuilder::Report& report) {
  run.keep(report.problems);
  run.request.log(LogLevel::info,
                  format("{} map points, {} points of moving objects removed, heightmap {} x {}", report.map_points,
                         report.moving_points, report.heightmap_width, report.heightmap_height));
  run.request.log(LogLevel::info, format("{:.0f} m2 drivable area, {:.1f} % of it with something 0.4 to 2 m high on it",
                                         report.drivable_m2, 100 * report.occupied_share));
}

void show(Run& run, const ActorBuilder::Report& report) {
  run.keep(report.problems);
  run.request.log(LogLevel::info, format("{} actors, {} tracks rejected", report.actors, report.rejected));
  if (report.given > 0) {
    run.request.log(LogLevel::info, format("{} of {} given objects are actors", report.given_actors, report.given));
  }
}

void show(Run& run, const DrivesimDatasetConverter::Report& report) {
  run.keep(report.problems);
  run.request.log(LogLevel::info,
                  format("{} images of {} cameras, {} frames held out, {} images with moving objects, {} cameras see "
                         "the ego vehicle, {} coloured points",
                         report.images, report.cameras, report.held_out, report.masks, report.hoods, report.points));
}

void show(Run& run, const GsTrainOrchestrator::Report& report) {
  run.keep(report.problems);
  const splat::train::TrainingReport& done = report.training;
  // Long drives are trained in chunks; each has its own quality.
  for (const splat::train::ChunkReport& chunk : done.chunks) {
    run.request.log(LogLevel::info, format("chunk {:.0f} m to {:.0f} m: {}, {} Gaussians", chunk.begin_m, chunk.end_m,
                                           splat::train::psnr_text(chunk.merged_psnr_db), chunk.gaussians));
  }
  if (done.resumed_from > 0) run.request.log(LogLevel::info, format("continued from iteration {}", done.resumed_from));
  // Without --verbose only the last iteration is printed.
  for (const splat::train::IterationReport& line : done.iterations) {
    if (!run.request.verbose && line.iteration != done.iterations.back().iteration) continue;
    run.request.log(LogLevel::info, format("{}, iteration {}: {}, SSIM {:.4f} on {} views, {} Gaussians", report.engine,
                                           line.iteration, splat::train::psnr_text(line.psnr_db), line.ssim,
                                           done.held_out ? "held-out" : "training", line.gaussians));
  }
}

void show(Run& run, const GsExporter::Report& report) {
  run.keep(report.problems);
  run.request.log(LogLevel::info, format("{} Gaussians after {} iterations", report.gaussians, report.iterations));
}

void show(Run& run, const WorldBundlePacker::Report& report) {
  run.report.pack = report;
  run.keep(report.problems);
  for (const std::string& note : report.notes) run.request.log(LogLevel::info, note);
}

// Runs a component with its part of the request and shows its result.
template <class Component>
Done run_component(Run& run) {
  GS_TRY(const typename Component::Report report,
         Component::run(run.workspace, options_of(Component{}, run), run.progress));
  show(run, report);
  return std::monostate{};
}

// Training needs images; without them the exporter makes untrained Gaussians.
template <>
Done run_component<GsTrainOrchestrator>(Run& run) {
  if (is_without_views(run.workspace)) {
    run.request.log(LogLevel::info, "the data set has no images: training is skipped");
    return std::monostate{};
  }
  const GsTrainOrchestrator::Options options = options_of(GsTrainOrchestrator{}, run);
  if (run.request.verbose && options.config.backend != "import")
    run.request.log(LogLevel::info, to_json(resolved_training(options.config, options.backend)));
  GS_TRY(const GsTrainOrchestrator::Report report, GsTrainOrchestrator::run(run.workspace, options, run.progress));
  show(run, report);
  return std::monostate{};
}

// One row of the build table.
struct StepRow {
  Step step;
  Done (*run)(Run&);
  std::string (*settings)(const BuildRequest&);
  std::vector<Step> after;  // steps whose results it reads
};
// The row of a component, which runs after the components whose results it reads.
template <class Component, class... After>
StepRow row(std::string (*settings)(const BuildRequest&)) {
  return {Component::kStep, run_component<Component>, settings, {After::kStep...}};
}
// In run order (see enum Step): the data set needs the map of the geometry step.
const std::vector<StepRow>& table() {
  static const std::vector<StepRow> rows = {
      row<McapIngest>(ingest_settings),
      row<CalibrationBuilder, McapIngest>(calibration_settings),
      row<GeometryBuilder, CalibrationBuilder>(geometry_settings),
      row<ActorBuilder, CalibrationBuilder>(actor_settings),
      row<DrivesimDatasetConverter, CalibrationBuilder, ActorBuilder>(dataset_settings),
      row<GsTrainOrchestrator, DrivesimDatasetConverter>(training_settings),
      row<GsExporter, GsTrainOrchestrator>(export_settings),
      row<WorldBundlePacker, GeometryBuilder, ActorBuilder, GsExporter>(pack_settings),
  };
  return rows;
}

// The packer also writes the reports, so it needs all settings.
PackOptions pack_options(const BuildRequest& request) {
  return {.input = request.input,
          .more_inputs = request.more_inputs,
          .output = request.output,
          .scene_id = request.scene_id,
          .replace = request.force,
          .discard_edits = request.discard_edits,
          .created_at = request.now,
          .config = request.config,
          .training = request.training,
          .training_file = request.training_file,
          .geometry = request.geometry,
          .backend = request.backend};
}

const StepRow& row_of(Step step) { return *std::ranges::find(table(), step, &StepRow::step); }

// Keys of the steps whose results a step reads. A disabled step has no result, so the steps before it count instead.
std::string keys_before(const BuildRequest& request, const StepKeys& keys, const StepRow& row) {
  std::string text;
  for (const Step before : row.after) {
    text += request.config.is_enabled(before) ? "\n" + keys[static_cast<std::size_t>(before)]
                                              : keys_before(request, keys, row_of(before));
  }
  return text;
}

// Each key contains the keys of the steps before it: a changed step makes its dependent steps run again.
StepKeys keys_of(const BuildRequest& request) {
  StepKeys keys;
  for (const StepRow& row : table()) {
    keys[static_cast<std::size_t>(row.step)] = md5_hex(
        format("{}\n{}\n{}", kVersion, to_string(row.step), row.settings(request)) + keys_before(request, keys, row));
  }
  return keys;
}

// Marks a step and its dependent steps as unfinished before it runs, so that a killed build cannot reuse them.
void set_unfinished(const Run& run, Step step) {
  run.workspace.set_unfinished(step);
  for (const StepRow& row : table()) {
    if (std::ranges::find(row.after, step) != row.after.end()) set_unfinished(run, row.step);
  }
}

// Checks the same steps before anything is changed: none may have results that a user has edited.
Done check_edits(const Run& run, Step step) {
  GS_CHECK(run.workspace.check_edits(step));
  for (const StepRow& row : table()) {
    if (std::ranges::find(row.after, step) != row.after.end()) GS_CHECK(check_edits(run, row.step));
  }
  return std::monostate{};
}

// Adds the time and warnings of a step to the report.
void keep_record(Run& run, Step step, const StepRecord& record) {
  run.pack.step_seconds[std::string(to_string(step))] = record.seconds;
  run.report.warnings.insert(run.report.warnings.end(), record.warnings.begin(), record.warnings.end());
}

// Runs one step: check for edits, invalidate, run, record.
Done run_row(Run& run, const StepRow& row) {
  const std::string name(to_string(row.step));
  GS_CHECK(check_edits(run, row.step));
  set_unfinished(run, row.step);
  run.warnings.clear();
  const auto start = std::chrono::steady_clock::now();
  auto done = row.run(run);
  if (!done) {
    BuildError error = std::move(done).error();
    if (error.component.empty()) error.component = name;
    keep_record(run, row.step, {.key = {}, .seconds = 0, .warnings = run.warnings});
    return error;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  const StepRecord record{run.key(row.step), took.count(), run.warnings};
  keep_record(run, row.step, record);
  // Last, because a step with a record counts as finished.
  GS_CHECK(run.workspace.set_finished(row.step, record));
  return std::monostate{};
}

// True if the step can be skipped. The packer also needs its bundle to exist.
bool is_up_to_date(const BuildRequest& request, const StepKeys& keys, Step step) {
  if (request.force) return false;
  std::error_code ignored;
  const bool bundle_there = step != Step::world_bundle_packer || fs::exists(request.output, ignored);
  const auto record = finished_step(request.workspace, step);
  return bundle_there && record && record->key == keys[static_cast<std::size_t>(step)];
}

// Inputs, output and workspace may not contain each other.
Done check_folders(const BuildRequest& request) {
  const std::vector<fs::path> logs = all_logs(request.input, request.more_inputs);
  GS_CHECK(check_input_logs(logs));
  for (const fs::path& log : logs) {
    if (auto apart = check_apart({{"input log", log}, {"output", request.output}, {"workspace", request.workspace}});
        !apart) {
      return BuildError(BuildCode::configuration, "pipeline", std::move(apart).error());
    }
  }
  return std::monostate{};
}

// True if any step has to run: otherwise a build leaves workspace and bundle as they are.
bool is_due(const BuildRequest& request, const StepKeys& keys) {
  return std::ranges::any_of(table(), [&](const StepRow& row) {
    return request.config.is_enabled(row.step) && !is_up_to_date(request, keys, row.step);
  });
}

// Checks the output if any step has to run.
Done check_output_if_due(const BuildRequest& request, const StepKeys& keys) {
  return is_due(request, keys) ? check_output(request) : Done(std::monostate{});
}

// Runs all enabled steps that are not up to date, in the order of the table.
Done run_table(Run& run) {
  run.keys = keys_of(run.request);
  GS_CHECK(check_output_if_due(run.request, run.keys));
  std::size_t number = 0;
  for (const StepRow& row : table()) {
    const std::string name(to_string(row.step));
    ++number;
    if (!run.enabled(row.step)) {
      run.request.log(LogLevel::info, name + ": disabled");
      continue;
    }
    if (is_up_to_date(run.request, run.keys, row.step)) {
      // A skipped step reports its recorded warnings and time as if it had run.
      run.request.log(LogLevel::info, name + ": unchanged, skipped");
      run.report.skipped.push_back(name);
      keep_record(run, row.step, *run.workspace.finished(row.step));
      continue;
    }
    run.request.log(LogLevel::info, name);
    run.progress.enter(row.step, number, kStepCount);
    GS_CHECK(run_row(run, row));
    run.progress.leave(row.step);
  }
  return std::monostate{};
}

// Finds a trainer that cannot be started before hours of other work.
Done check_trainer(const BuildRequest& request) {
  if (!request.config.is_enabled(Step::gs_train_orchestrator)) return std::monostate{};
  GS_CHECK(check_training_config(request.training));
  return check_external_trainer(request.training);
}

// Finds a calibration file that cannot be read before the log is.
Done check_calibration_file(const BuildRequest& request) {
  GS_CHECK(open_calibration(request.config.calibration_file));
  return std::monostate{};
}

// Plan for the free space and for the remaining time shown during the build; empty if the log cannot be read (the
// ingest reports that).
BuildPlan expected_plan(const BuildRequest& request) {
  Problems ignored;
  const auto log = open_input_logs(all_logs(request.input, request.more_inputs), ignored);
  if (!log) return {};
  const auto mapping = map_topics(**log, request.config);
  return mapping ? plan_of(request, **log, *mapping) : BuildPlan{};
}

// For a single step: the results that it reads must exist.
Done check_prerequisites(const Run& run, const StepRow& row) {
  std::error_code ignored;
  for (const Step before : row.after) {
    if (!run.enabled(before) || fs::is_directory(run.workspace.folder(before), ignored)) continue;
    // Training is skipped without images and leaves no folder.
    if (before == Step::gs_train_orchestrator && is_without_views(run.workspace)) continue;
    const std::string workspace = run.workspace.root().string();
    return BuildError(
        fail(ErrorCode::not_found, "{} reads the results of {}, which are not in {}", to_string(row.step),
             to_string(before), workspace)
            .with_hint(format("gs-world-builder run-step {} --workspace {}", to_string(before), workspace)));
  }
  return std::monostate{};
}

Done run_alone(Run& run, const StepRow& row) {
  GS_CHECK(check_prerequisites(run, row));
  run.progress.enter(row.step, 1, 1);
  return run_row(run, row);
}

// Writes the error to build_report.json of the workspace and returns it with the step it belongs to.
BuildError failed(Run& run, std::optional<Step> step, BuildError error) {
  if (error.component.empty() && step) error.component = std::string(to_string(*step));
  run.pack.warnings = run.report.warnings;
  if (auto written = write_failed_report(run.workspace, run.pack, error); !written)
    run.request.log(LogLevel::error, to_string(written.error()));
  return error;
}

}  // namespace

BuildResult<std::monostate> check_request(const BuildRequest& request) {
  GS_CHECK(check_folders(request));
  GS_CHECK(Workspace::check(request.workspace));
  GS_CHECK(check_trainer(request));
  GS_CHECK(check_calibration_file(request));
  GS_CHECK(check_actor_source(request.config.actor_source));
  return check_output_if_due(request, keys_of(request));
}

BuildResult<std::monostate> check_output(const BuildRequest& request) {
  std::error_code ignored;
  if (!fs::exists(request.output, ignored)) return std::monostate{};
  GS_CHECK(may_replace(request.output, world::bundle_kind(), {.force = true, .discard_edits = request.discard_edits}));
  // An older build of the same log and scene id may be replaced without --force.
  const auto report = read_json(request.output / "build_report.json");
  const Node* input = report ? report->find("input") : nullptr;
  const bool same_build = input != nullptr && text_of(*report, "scene_id") == request.scene_id &&
                          text_of(*input, "mcap_file") == request.input.filename().string() &&
                          fs::exists(request.output / kFileListName, ignored);
  if (request.force || same_build) return std::monostate{};
  return BuildError(fail(ErrorCode::already_exists,
                         "the output exists and is a bundle of another log or scene id, or has no files.json: {}",
                         request.output.string())
                        .with_hint("choose another --output, or replace it with gs-world-builder build --force"));
}

BuildResult<BuildReport> run_build(const BuildRequest& request, Progress& progress) {
  GS_CHECK(check_folders(request));
  GS_CHECK(Workspace::check(request.workspace));
  const BuildPlan plan = expected_plan(request);
  if (is_due(request, keys_of(request))) {
    if (auto failure = disk_failure(request, plan)) return *std::move(failure);
  }
  GS_TRY(Workspace workspace, Workspace::open(request.workspace, {.discard_edits = request.discard_edits}));
  for (const std::string& note : workspace.notes()) request.log(LogLevel::info, note);
  Run run{request, workspace, BuildProgress(progress, plan.seconds), pack_options(request)};
  GS_CHECK(write_file(workspace.root() / kRequestFile, write_recipe(run.pack)));
  // From here on errors are written to the report of the workspace.
  auto done = check_trainer(request);
  if (done) done = check_calibration_file(request);
  if (done) done = check_actor_source(request.config.actor_source);
  if (done) done = run_table(run);
  if (!done) return failed(run, std::nullopt, std::move(done).error());
  // Only after success: the results of a build that failed are where the next one goes on.
  if (request.clean) {
    GS_TRY(const std::vector<fs::path> kept, workspace.remove());
    for (const fs::path& path : kept)
      request.log(LogLevel::info, format("kept, not written by a build or edited since: {}", path.string()));
  }
  return std::move(run.report);
}

BuildResult<BuildReport> run_step(const BuildRequest& request, Step step, Progress& progress) {
  GS_CHECK(check_folders(request));
  const WorkspaceOptions options{.create = step == Step::mcap_ingest, .discard_edits = request.discard_edits};
  GS_TRY(const Workspace workspace, Workspace::open(request.workspace, options));
  for (const std::string& note : workspace.notes()) request.log(LogLevel::info, note);
  // The other steps write to the workspace only.
  if (step == Step::world_bundle_packer) GS_CHECK(check_output(request));
  Run run{request, workspace, BuildProgress(progress, {}), pack_options(request)};
  GS_CHECK(write_file(workspace.root() / kRequestFile, write_recipe(run.pack)));
  run.keys = keys_of(request);
  // Earlier steps are not run, but their times and warnings belong to the report.
  for (const StepRow& row : table()) {
    if (row.step == step) {
      auto done = run_alone(run, row);
      if (!done) return failed(run, step, std::move(done).error());
      break;
    }
    if (const auto record = workspace.finished(row.step)) keep_record(run, row.step, *record);
  }
  return std::move(run.report);
}

}  // namespace gs::builder
