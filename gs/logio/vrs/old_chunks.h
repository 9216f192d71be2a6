// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The chunk files of a recording that a new file is about to replace.
#pragma once

#include <filesystem>
#include <vector>

#include "gs/core/result.h"

namespace gs::vrs {

// Files that lie under the chunk names of `target` ("out.vrs_1"; "take_1" for "take_0") would be read as part of a
// new file there. Returns those that belong to the recording at `target`, for removal once the new file is in its
// place. already_exists: such a file belongs to no recording there (its contents say so), or `replace` is not set.
Result<std::vector<std::filesystem::path>> replaceable_chunks(const std::filesystem::path& target, bool replace);

}  // namespace gs::vrs
