// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gaussians from checkpoints of other trainers. The trainer is recognised by the names:
//
//   DriveStudio   models.Background: _means, _scales, _quats, _opacities, _features_dc, _features_rest
//   gsplat        splats: means, scales, quats, opacities, sh0, shN
//   nerfstudio    pipeline: _model.gauss_params.means and so on
//   3DGS          ((degree, xyz, dc, rest, scaling, rotation, opacity, ...), iteration)
//
// All store scales as logarithms, opacities as logits, quaternions w x y z of any length, and SH as [N, K, 3]. At SH
// degree 0, DriveStudio and nerfstudio store the logit of a colour instead of a coefficient.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/splat/model/cloud.h"

namespace gs::assets {

// The trainer that wrote a checkpoint, and its name for messages.
enum class CheckpointMaker { drivestudio, gsplat, nerfstudio, inria };
std::string_view to_string(CheckpointMaker maker);

// Environment map: faces +x, -x, +y, -y, +z, -z, rows and columns as in OpenGL.
struct CubeMap {
  std::size_t side = 0;         // 0: none
  std::vector<float> texels{};  // [6, side, side, 3]

  bool empty() const { return side == 0; }
};

// Content of a checkpoint.
struct TorchGaussians {
  splat::GaussianCloud cloud;  // in the trainer's world frame, which may differ from the map of the log
  CheckpointMaker maker = CheckpointMaker::gsplat;
  std::optional<int64_t> step{};
  std::vector<std::string> not_taken{};  // names of other models in the file, for example "Affine", "RigidNodes"
  CubeMap sky{};                         // DriveStudio only: look up direction (x, z, -y) of its world
  std::size_t dropped = 0;               // Gaussians with non-finite values or without rotation
};

// Reads a checkpoint. Errors: invalid_data if it contains no known Gaussians or arrays of inconsistent shapes, and
// those of TorchCheckpoint.
Result<TorchGaussians> load_torch_gaussians(const std::filesystem::path& path);
Result<TorchGaussians> parse_torch_gaussians(Bytes file);

}  // namespace gs::assets
