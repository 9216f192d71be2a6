// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Versions of bundle files: the same MAJOR is read, a newer MINOR is a warning, another MAJOR is an error.
#pragma once

#include <compare>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "gs/core/problems.h"

namespace gs::world {

// MAJOR.MINOR.PATCH.
struct FormatVersion {
  int major = 0, minor = 0, patch = 0;
  friend auto operator<=>(const FormatVersion&, const FormatVersion&) = default;
};

// Newest format that this code knows. Files of the layers that came with 1.2 (actors) have its version, the other files
// beside world.yaml have 1.0.0.
inline constexpr FormatVersion kBundleFormat{1, 2, 0};
inline constexpr std::string_view kLayerVersion = "1.2.0";
inline constexpr std::string_view kBundleVersion = "1.1.0";  // of world.yaml without such a layer
inline constexpr std::string_view kFileVersion = "1.0.0";

// Version of a bundle that holds these files beside the required ones (paths in the bundle): 1.2.0 as soon as one of
// them is below actors/, hdmap/, traffic/, scenarios/ or trust/ or is gaussians/lod.rad, else 1.1.0.
std::string_view bundle_version(std::span<const std::string> files);

// Parses three numbers without sign or leading zeros; empty for any other text.
std::optional<FormatVersion> parse_format_version(std::string_view text);

// Problem of a version found in a file; empty if the version is supported without remark.
std::optional<Problem> check_format_version(std::string_view found, std::string_view file);

}  // namespace gs::world
