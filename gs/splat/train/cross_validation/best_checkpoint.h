// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Chooses the checkpoint of a run that is exported, so that more steps never give a worse world.
#pragma once

#include <span>

#include "gs/splat/train/checkpoint.h"

namespace gs::splat::train {

// An earlier checkpoint replaces the last one only if it is better by more than this [dB].
inline constexpr double kCheckpointGainDb = 0.05;

// The chosen line: the last one, unless an earlier one is better by more than kCheckpointGainDb in the views that
// choose (selection_psnr_db); then the best of them. Lines without a finite quality are never chosen. Null if there is
// none.
const IterationReport* best_checkpoint(std::span<const IterationReport> lines);

}  // namespace gs::splat::train
