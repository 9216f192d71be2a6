// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Paths inside a bundle: relative, with '/', and never leaving the bundle, by ".." or by a symbolic link.
#pragma once

#include <filesystem>
#include <string_view>

#include "gs/core/result.h"

namespace gs {

// Looks at the text alone.
Result<void> check_bundle_path(std::string_view relative);

// The file's place on disk. not_found when nothing is there; invalid_data when a link leads outside.
Result<std::filesystem::path> resolve_in_bundle(const std::filesystem::path& bundle, std::string_view relative);

}  // namespace gs
