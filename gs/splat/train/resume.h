// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decides from which checkpoints of an output folder a run may continue, and removes those of an earlier run.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "gs/core/folders/owned_folder.h"
#include "gs/splat/train/checkpoint.h"
#include "gs/splat/train/options.h"
#include "gs/splat/train/training_data.h"

namespace gs::splat::train {

// Name of a checkpoint folder, followed by the iteration.
inline constexpr std::string_view kCheckpointPrefix = "iteration_";

// Iterations N of the folders iteration_N in `folder`, in descending order. Empty if the folder cannot be read.
std::vector<uint64_t> saved_iterations(const std::filesystem::path& folder);

// CRC-32 of the names of all views, and CRC-32 of their pixels, masks, sky masks, LiDAR samples, cameras and poses.
DataFingerprint fingerprint_of(std::span<const TrainingView> views);

// Checks that a run with `options` and `data` may continue the checkpoint. These may differ: training.iterations and
// values derived from it, training.preset, training.deterministic, and all of output and chunks. Checkpoints without a
// fingerprint (version 3) fit any data. Errors: invalid_argument names the first option, or the part of the data, that
// differs, or the clock offset of a camera that an earlier version learned.
Result<void> check_resumable(const Checkpoint& checkpoint, const TrainingOptions& options, const DataFingerprint& data);

// Removes the checkpoints of an earlier run from `folder`, which lies in the training output `owned`, so that a later
// resume cannot mistake them for those of the new run. Only folders iteration_N that contain a state.gstc and nothing
// but checkpoint files are removed. Errors: already_exists if other files lie beside a state.gstc.
Result<void> remove_checkpoints(const OwnedFolder& owned, const std::filesystem::path& folder);

}  // namespace gs::splat::train
