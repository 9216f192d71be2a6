// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gaussians in binary glTF 2.0 with the extension KHR_gaussian_splatting (release candidate of July 2026): one point
// primitive with float32 attributes; scales linear, opacity after the logistic function, quaternions x y z w, SH
// coefficients as in our clouds. For exchange between programs: every value survives, the size is that of a PLY.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/splat/model/cloud_view.h"

namespace gs::assets {

// What asset.extras of a file says about a cloud; the extension has no fields for it.
struct GaussiansGlbOptions {
  std::string frame = "yup";  // frame of the positions: "yup" (glTF's: x right, y up, z back) or "map"
  bool antialiased = false;   // trained with opacity compensation
  double low_pass_px2 = 0.3;  // variance of the low-pass filter in the image [px^2]
};

// Writes a cloud as it is: positions, rotations and SH must be in the frame of the options. Errors: invalid_argument
// for a cloud without Gaussians, which glTF cannot represent; invalid_data for values that are not finite;
// limit_exceeded beyond 4 GB.
Result<std::vector<std::byte>> to_gaussians_glb(splat::CloudView cloud, const GaussiansGlbOptions& options = {});
Result<void> save_gaussians_glb(const std::filesystem::path& path, splat::CloudView cloud,
                                const GaussiansGlbOptions& options = {});

}  // namespace gs::assets
