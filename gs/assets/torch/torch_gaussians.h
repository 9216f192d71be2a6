// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gaussians from checkpoints of other trainers. Which trainer it was is seen from the names:
//
//   DriveStudio   models.Background: _means, _scales, _quats, _opacities, _features_dc, _features_rest
//   gsplat        splats: means, scales, quats, opacities, sh0, shN
//   nerfstudio    pipeline: _model.gauss_params.means and so on
//   3DGS          ((degree, xyz, dc, rest, scaling, rotation, opacity, ...), iteration)
//
// All hold scales as logarithms, opacities as logits, quaternions w x y z of any length, and harmonics [N, K, 3]. With
// degree 0, DriveStudio and nerfstudio hold the logit of a colour instead of a coefficient.
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

namespace gs {

enum class CheckpointMaker { drivestudio, gsplat, nerfstudio, inria };
std::string_view to_string(CheckpointMaker maker);

// A picture of everything far away: faces +x, -x, +y, -y, +z, -z, rows and columns as in OpenGL.
struct CubeMap {
  std::size_t side = 0;         // 0: none
  std::vector<float> texels{};  // [6, side, side, 3]

  bool empty() const { return side == 0; }
};

struct TorchGaussians {
  GaussianCloud cloud;  // in the world of the trainer, which may not be that of the log
  CheckpointMaker maker = CheckpointMaker::gsplat;
  std::optional<int64_t> step{};
  std::vector<std::string> not_taken{};  // other models of the file: "Affine", "RigidNodes"
  CubeMap sky{};                         // of DriveStudio: in the direction (x, z, -y) of its world
  std::size_t dropped = 0;               // Gaussians with a value that is not finite, or without a rotation
};

// invalid_data when the file holds no Gaussians, or arrays that do not fit together.
Result<TorchGaussians> load_torch_gaussians(const std::filesystem::path& path);
Result<TorchGaussians> parse_torch_gaussians(Bytes file);

}  // namespace gs
