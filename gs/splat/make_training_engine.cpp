// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/make_training_engine.h"

#include "gs/splat/train/trainer.h"
#if GS_HAS_CUDA
#include "gs/splat/train/cuda/cuda_trainer.h"
#endif

namespace gs::splat {
namespace {

#if GS_HAS_CUDA
Result<std::unique_ptr<train::TrainingEngine>> make_cuda_engine(train::TrainingData data,
                                                                const train::TrainingOptions& options) {
  GS_TRY(auto trainer, CudaTrainer::create(std::move(data), options));
  return std::unique_ptr<train::TrainingEngine>(std::move(trainer));
}
#else
// Build without CUDA: there is never a usable GPU.
Result<void> find_training_gpu() {
  return fail(ErrorCode::no_device, "this program was built without CUDA")
      .with_hint("use the backend cpu, or build with the preset cuda");
}
Result<std::unique_ptr<train::TrainingEngine>> make_cuda_engine(train::TrainingData&&, const train::TrainingOptions&) {
  return find_training_gpu().error();
}
#endif

}  // namespace

Result<std::unique_ptr<train::TrainingEngine>> make_training_engine(Backend backend, train::TrainingData data,
                                                                    const train::TrainingOptions& options) {
  // With Backend::automatic, the CPU is used only if there is no usable GPU; other GPU errors are returned.
  if (backend != Backend::cpu) {
    const Result<void> gpu = find_training_gpu();
    if (gpu) return make_cuda_engine(std::move(data), options);
    if (backend == Backend::cuda) return gpu.error();
  }
  GS_TRY(train::Trainer trainer, train::Trainer::create(std::move(data), options));
  return std::unique_ptr<train::TrainingEngine>(std::make_unique<train::Trainer>(std::move(trainer)));
}

bool trains_on_gpu(Backend backend) {
  // Must choose the same device as make_training_engine().
  return backend == Backend::cuda || (backend == Backend::automatic && find_training_gpu());
}

}  // namespace gs::splat
