// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gaussians of any tool, by the kind of file: PLY, .splat, .spz, .npz, and checkpoints of torch.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gs/assets/torch/torch_gaussians.h"
#include "gs/core/result.h"
#include "gs/geometry/rigid.h"
#include "gs/splat/model/cloud.h"

namespace gs {

struct ImportOptions {
  Rigid3d map_from_model{};
  double scale = 1;  // metres in a unit of the model, applied first
};

struct ImportedGaussians {
  GaussianCloud cloud;  // in map
  std::string kind;     // "Gaussian PLY", "DriveStudio checkpoint"
  std::optional<int64_t> step{};
  CubeMap sky{};  // of the checkpoint; already part of the cloud where map_from_model says where up is
  std::vector<std::string> warnings{};
};

// Quaternions without a word about their order are w x y z, as public tools have them. unsupported for other endings.
Result<ImportedGaussians> import_gaussians(const std::filesystem::path& file, const ImportOptions& options = {});

}  // namespace gs
