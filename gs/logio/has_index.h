// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Whether a log has an index, known before it is opened.
#pragma once

#include <cstdint>
#include <filesystem>

#include "gs/core/result.h"

namespace gs::logio {

// What opening a log would read.
struct IndexState {
  bool indexed = true;      // every file has a usable index
  uint64_t file_bytes = 0;  // of all files
};

// Looks at the end of each file of a log (a file, or the files of a folder). Errors: those of opening the files.
Result<IndexState> find_index(const std::filesystem::path& path);

}  // namespace gs::logio
