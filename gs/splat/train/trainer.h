// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// CPU training engine, step by step. For a whole run with output files see training_run.h.
//
//   GS_TRY(Trainer trainer, Trainer::create(std::move(data), options));
//   while (trainer.iteration() < options.training.iterations) GS_CHECK(trainer.step());
//   GS_TRY(const Evaluation quality, trainer.evaluate());
#pragma once

#include <memory>
#include <vector>

#include "gs/splat/api/differentiable.h"
#include "gs/splat/train/actors/hidden_side.h"
#include "gs/splat/train/actors/visible_actors.h"
#include "gs/splat/train/loss/loss.h"
#include "gs/splat/train/training_engine.h"
#include "gs/splat/train/training_plan.h"

namespace gs::splat::train {

// Deterministic: the same data, options and seed give the same bytes for any number of threads.
class Trainer final : public TrainingEngine {
 public:
  // Prepares the data and the initial cloud. `options` must come from resolve_preset(). Errors: see
  // make_training_plan().
  static Result<Trainer> create(TrainingData data, const TrainingOptions& options);

  std::string name() const override { return "cpu"; }
  Result<StepReport> step() override;
  Result<Evaluation> evaluate() override;
  Result<SplatImage> render_view(std::size_t view) override;
  std::span<const TrainingView> views() const override { return plan_.data.views; }
  std::span<const TrainedActor> actors() const override { return plan_.data.actors; }
  std::span<const double> key_times_s(std::size_t actor) const override {
    return plan_.actor_corrections[actor].times_s;
  }
  uint64_t iteration() const override { return state_.iteration; }
  std::size_t gaussians() const override { return state_.cloud.size(); }
  std::size_t memory_bytes() const override;
  Result<TrainingState> copy_state() override;
  Result<void> set_state(TrainingState state) override;

  // The current state, without a copy.
  const TrainingState& state() const { return state_; }

 private:
  explicit Trainer(TrainingPlan plan) : plan_(std::move(plan)) {}
  Result<void> initialise();
  Result<void> fit_gradient();
  Result<void> show(const TrainingView& view, std::size_t index);
  Result<FrameStatistics> render(const TrainingView& view, bool depth);
  Result<std::vector<PartGradient>> backward(const TrainingView& view, bool depth);
  Exposure exposure_at(const TrainingView& view, std::size_t index) const;
  ConstPlanes exposed(const TrainingView& view, std::size_t index, bool depth);
  LossValue compare(const TrainingView& view, std::size_t index, Exposure& by_exposure);
  void correct_actors(std::size_t index, const MirroredActors& mirrored, std::span<const PartGradient> by);
  void regularise();
  Result<void> change_number();

  TrainingPlan plan_;
  ViewOrder order_;
  std::unique_ptr<DifferentiableRasterizer> rasterizer_;
  TrainingState state_;
  GaussianCloud gradient_;
  std::vector<GaussianCloud> actor_gradients_;  // of state_.actors
  std::vector<ScenePart> parts_;                // the background and the actors of the view being rendered
  std::vector<VisibleActor> visible_;           // the actor of each part but the first
  std::vector<std::size_t> shown_;              // their numbers
  ImageLoss loss_;
  std::vector<float> image_, exposed_, image_gradient_;  // planes of the largest view
};

}  // namespace gs::splat::train
