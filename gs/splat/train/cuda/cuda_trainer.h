// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Training with everything on the GPU: cloud, moments, images, loss, Adam, MCMC. The host only says which view comes
// next; it learns losses and list lengths some steps later, from records that are copied behind its back.
//
// The lists of a frame have room for a number of splat-tile pairs. Through the first round over all views every step
// is waited for, and repeated with more room where it ran out; later a step without room changes nothing, and there
// will be more room after it.
#pragma once

#include <memory>
#include <vector>

#include "gs/splat/cuda/phase_timer.h"
#include "gs/splat/train/engine.h"
#include "gs/splat/train/options.h"

namespace gs {

// Whether there is a GPU to train on; else why not.
Result<void> find_training_gpu();

class CudaTrainer final : public TrainingEngine {
 public:
  static Result<std::unique_ptr<CudaTrainer>> create(TrainingData data, const TrainingOptions& options);
  ~CudaTrainer() override;

  std::string name() const override;
  Result<StepReport> step() override;
  Result<Evaluation> evaluate() override;
  Result<SplatImage> render_view(std::size_t view) override;
  std::span<const TrainingView> views() const override;
  uint64_t iteration() const override;
  std::size_t gaussians() const override;
  std::size_t memory_bytes() const override;
  Result<TrainingState> copy_state() override;
  Result<void> set_state(TrainingState state) override;

  // One step with the times of its phases, measured on the device.
  Result<std::vector<cuda::Phase>> timed_step();
  Result<void> wait();             // until all steps are over
  StepReport last_report() const;  // of the latest step known to be over
  uint64_t lost_steps() const;     // that changed nothing, for want of room

 private:
  struct Impl;
  explicit CudaTrainer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace gs
