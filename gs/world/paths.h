// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Paths inside a bundle: relative, with '/', and never outside of the bundle, neither by ".." nor by a symbolic link.
#pragma once

#include <filesystem>
#include <string_view>

#include "gs/core/result.h"

namespace gs::world {

// Checks the text only; the file need not exist. Errors: invalid_data.
Result<void> check_bundle_path(std::string_view relative);

// Path of the file on disk. Errors: not_found if it does not exist; invalid_data if a link leads outside.
Result<std::filesystem::path> resolve_in_bundle(const std::filesystem::path& bundle, std::string_view relative);

}  // namespace gs::world
