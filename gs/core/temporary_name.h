// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Names of files and folders that are being written, and of old ones that are moved aside to be replaced:
//   .NAME.tmp-PID-N   being written; may be deleted once process PID has ended
//   .NAME.old-PID-N   the old contents of NAME, perhaps the only copy; never deleted automatically
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace gs {

// being_written: ".tmp-", moved_aside: ".old-".
enum class TemporaryKind { being_written, moved_aside };

// The parts of a temporary name.
struct TemporaryName {
  std::string target;  // NAME
  TemporaryKind kind = TemporaryKind::being_written;
  long process = 0;  // PID
};

// A name in the folder of `target` that this process has not used yet. A process on another machine or in another
// container may have used it: create the file exclusively (O_EXCL), and ask for another name if it exists.
std::filesystem::path temporary_beside(const std::filesystem::path& target,
                                       TemporaryKind kind = TemporaryKind::being_written);

// How many names a caller tries before it gives up.
inline constexpr int kMaxTemporaryNames = 1000;

// Splits a file name into its parts; empty if it is not a temporary name.
std::optional<TemporaryName> parse_temporary_name(std::string_view name);

}  // namespace gs
