// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Interface of a training engine: the same steps on the CPU (trainer.h) or on a GPU (cuda/). Made by
// make_training_engine() (gs/splat/make_training_engine.h); train() in training_run.h drives either through a whole
// run.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gs/splat/planes/splat_image.h"
#include "gs/splat/train/actors/actor_quality.h"
#include "gs/splat/train/loss/loss.h"
#include "gs/splat/train/state.h"
#include "gs/splat/train/training_data.h"

namespace gs::splat::train {

// Result of one step.
struct StepReport {
  LossValue loss{};
  std::size_t visible = 0;  // number of Gaussians that touch the image
};

// Mean quality over the evaluated views of one camera.
struct CameraQuality {
  std::string camera;
  double psnr_db = 0, ssim = 0;
  std::size_t views = 0;
};

// Mean quality over the held-out views, or over all views if none is held out.
struct Evaluation {
  double psnr_db = 0, ssim = 0;
  std::size_t views = 0;
  bool held_out = false;
  std::vector<CameraQuality> cameras{};  // in the order in which cameras first appear
  std::vector<double> view_psnr_db{};    // of each evaluated view, in the order of the data
  double selection_psnr_db = 0;          // mean over the views that choose the checkpoint (selection_views())
  // Mean and median error of the expected depth at LiDAR samples [m]; valid if depth_samples > 0.
  double depth_error_m = 0, median_depth_error_m = 0;
  std::size_t depth_samples = 0;
  std::vector<ActorQuality> actors{};  // inside the boxes of actors, in the order of TrainingData::actors
};

// One training in progress. Not thread-safe: one caller at a time.
class TrainingEngine {
 public:
  virtual ~TrainingEngine() = default;
  virtual std::string name() const = 0;  // "cpu", "cuda (NVIDIA H200)"

  // Takes one step. A GPU engine returns before the step is finished; its report is then that of the latest finished
  // step.
  virtual Result<StepReport> step() = 0;
  // Renders and compares the views that Evaluation describes.
  virtual Result<Evaluation> evaluate() = 0;
  // Renders one view of the data with its corrections applied, as evaluate() compares it.
  virtual Result<SplatImage> render_view(std::size_t view) = 0;

  // The training views at the resolution they are compared at; empty if the engine keeps none.
  virtual std::span<const TrainingView> views() const { return {}; }

  // The actors that are trained together with the background.
  virtual std::span<const TrainedActor> actors() const { return {}; }
  // Times of the keys of an actor's offsets [s] (actors/actor_corrections.h); empty if its poses are not refined.
  virtual std::span<const double> key_times_s(std::size_t /*actor*/) const { return {}; }

  virtual uint64_t iteration() const = 0;        // steps started
  virtual std::size_t gaussians() const = 0;     // current size of the cloud
  virtual std::size_t memory_bytes() const = 0;  // memory of state, images and scratch, on the engine's device

  // Waits for all steps and copies everything that training changes.
  virtual Result<TrainingState> copy_state() = 0;
  // Continues from a state of the same data and options. Errors: invalid_argument for another SH degree or other sizes.
  virtual Result<void> set_state(TrainingState state) = 0;
};

// Colours of a rendered view as bytes, clamped to 0..1 and rounded to nearest.
SplatImage to_splat_image(const ConstPlanes& image);

// Inverse of to_splat_image(): planes [3, height, width] of colours 0..1.
std::vector<float> planes_of(const SplatImage& image);

// Copy of the cloud for export: rotations normalised, Gaussians with non-finite values or zero rotations removed.
Result<GaussianCloud> finished_cloud(const CloudView& cloud);

}  // namespace gs::splat::train
