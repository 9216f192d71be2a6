// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Which checkpoints of an output folder a run may continue from, and which it must remove.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "gs/core/folders/owned_folder.h"
#include "gs/splat/train/checkpoint.h"
#include "gs/splat/train/data.h"
#include "gs/splat/train/options.h"

namespace gs {

inline constexpr std::string_view kCheckpointPrefix = "iteration_";

// Iterations that have a folder iteration_N, the latest first.
std::vector<uint64_t> saved_iterations(const std::filesystem::path& folder);

// CRC-32 of the names of all views, and of their pixels, masks, sky, LiDAR returns, cameras and poses.
DataFingerprint fingerprint_of(std::span<const TrainingView> views);

// invalid_argument names the first option, or the part of the data, in which the run differs from the one that wrote
// the checkpoint. These may differ: training.iterations with what follows from it, training.preset and
// training.deterministic, and all of output and chunks. Checkpoints without a fingerprint (version 3) fit any data.
Result<void> check_resumable(const Checkpoint& checkpoint, const TrainingOptions& options, const DataFingerprint& data);

// Removes the checkpoints of an earlier run from `folder`, which lies in the training output `owned`, so that a later
// resume cannot take them for those of a new one. Only
// folders iteration_N that hold a state.gstc and nothing but files of a checkpoint are removed. already_exists where
// other files lie beside a state.gstc.
Result<void> remove_checkpoints(const OwnedFolder& owned, const std::filesystem::path& folder);

}  // namespace gs
