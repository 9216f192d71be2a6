// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Free space of disks.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace gs::builder {

// Space of the disk on which a file lies.
struct DiskSpace {
  uint64_t disk = 0;                     // number of the disk
  std::optional<uint64_t> free_bytes{};  // empty: unknown
};
// The disk of a path, or of its nearest folder that exists; an empty path is the current folder.
DiskSpace disk_of(const std::filesystem::path& path);

// Bytes of all files below a folder; 0 if it does not exist.
uint64_t bytes_below(const std::filesystem::path& folder);

}  // namespace gs::builder
