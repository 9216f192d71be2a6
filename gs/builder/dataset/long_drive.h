// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Data sets of drives so long that they are trained in chunks (gs/splat/train/chunked_run.h).
#pragma once

#include <optional>

#include "gs/builder/dataset/read_dataset.h"
#include "gs/splat/train/chunked_run.h"

namespace gs {

struct LongDrive {
  ChunkPlan plan;
  ChunkSources sources;  // make_engine is the caller's to fill in
  std::string drivesim_commit;
};

// A folder with dataset_config.json whose path is longer than a run should be; nothing for any other. Images are read
// when their chunk is trained; what cannot be read then goes to `problems`, which like `progress` must live as long.
Result<std::optional<LongDrive>> open_long_drive(const std::filesystem::path& folder, const DatasetOptions& options,
                                                 const ChunkOptions& chunks, Problems& problems, Progress& progress);
// The same of a data set in memory; it is taken over only if it is long.
std::optional<LongDrive> long_drive_of(Dataset& dataset, const ChunkOptions& chunks);

}  // namespace gs
