// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_train/train_report.h"

#include <cstdio>

#include "gs/assets/image/png.h"
#include "gs/core/file.h"
#include "gs/core/log.h"
#include "gs/dataset/comparison_sheet.h"
#include "gs/dataset/off_path.h"
#include "gs/splat/model/ply.h"

namespace gs {
namespace {

constexpr double kPoorPsnrDb = 16;  // below this, rendered and recorded images have little in common

}  // namespace

void print_report(const splat::train::TrainingReport& report) {
  for (const splat::train::ChunkReport& chunk : report.chunks) {
    std::printf("chunk      %.0f m to %.0f m: psnr %s, %zu views, %zu Gaussians%s\n", chunk.begin_m, chunk.end_m,
                splat::train::psnr_text(chunk.merged_psnr_db).c_str(), chunk.views, chunk.gaussians,
                chunk.resumed ? ", finished earlier" : "");
  }
  if (report.resumed_from > 0)
    std::printf("resumed    from iteration %llu\n", static_cast<unsigned long long>(report.resumed_from));
  for (const splat::train::IterationReport& line : report.iterations) {
    std::printf("iteration  %llu: psnr %s, ssim %.4f, loss %.5f, %llu Gaussians\n",
                static_cast<unsigned long long>(line.iteration), splat::train::psnr_text(line.psnr_db).c_str(),
                line.ssim, line.loss, static_cast<unsigned long long>(line.gaussians));
  }
  for (const splat::train::CameraQuality& camera : report.last.cameras) {
    std::printf("%-10s %s: psnr %.2f dB, ssim %.4f, %zu views\n", "camera", camera.camera.c_str(), camera.psnr_db,
                camera.ssim, camera.views);
  }
  if (report.last.depth_samples > 0) {
    std::printf("depth      %.3f m from LiDAR, median %.3f m\n", report.last.depth_error_m,
                report.last.median_depth_error_m);
  }
  for (const splat::train::RefinementTrial& trial : report.trials) std::printf("%s\n", to_text(trial).c_str());
  if (report.best_psnr_db == splat::train::kNotMeasuredDb) {
    log_message(LogLevel::warning,
                "warning: the quality was not measured: no image to compare with has an unmasked pixel");
  } else if (report.best_psnr_db < kPoorPsnrDb) {
    log_message(LogLevel::warning,
                format("warning: {:.2f} dB is poor: poses, calibration or times of the images may be wrong",
                       report.best_psnr_db));
  }
  std::printf("measured   on %s views\ntime       %s\ncheckpoint %s\n", report.held_out ? "held-out" : "training",
              human_duration(report.training_time_s).c_str(), report.checkpoint.c_str());
}

void warn_of_preset(const config::CommandLine& line, const splat::train::TrainingOptions& given,
                    const splat::train::TrainingOptions& used) {
  for (const splat::train::ChangedOption& change : splat::train::options_changed(given, used)) {
    if (change.name == "training.preset" || !line.was_given(change.name)) continue;
    const bool schedule = change.name == "training.densify.end_iter" || change.name == "output.save_iterations";
    log_message(LogLevel::warning, format("warning: {} is {}, not {}: {}", change.name, change.used, change.given,
                                          schedule ? "it is scaled to the iterations of the run"
                                                   : "the preset for CPUs limits it; --training-preset full does not"));
  }
}

Result<void> compare_off_path(const OffPathComparison& what, Progress& progress) {
  GS_TRY(std::vector<dataset::OffPathView> views, dataset::read_off_path_views(what.truth));
  GS_TRY(auto rasterizer, splat::make_rasterizer(what.backend));
  GS_TRY(splat::GaussianCloud cloud,
         splat::load_ply(what.checkpoint / "point_cloud.ply", {.source = splat::PlySource::bundle}));
  GS_CHECK(rasterizer->upload(std::move(cloud)));
  GS_TRY(const dataset::OffPathReport report,
         dataset::evaluate_off_path(*rasterizer, std::move(views), progress, what.settings));
  std::vector<splat::train::ViewComparison> pairs;
  for (std::size_t i = 0; i < report.shown.size(); ++i) pairs.push_back({&report.shown[i], &report.rendered[i]});
  for (const dataset::OffPathQuality& q : report.offsets) {
    std::printf("off path   %.1f m: psnr %s, ssim %.4f, %zu views", q.offset_m,
                splat::train::psnr_text(q.psnr_db).c_str(), q.ssim, q.views);
    std::printf(q.left_out > 0 ? " without the %.1f %% that move\n" : "\n", 100 * q.left_out);
  }
  GS_CHECK(assets::write_png(what.output / "off_path.png", dataset::comparison_sheet(pairs), 9));
  return write_file(what.output / "off_path.json", dataset::off_path_json(report));
}

}  // namespace gs
