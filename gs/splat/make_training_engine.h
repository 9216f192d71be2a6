// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Creates training engines. Only this file knows which implementations exist.
//
//   GS_TRY(auto engine, make_training_engine(Backend::automatic, std::move(data), options));
//   GS_TRY(const TrainingReport report, train(*engine, options, {.output = "03_gs_training"}, progress));
#pragma once

#include <memory>

#include "gs/splat/factory.h"
#include "gs/splat/train/options.h"
#include "gs/splat/train/training_engine.h"

namespace gs::splat {

// Backend::automatic uses a usable GPU if there is one, else the CPU. `options` must come from resolve_preset().
// Errors: no_device for Backend::cuda without a usable GPU, and those of make_training_plan().
Result<std::unique_ptr<train::TrainingEngine>> make_training_engine(Backend backend, train::TrainingData data,
                                                                    const train::TrainingOptions& options);

// True if make_training_engine() would use a GPU for this backend: the second argument of resolve_preset().
bool trains_on_gpu(Backend backend);

}  // namespace gs::splat
