// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/training_run.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "gs/core/folders/output_folder.h"
#include "gs/splat/model/ply.h"
#include "gs/splat/train/actors/judge_actors.h"
#include "gs/splat/train/cross_validation/best_checkpoint.h"
#include "gs/splat/train/resume.h"
#include "gs/splat/train/training_folder.h"

namespace gs::splat::train {
namespace {

constexpr int64_t kNoteInterval = 20;  // iterations between two progress notes

// One call of train().
class Run {
 public:
  Run(TrainingEngine& engine, const TrainingOptions& options, const TrainingRun& run, Progress& progress)
      : engine_(engine), options_(options), run_(run), progress_(progress), data_(fingerprint_of(engine.views())) {
    // Files name what was refined, also if it was left unset.
    options_.optimization = to_options(resolved_refinements(options.optimization));
  }

  Result<TrainingReport> go() {
    GS_TRY(OwnedFolder output, OwnedFolder::open(run_.output, training_folder_kind()));
    owned_.emplace(std::move(output));
    GS_CHECK(run_.resume ? resume() : remove_checkpoints(*owned_, folder()));
    report_.trials = run_.trials;
    for (const RefinementTrial& trial : run_.trials) log_ += to_text(trial) + "\n";
    const auto last = static_cast<uint64_t>(options_.training.iterations);
    progress_.begin("training", last, "it");
    while (engine_.iteration() < last) {
      if (progress_.stop_requested()) return stop();
      const Result<StepReport> step = engine_.step();
      if (!step) return give_up(step.error());
      loss_sum_ += step->loss.total, ++loss_count_;
      show(*step);
      if (is_due(engine_.iteration())) {
        GS_CHECK(save(true));
        GS_CHECK(show_views());
      } else if (run_.preview_interval > 0 && engine_.iteration() % static_cast<uint64_t>(run_.preview_interval) == 0) {
        GS_CHECK(show_views());
      }
    }
    // A resumed run that was already finished takes no step: evaluate it once for the report.
    if (report_.last.views == 0) {
      GS_TRY(report_.last, engine_.evaluate());
      report_.held_out = report_.last.held_out;
      GS_CHECK(write_report());
      GS_CHECK(show_views());
    }
    progress_.finish();
    GS_CHECK(take_chosen());
    GS_CHECK(finish_actors());
    return std::move(report_);
  }

 private:
  fs::path folder() const { return run_.output / options_.output.checkpoint_dir; }
  double seconds() const {
    return earlier_s_ + std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  }
  // True if a checkpoint is due at this iteration.
  bool is_due(uint64_t iteration) const {
    const std::vector<int64_t>& wanted = options_.output.save_iterations;
    const auto now = static_cast<int64_t>(iteration);
    return now == options_.training.iterations || std::find(wanted.begin(), wanted.end(), now) != wanted.end();
  }

  // Continues from the latest checkpoint that can be read and is not beyond the end of the run; damaged ones are
  // skipped and logged. A checkpoint with other options or data is an error.
  Result<void> resume() {
    log_ = read_text_file(run_.output / "training_log.txt").value_or("");  // append to the earlier log
    for (const uint64_t iteration : saved_iterations(folder())) {
      if (iteration > static_cast<uint64_t>(options_.training.iterations)) continue;
      const fs::path place = folder() / format("{}{}", kCheckpointPrefix, iteration);
      auto checkpoint = load_checkpoint(place / "state.gstc");
      if (!checkpoint) {
        log_ += format("skipped a damaged checkpoint: {}\n", checkpoint.error().message);
        continue;
      }
      GS_CHECK(check_resumable(*checkpoint, options_, data_).with_context("checkpoint " + place.string()));
      GS_CHECK(engine_.set_state(std::move(checkpoint->state)));
      earlier_s_ = checkpoint->training_time_s;
      report_.iterations = std::move(checkpoint->reports);
      report_.resumed_from = saved_ = iteration;
      report_.checkpoint = place;
      log_ += format("resumed from iteration {}\n", iteration);
      return write_report();
    }
    return {};
  }

  // Returns to the checkpoint that was chosen, if it is not the last one: the engine and the report are then at it.
  Result<void> take_chosen() {
    if (report_.best_iteration == 0 || report_.best_iteration == engine_.iteration()) return {};
    const fs::path place = folder() / format("{}{}", kCheckpointPrefix, report_.best_iteration);
    GS_TRY(Checkpoint chosen, load_checkpoint(place / "state.gstc"));
    GS_CHECK(engine_.set_state(std::move(chosen.state)));
    report_.checkpoint = place;
    log_ += format("iteration {} is chosen: later ones are worse in views that were not trained on\n",
                   report_.best_iteration);
    return write_report();
  }

