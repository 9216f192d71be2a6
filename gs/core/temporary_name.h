// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Names of files and folders that are still being written, and of those moved aside while another takes their place:
//   .NAME.tmp-PID-N   being written; rubbish once process PID is gone
//   .NAME.old-PID-N   what was at NAME before; never rubbish
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace gs {

enum class TemporaryKind { being_written, moved_aside };

struct TemporaryName {
  std::string target;  // NAME
  TemporaryKind kind = TemporaryKind::being_written;
  long process = 0;
};

// A name beside the target that this process has not used yet. Something may lie there all the same (a process of
// another machine or container, or one long gone): create it exclusively and ask again where it exists.
std::filesystem::path temporary_beside(const std::filesystem::path& target,
                                       TemporaryKind kind = TemporaryKind::being_written);

// How often to ask again before giving up.
inline constexpr int kMaxTemporaryNames = 1000;

// The parts of a temporary name; nothing for any other name.
std::optional<TemporaryName> parse_temporary_name(std::string_view name);

}  // namespace gs
