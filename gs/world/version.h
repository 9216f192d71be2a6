// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Versions of bundle files: the same MAJOR is read, a newer MINOR is a warning, another MAJOR is an error.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "gs/core/problems.h"

namespace gs::world {

// MAJOR.MINOR.PATCH.
struct FormatVersion {
  int major = 0, minor = 0, patch = 0;
  friend auto operator<=>(const FormatVersion&, const FormatVersion&) = default;
};

// Newest format that this code knows. world.yaml has version 1.1.0 if it lists optional additions; the other files
// have 1.0.0.
inline constexpr FormatVersion kBundleFormat{1, 1, 0};
inline constexpr std::string_view kBundleVersion = "1.1.0";
inline constexpr std::string_view kFileVersion = "1.0.0";

// Parses three numbers without sign or leading zeros; empty for any other text.
std::optional<FormatVersion> parse_format_version(std::string_view text);

// Problem of a version found in a file; empty if the version is supported without remark.
std::optional<Problem> check_format_version(std::string_view found, std::string_view file);

}  // namespace gs::world