  // Writes the actors that training made better, and the quality of all.
  Result<void> finish_actors() {
    GS_TRY(report_.actors, judge_actors(engine_));
    if (report_.actors.empty()) return {};
    GS_TRY(const Replacement permission, owned_->may_replace_inside(run_.output / "actors"));
    GS_TRY(OutputFolder place, OutputFolder::create(permission));
    GS_CHECK(save_actors(place.path(), engine_, report_.actors));
    GS_CHECK(place.commit());
    for (const ActorReport& actor : report_.actors) {
      log_ += format("actor {}: psnr {} inside its box in {} views, {} as painted: {}\n", actor.id,
                     train::psnr_text(actor.psnr_db), actor.views, train::psnr_text(actor.painted_psnr_db),
                     actor.trained ? "trained" : "stays painted");
    }
    return write_report();
  }

  // Reports progress to the user.
  void show(const StepReport& step) {
    const auto now = static_cast<int64_t>(engine_.iteration());
    if (now % kNoteInterval == 0) {
      progress_.note(format("loss {:.4f}, psnr {}, {} Gaussians, {} visible, {}", step.loss.total, psnr_text(),
                            engine_.gaussians(), step.visible, human_bytes(engine_.memory_bytes())));
    }
    progress_.advance(engine_.iteration());
  }

  std::string psnr_text() const {
    return report_.iterations.empty() ? "-" : format("{:.2f} dB", report_.iterations.back().psnr_db);
  }

  // Writes a checkpoint and the report files; with_report also evaluates the cloud and adds a line.
  Result<void> save(bool with_report) {
    if (with_report) {
      GS_TRY(const Evaluation quality, engine_.evaluate());
      report_.held_out = quality.held_out, report_.last = quality;
      report_.iterations.push_back({engine_.iteration(), quality.psnr_db, quality.ssim,
                                    loss_sum_ / std::max(1.0, static_cast<double>(loss_count_)), engine_.gaussians(),
                                    quality.selection_psnr_db});
      const IterationReport& line = report_.iterations.back();
      log_ += format("iteration {}: psnr {:.3f} dB, ssim {:.4f}, loss {:.5f}, {} Gaussians\n", line.iteration,
                     line.psnr_db, line.ssim, line.loss, line.gaussians);
      loss_sum_ = 0, loss_count_ = 0;
    }
    GS_CHECK(write_checkpoint());
    return write_report();
  }

