// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Files that begin with four letters and a version, and end with a checksum.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::splat::train {

// Identifies a format, and the versions that this program reads.
struct FileFormat {
  std::string_view magic;  // four letters
  std::string_view name;   // for errors: "checkpoint"
  uint32_t oldest = 1, newest = 1;
};

// Reads magic and version, and returns the version. Errors: truncated, corrupt (other letters), version_mismatch.
Result<uint32_t> read_version(ByteReader& in, const FileFormat& format);

// Writes the parts one behind the other, then the CRC-32 of all; an existing file is replaced as a whole.
Result<void> write_with_checksum(const std::filesystem::path& path, std::span<const Bytes> parts);

}  // namespace gs::splat::train
