// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Versions of bundle files: the same MAJOR is read, a newer MINOR with a warning, another MAJOR is refused.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "gs/core/problems.h"

namespace gs {

struct FormatVersion {
  int major = 0, minor = 0, patch = 0;
  friend auto operator<=>(const FormatVersion&, const FormatVersion&) = default;
};

// What this code knows. world.yaml carries 1.1.0 when the optional additions are there; the files themselves 1.0.0.
inline constexpr FormatVersion kBundleFormat{1, 1, 0};
inline constexpr std::string_view kBundleVersion = "1.1.0";
inline constexpr std::string_view kFileVersion = "1.0.0";

// Three numbers without sign or leading zeros; nothing else.
std::optional<FormatVersion> parse_format_version(std::string_view text);

// Nothing when the version can be read without remark.
std::optional<Problem> check_format_version(std::string_view found, std::string_view file);

}  // namespace gs
