// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Import of Gaussians by file type: PLY, .splat, .spz, .npz, and PyTorch checkpoints.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gs/assets/torch/torch_gaussians.h"
#include "gs/core/result.h"
#include "gs/geometry/rigid.h"
#include "gs/splat/model/cloud.h"

namespace gs::builder {

// Placement of the model in map.
struct ImportOptions {
  Rigid3d map_from_model{};
  double scale = 1;  // metres per model unit, applied before map_from_model
};

// Result of import_gaussians().
struct ImportedGaussians {
  splat::GaussianCloud cloud;     // in map
  std::string kind;               // "Gaussian PLY", "DriveStudio checkpoint"
  std::optional<int64_t> step{};  // training iteration, if the file contains it
  assets::CubeMap sky{};          // sky of the checkpoint; added to the cloud if a transform is given
  std::vector<std::string> warnings{};
};

// Reads a file by its extension and transforms it to map. Quaternions without a stated order are read as w x y z, as
// public tools write them. Errors: unsupported for other extensions, and those of the readers.
Result<ImportedGaussians> import_gaussians(const std::filesystem::path& file, const ImportOptions& options = {});

}  // namespace gs::builder
