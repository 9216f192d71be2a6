// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Checks that inputs, outputs and workspaces do not contain each other: replacing one would delete the other.
#pragma once

#include <string_view>
#include <vector>

#include "gs/core/file.h"

namespace gs {

// A path and its role in the command, for error messages.
struct NamedPath {
  std::string_view role;  // "input", "output", "workspace"
  fs::path path;          // need not exist; an empty path overlaps nothing
};

// invalid_argument if the two paths are the same or one lies inside the other, after resolving symbolic links.
Result<void> check_apart(const NamedPath& a, const NamedPath& b);
// The same for every pair of `paths`.
Result<void> check_apart(const std::vector<NamedPath>& paths);
// The same for an output and each of several inputs; the inputs may overlap.
Result<void> check_apart_from_inputs(const fs::path& output, const std::vector<fs::path>& inputs);

// For a command that reads `input` and writes the single file `output`: an error if they overlap, if the output exists
// without `force`, or if it is not a regular file.
Result<void> check_output_file(const fs::path& input, const fs::path& output, bool force);

}  // namespace gs