  // Renders a few of the evaluated views and passes them to the callback.
  Result<void> show_views() {
    if (!run_.on_comparison) return {};
    const std::span<const TrainingView> all = engine_.views();
    const bool held_out = std::any_of(all.begin(), all.end(), [](const TrainingView& v) { return v.held_out; });
    std::vector<std::size_t> candidates;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].held_out == held_out) candidates.push_back(i);
    }
    const std::size_t count = std::min(run_.preview_views, candidates.size());
    std::vector<SplatImage> images;
    std::vector<ViewComparison> comparisons;
    images.reserve(count);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t view = candidates[(2 * k + 1) * candidates.size() / (2 * count)];
      GS_TRY(SplatImage image, engine_.render_view(view));
      images.push_back(std::move(image));
      comparisons.push_back({&all[view], &images.back()});
    }
    return run_.on_comparison(engine_.iteration(), comparisons);
  }

  // Writes the checkpoint folder under a temporary name and renames it, so that it is complete or absent.
  Result<void> write_checkpoint() {
    report_.checkpoint = folder() / format("{}{}", kCheckpointPrefix, engine_.iteration());
    std::error_code error;
    fs::create_directories(folder(), error);
    if (error) return system_error("making", folder(), error.value());
    GS_TRY(const Replacement permission, owned_->may_replace_inside(report_.checkpoint));
    GS_TRY(OutputFolder place, OutputFolder::create(permission));
    Checkpoint checkpoint{
        .options_json = to_json(options_), .training_time_s = seconds(), .reports = report_.iterations, .data = data_};
    GS_TRY(checkpoint.state, engine_.copy_state());
    GS_CHECK(save_checkpoint(place.path() / "state.gstc", checkpoint));
    GS_TRY(const GaussianCloud cloud, finished_cloud(std::as_const(checkpoint.state.cloud).view()));
    GS_CHECK(save_ply(place.path() / "point_cloud.ply", cloud.view(), PlyFlavor::bundle));
    GS_CHECK(place.commit());
    saved_ = checkpoint.state.iteration;
    return {};
  }

  Result<void> write_report() {
    report_.training_time_s = seconds();
    report_.memory_bytes = engine_.memory_bytes();
    const IterationReport* best = best_checkpoint(report_.iterations);
    report_.best_psnr_db = best != nullptr ? best->psnr_db : 0;
    report_.best_iteration = best != nullptr ? best->iteration : 0;
    GS_CHECK(write_file(run_.output / "metrics.json", metrics_json(report_)));
    GS_CHECK(write_file(run_.output / "training_log.txt", log_));
    return write_file(run_.output / "training_report.json",
                      training_report_json(report_, options_, run_.dataset_commit));
  }

  // Saves the state when the user asks to stop.
  Result<TrainingReport> stop() {
    progress_.finish();
    if (engine_.iteration() > saved_) GS_CHECK(save(false));
    return fail(ErrorCode::interrupted, "training was stopped at iteration {} of {}", engine_.iteration(),
                options_.training.iterations)
        .with_hint("resume continues from there");
  }

  // Handles a failed step, which leaves the state unchanged: saves that state, so that only this step is lost.
  Error give_up(Error error) {
    progress_.finish();
    const bool saved = engine_.iteration() == saved_ || save(false);
    if (saved && saved_ > 0) {
      if (!error.hint.empty()) error.hint += "; ";
      error.hint += format("iteration {} is saved: resume continues from there", saved_);
    }
    return error;
  }

  std::optional<OwnedFolder> owned_;  // lock on the output folder during the run
  TrainingEngine& engine_;
  TrainingOptions options_;
  const TrainingRun& run_;
  Progress& progress_;
  DataFingerprint data_;
  TrainingReport report_;
  uint64_t saved_ = 0;  // iteration of the last checkpoint; 0: none
  std::string log_;
  double loss_sum_ = 0;
  uint64_t loss_count_ = 0;
  double earlier_s_ = 0;  // training time before a resume [s]
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

}  // namespace

Result<TrainingReport> train(TrainingEngine& engine, const TrainingOptions& options, const TrainingRun& run,
                             Progress& progress) {
  return Run(engine, options, run, progress).go();
}

Result<ChosenRun> choose_run(const TrainingData& data, const TrainingOptions& options, const TrainingRun& run,
                             const EngineMaker& make_engine, Progress& progress) {
  ChosenRun out{options, run};
  // A run that is continued keeps what was chosen at its start.
  const auto earlier = run.resume ? refinements_of_report(run.output / "training_report.json") : std::nullopt;
  RefinementOptions& refine = out.options.optimization;
  if (earlier) {
    if (!refine.refine_pose) refine.refine_pose = earlier->pose;
    if (!refine.refine_exposure) refine.refine_exposure = earlier->exposure;
    if (!refine.refine_vignetting) refine.refine_vignetting = earlier->vignetting;
    return out;
  }
  GS_TRY(RefinementChoice choice, choose_refinements(data, options, make_engine, progress));
  refine = to_options(choice.refinements);
  out.run.trials = std::move(choice.trials);
  return out;
}

Result<TrainingReport> train(TrainingData data, const TrainingOptions& options, const TrainingRun& run,
                             const EngineMaker& make_engine, Progress& progress) {
  GS_TRY(const ChosenRun chosen, choose_run(data, options, run, make_engine, progress));
  GS_TRY(const auto engine, make_engine(std::move(data), chosen.options));
  return train(*engine, chosen.options, chosen.run, progress);
}

Result<TrainingReport> train(TrainingData data, const TrainingOptions& options, const TrainingRun& run,
                             Progress& progress) {
  const auto make_engine = [](TrainingData own,
                              const TrainingOptions& chosen) -> Result<std::unique_ptr<TrainingEngine>> {
    GS_TRY(Trainer trainer, Trainer::create(std::move(own), chosen));
    return std::unique_ptr<TrainingEngine>(std::make_unique<Trainer>(std::move(trainer)));
  };
  return train(std::move(data), options, run, make_engine, progress);
}

}  // namespace gs::splat::train
