// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/training.h"

#include "gs/splat/train/trainer.h"

namespace gs {

Result<std::unique_ptr<TrainingEngine>> make_training_engine(Backend backend, TrainingData data,
                                                             const TrainingOptions& options) {
  if (backend == Backend::cuda) {
    return fail(ErrorCode::unsupported, "training runs on the CPU only").with_hint("use the backend cpu");
  }
  GS_TRY(Trainer trainer, Trainer::create(std::move(data), options));
  return std::unique_ptr<TrainingEngine>(std::make_unique<Trainer>(std::move(trainer)));
}

}  // namespace gs
