// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The optional level-of-detail tree of a bundle, gaussians/lod.rad. Its comment has the hash of the Gaussians that it
// was made of, so that a tree of older Gaussians is recognised.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "gs/core/result.h"

namespace gs::world {

// Path of the tree in a bundle.
inline constexpr std::string_view kLodFile = "gaussians/lod.rad";

// Comment of a tree that is made of this file of Gaussians: its SHA-256. Errors: those of reading.
Result<std::string> lod_comment(const std::filesystem::path& gaussians);

}  // namespace gs::world
