// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What trains: the same steps on the CPU (trainer.h) or on a GPU (cuda/). Made by make_training_engine()
// (gs/splat/training.h); run.h drives either through a whole run.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gs/splat/image/splat_image.h"
#include "gs/splat/train/data.h"
#include "gs/splat/train/state.h"

namespace gs {

struct StepReport {
  LossValue loss{};
  std::size_t visible = 0;  // Gaussians that touch the image
};

struct CameraQuality {
  std::string camera;
  double psnr_db = 0, ssim = 0;
  std::size_t views = 0;
};

// Means over views. Those held out, or all if none is.
struct Evaluation {
  double psnr_db = 0, ssim = 0;
  std::size_t views = 0;
  bool held_out = false;
  std::vector<CameraQuality> cameras{};  // by name
  // Of the expected depth at LiDAR returns, where there are some [m].
  double depth_error_m = 0, median_depth_error_m = 0;
  std::size_t depth_samples = 0;
};

class TrainingEngine {
 public:
  virtual ~TrainingEngine() = default;
  virtual std::string name() const = 0;  // "cpu", "cuda (NVIDIA H200)"

  // A GPU works on while this returns: its report is of the latest step that is known to be over.
  virtual Result<StepReport> step() = 0;
  virtual Result<Evaluation> evaluate() = 0;
  // The picture of a view of the data, as it is compared in evaluate().
  virtual Result<SplatImage> render_view(std::size_t view) = 0;

  // The views as they are compared; none where an engine keeps none.
  virtual std::span<const TrainingView> views() const { return {}; }

  virtual uint64_t iteration() const = 0;  // steps asked for
  virtual std::size_t gaussians() const = 0;
  virtual std::size_t memory_bytes() const = 0;  // that the state and everything beside it take, where it trains

  // Everything training changes, when all steps are over.
  virtual Result<TrainingState> copy_state() = 0;
  // Continues from a state of the same data and options; another SH degree is invalid_argument.
  virtual Result<void> set_state(TrainingState state) = 0;
};

// Bytes of a rendered view, rounded as in pictures.
SplatImage to_splat_image(const ConstPlanes& image);

// The other way round: [3, height, width], 0..1.
std::vector<float> planes_of(const SplatImage& image);

// The cloud with unit rotations and without Gaussians that are not finite.
Result<GaussianCloud> finished_cloud(const CloudView& cloud);

}  // namespace gs
