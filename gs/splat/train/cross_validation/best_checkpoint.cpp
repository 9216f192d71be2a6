// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/cross_validation/best_checkpoint.h"

#include <cmath>

namespace gs::splat::train {

const IterationReport* best_checkpoint(std::span<const IterationReport> lines) {
  const IterationReport *best = nullptr, *last = nullptr;
  for (const IterationReport& line : lines) {
    if (!std::isfinite(line.selection_psnr_db) || !(line.psnr_db > 0)) continue;
    if (best == nullptr || line.selection_psnr_db >= best->selection_psnr_db) best = &line;
    last = &line;
  }
  if (last == nullptr || best->selection_psnr_db <= last->selection_psnr_db + kCheckpointGainDb) return last;
  return best;
}

}  // namespace gs::splat::train
