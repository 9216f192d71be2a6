// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gaussians in a .npz, the alternative to the PLY inside a bundle (docs/conventions.md). Encodings are those of the
// PLY:
//
//   means [N, 3] metres          scales [N, 3] natural logarithm of the standard deviation
//   quats [N, 4] x y z w         opacities [N] or [N, 1] logits
//   sh [N, K, 3] with K = 1, 4, 9 or 16: coefficient-major, channel last, the constant first (as trainers hold it)
//
// Files from elsewhere often hold w x y z: say so in the options.
#pragma once

#include <filesystem>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/splat/model/cloud.h"
#include "gs/splat/model/ply.h"

namespace gs {

struct NpzGaussianOptions {
  QuaternionOrder quaternion_order = QuaternionOrder::xyzw;
  PlySource source = PlySource::bundle;  // how strict quaternion norms are, as for the PLY
};

// Non-finite values and wrong shapes are errors that name the array.
Result<GaussianCloud> load_npz_gaussians(const std::filesystem::path& path, const NpzGaussianOptions& options = {});
Result<GaussianCloud> parse_npz_gaussians(Bytes file, const NpzGaussianOptions& options = {});

}  // namespace gs
