// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gaussians in a .npz file, the alternative to PLY inside a world bundle (docs/conventions.md). Encodings are those of
// the PLY:
//
//   means [N, 3] metres          scales [N, 3] natural logarithm of the standard deviation
//   quats [N, 4] x y z w         opacities [N] or [N, 1] logits
//   sh [N, K, 3] with K = 1, 4, 9 or 16: coefficient-major, channel last, the constant first (as trainers store it)
//
// Files of other tools often use w x y z: set the option.
#pragma once

#include <filesystem>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/splat/model/cloud.h"
#include "gs/splat/model/ply.h"

namespace gs::assets {

// Options of reading.
struct NpzGaussianOptions {
  splat::QuaternionOrder quaternion_order = splat::QuaternionOrder::xyzw;
  splat::PlySource source = splat::PlySource::bundle;  // how strictly quaternion norms are checked, as for PLY
};

// Reads a cloud. Errors: invalid_data names the array with a wrong shape or non-finite values, or the Gaussian with a
// bad quaternion; those of NpzFile.
Result<splat::GaussianCloud> load_npz_gaussians(const std::filesystem::path& path,
                                                const NpzGaussianOptions& options = {});
Result<splat::GaussianCloud> parse_npz_gaussians(Bytes file, const NpzGaussianOptions& options = {});

}  // namespace gs::assets
