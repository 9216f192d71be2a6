// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Non-atomic writes for files inside an OutputFolder: the folder appears by one rename, so its files need no temporary
// names and no fsync of their own.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs {

// Writes without a temporary name and without fsync. Errors: disk_full and other system errors.
Result<void> write_plain(const std::filesystem::path& path, std::span<const Bytes> pieces);
Result<void> write_plain(const std::filesystem::path& path, std::string_view text);

// Writes all bytes to an open file, however many calls it takes; `path` is for errors.
Result<void> write_all(int descriptor, Bytes bytes, const std::filesystem::path& path);

// Creates a hard link if the file system supports it, else a copy. Safe because files of a step are never modified.
Result<void> link_or_copy(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace gs
