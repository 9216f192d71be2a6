// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// gaussians/render_config.json: how the Gaussians are stored and rendered.
// Example (without the version):
// clang-format off
//   {"gaussian_format": "splat_ply", "sh_degree": 1, "quaternion_order": "xyzw", "antialiasing": false,
//    "color_correction": {"white_balance": [1, 1, 1], "exposure_compensation": 0, "gamma": 2.2},
//    "rendering": {"background_color": [0.5, 0.7, 0.9], "near_plane": 0.1, "far_plane": 1000}}
// clang-format on
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "gs/core/problems.h"
#include "gs/core/result.h"
#include "gs/geometry/vec.h"
#include "gs/splat/model/ply.h"
#include "gs/world/version.h"

namespace gs::world {

// File format of the Gaussians.
enum class GaussianFormat { splat_ply, npz };

// Colour correction: decode with gamma, multiply by white_balance * 2^exposure_compensation, encode with gamma, clamp.
struct ColorCorrection {
  Vec3d white_balance{1, 1, 1};
  double exposure_compensation = 0;  // [stops]
  double gamma = 2.2;
};

// The whole file.
struct RenderConfig {
  std::string version{kFileVersion};
  GaussianFormat gaussian_format = GaussianFormat::splat_ply;
  int sh_degree = 3;
  ColorCorrection color_correction;
  Vec3d background_color{};  // RGB 0 to 1, where no Gaussian covers the pixel
  double near_plane_m = 0.1, far_plane_m = 1000;
  std::optional<splat::QuaternionOrder> quaternion_order{};  // of the PLY file
  std::optional<bool> antialiasing{};                        // opacity compensation of the low-pass filter
  std::optional<double> low_pass_px2{};                      // variance of the low-pass filter [px^2]
};

// Parse, load and write render_config.json. parse reports all problems, load gives the first error.
RenderConfig parse_render_config(std::string_view json, std::string_view file, Problems& problems);
Result<RenderConfig> load_render_config(const std::filesystem::path& path);
std::string write_render_config(const RenderConfig& config);

}  // namespace gs::world
