// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Files of a folder that appears as a whole: nothing is gained by making each of thousands durable by itself.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs {

// Without a temporary name and without waiting for the disk. A full disk is disk_full.
Result<void> write_plain(const std::filesystem::path& path, std::span<const Bytes> pieces);
Result<void> write_plain(const std::filesystem::path& path, std::string_view text);

// A second name for the same bytes where the file system has that, else a copy: files of a step are never changed.
Result<void> link_or_copy(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace gs
