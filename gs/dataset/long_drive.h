// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Data sets of drives so long that they are trained in chunks (gs/splat/train/chunks/chunked_run.h).
#pragma once

#include <optional>

#include "gs/dataset/read_dataset.h"
#include "gs/splat/train/chunks/chunked_run.h"

namespace gs::dataset {

// Plan and data sources of a training in chunks.
struct LongDrive {
  splat::train::ChunkPlan plan;
  splat::train::ChunkSources sources;  // the caller sets make_engine
  std::string drivesim_commit;
};

// Opens a drivesim data set for training in chunks; empty if its path is short enough for a single run or it is another
// kind of data set. Images are read when their chunk is trained; images that cannot be read then are reported in
// `problems`. `problems` and `progress` must outlive the result.
Result<std::optional<LongDrive>> open_long_drive(const std::filesystem::path& folder, const DatasetOptions& options,
                                                 const splat::train::ChunkOptions& chunks, Problems& problems,
                                                 Progress& progress);
// The same for a data set in memory; its views are moved only if the drive is long.
std::optional<LongDrive> long_drive_of(Dataset& dataset, const splat::train::ChunkOptions& chunks);

}  // namespace gs::dataset
