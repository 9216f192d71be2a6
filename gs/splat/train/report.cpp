// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "gs/core/json/json_writer.h"
#include "gs/splat/train/training_run.h"

namespace gs::splat::train {
namespace {

constexpr double kJsonNull = std::numeric_limits<double>::quiet_NaN();  // written as null
double measured(double psnr_db) { return psnr_db == kNotMeasuredDb ? kJsonNull : psnr_db; }

// Gains and offsets of an actor, as far as it has some.
void write_corrections(JsonWriter& json, const ActorReport& actor) {
  if (!actor.gains.empty()) {
    json.key("gains").begin_object();
    for (const ActorReport::Gain& gain : actor.gains) {
      json.field(gain.camera, std::vector{gain.rgb.x, gain.rgb.y, gain.rgb.z});
    }
    json.end_object();
  }
  if (actor.offsets.empty()) return;
  json.field("psnr_at_given_poses", measured(actor.psnr_at_given_poses_db)).key("offsets").begin_array();
  for (const ActorReport::Offset& key : actor.offsets) {
    json.begin_object().field("time_s", key.time_s).field("x_m", key.x_m).field("y_m", key.y_m);
    json.field("yaw_rad", key.yaw_rad).end_object();
  }
  json.end_array();
}

// The part "actors"; nothing without actors.
void write_actors(JsonWriter& json, const std::vector<ActorReport>& actors) {
  if (actors.empty()) return;
  json.key("actors").begin_array();
  for (const ActorReport& actor : actors) {
    json.begin_object().field("id", actor.id).field("trained", actor.trained);
    json.field("psnr", measured(actor.psnr_db)).field("painted_psnr", measured(actor.painted_psnr_db));
    json.field("views", actor.views).field("pixels", actor.pixels);
    json.field("gaussians", actor.gaussians).field("sh_degree", actor.sh_degree);
    write_corrections(json, actor);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

std::string psnr_text(double psnr_db) {
  return psnr_db == kNotMeasuredDb ? "not measured" : format("{:.2f} dB", psnr_db);
}

// training_report.json: configuration, total time, best iteration, trials of the cross-validation,
// chunks, actors, and a line per evaluation.
std::string training_report_json(const TrainingReport& report, const TrainingOptions& options,
                                 const std::string& dataset_commit) {
  JsonWriter json;
  json.begin_object().field("version", "1.0.0").key("config").begin_object();
  json.field("seed", options.training.seed)
      .field("max_iterations", options.training.iterations)
      .field("mode", options.model.type)
      .field("drivesim_commit", dataset_commit)
      .key("options")
      .raw(to_json(options))
      .end_object();
  json.field("training_time_sec", report.training_time_s)
      .field("best_iteration", report.best_iteration)
      .field("best_psnr", measured(report.best_psnr_db))
      .field("held_out", report.held_out);
  if (!report.trials.empty()) {
    json.key("cross_validation").begin_array();
    for (const RefinementTrial& trial : report.trials) {
      json.begin_object().field("refine_pose", trial.refinements.pose);
      json.field("refine_exposure", trial.refinements.exposure);
      json.field("refine_vignetting", trial.refinements.vignetting).field("psnr", trial.psnr_db);
      json.field("gain", trial.gain_db).field("error", trial.error_db).field("kept", trial.kept).end_object();
    }
    json.end_array();
  }
  if (!report.chunks.empty()) {
    json.field("image_corrections_applied", false);  // quality of the merged cloud; see chunked_run.cpp
    json.key("chunks").begin_array();
    for (const ChunkReport& c : report.chunks) {
      json.begin_object().field("begin_m", c.begin_m).field("end_m", c.end_m).field("views", c.views);
      json.field("gaussians", c.gaussians).field("psnr", measured(c.merged_psnr_db)).end_object();
    }
    json.end_array();
  }
  write_actors(json, report.actors);
  json.key("iterations").begin_array();
  for (const IterationReport& i : report.iterations) {
    json.begin_object().field("iteration", i.iteration).field("psnr", measured(i.psnr_db)).field("loss", i.loss);
    json.end_object();
  }
  json.end_array().end_object();
  return std::move(json).take();
}

// metrics.json: quality per evaluation, per camera and of depth, and the memory of the engine.
std::string metrics_json(const TrainingReport& report) {
  JsonWriter json;
  json.begin_object().field("version", "1.0.0").field("held_out", report.held_out).key("iterations").begin_array();
  for (const IterationReport& i : report.iterations) {
    json.begin_object()
        .field("iteration", i.iteration)
        .field("psnr", measured(i.psnr_db))
        .field("ssim", i.psnr_db == kNotMeasuredDb ? kJsonNull : i.ssim)
        .field("loss", i.loss)
        .field("gaussians", i.gaussians)
        .field("selection_psnr", measured(i.selection_psnr_db))
        .end_object();
  }
  json.end_array().key("cameras").begin_object();
  for (const CameraQuality& camera : report.last.cameras) {
    json.key(camera.camera.empty() ? "camera" : camera.camera)
        .begin_object()
        .field("psnr", camera.psnr_db)
        .field("ssim", camera.ssim)
        .field("views", camera.views)
        .end_object();
  }
  json.end_object();
  if (report.last.depth_samples > 0) {
    json.key("depth").begin_object().field("mean_error_m", report.last.depth_error_m);
    json.field("median_error_m", report.last.median_depth_error_m).field("samples", report.last.depth_samples);
    json.end_object();
  }
  json.field("memory_bytes", report.memory_bytes);
  json.end_object();
  return std::move(json).take();
}

}  // namespace gs::splat::train
