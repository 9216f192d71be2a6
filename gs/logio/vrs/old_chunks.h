// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Chunk files of a recording that a new file is about to replace.
#pragma once

#include <filesystem>
#include <vector>

#include "gs/core/result.h"

namespace gs::logio::vrs {

// Readers would take files under the chunk names of `target` ("out.vrs_1"; "take_1" for "take_0") as parts of a new
// file there. Returns those that belong to the recording at `target`; the caller removes them once the new file is in
// place. Errors: already_exists if such a file does not belong to the recording (by its content), or `replace` is
// false.
Result<std::vector<std::filesystem::path>> replaceable_chunks(const std::filesystem::path& target, bool replace);

}  // namespace gs::logio::vrs
