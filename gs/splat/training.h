// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The one place that knows what trains.
//
//   GS_TRY(auto engine, make_training_engine(Backend::automatic, std::move(data), options));
//   GS_TRY(const TrainingReport report, train(*engine, options, {.output = "03_gs_training"}, progress));
#pragma once

#include <memory>

#include "gs/splat/factory.h"
#include "gs/splat/train/engine.h"
#include "gs/splat/train/options.h"

namespace gs {

// automatic takes a usable GPU if there is one, else the CPU. cuda without one: ErrorCode::no_device.
Result<std::unique_ptr<TrainingEngine>> make_training_engine(Backend backend, TrainingData data,
                                                             const TrainingOptions& options);

// resolve_preset() for a backend: where make_training_engine() takes a GPU, `auto` means the values as given.
TrainingOptions resolve_preset(TrainingOptions options, Backend backend);

}  // namespace gs
