// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// GPU training engine: cloud, moments, images, loss, Adam and MCMC all stay on the device. The host only chooses the
// next view. Losses and list lengths are copied asynchronously and read some steps later.
//
// The splat-tile lists of a frame have a fixed capacity. During the first round over all views the host waits for every
// step and repeats it with more capacity if the lists overflowed. Later, a step whose lists overflow changes nothing
// (it is lost), and the capacity is raised after it.
#pragma once

#include <memory>
#include <vector>

#include "gs/splat/cuda/phase_timer.h"
#include "gs/splat/train/options.h"
#include "gs/splat/train/training_engine.h"

namespace gs::splat {

// Succeeds if a usable GPU exists. Errors: no_device with the reason.
Result<void> find_training_gpu();

// Training engine on one GPU. Not thread-safe.
class CudaTrainer final : public train::TrainingEngine {
 public:
  // Uploads the data and the initial cloud. `options` must come from resolve_preset(). Errors: no_device, out of device
  // memory, and those of make_training_plan().
  static Result<std::unique_ptr<CudaTrainer>> create(train::TrainingData data, const train::TrainingOptions& options);
  ~CudaTrainer() override;

  std::string name() const override;
  Result<train::StepReport> step() override;
  Result<train::Evaluation> evaluate() override;
  Result<SplatImage> render_view(std::size_t view) override;
  std::span<const train::TrainingView> views() const override;
  std::span<const train::TrainedActor> actors() const override;
  std::span<const double> key_times_s(std::size_t actor) const override;
  uint64_t iteration() const override;
  std::size_t gaussians() const override;
  std::size_t memory_bytes() const override;
  Result<train::TrainingState> copy_state() override;
  Result<void> set_state(train::TrainingState state) override;

  // Takes one step and returns the duration of its phases, measured on the device.
  Result<std::vector<cuda::Phase>> timed_step();
  Result<void> wait();                    // until all started steps are finished
  train::StepReport last_report() const;  // of the latest finished step whose record was read
  uint64_t lost_steps() const;            // number of steps without effect because the lists overflowed

 private:
  struct Impl;
  explicit CudaTrainer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace gs::splat
