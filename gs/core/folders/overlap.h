// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Inputs, outputs and workspaces may not contain each other: replacing one would delete the other.
#pragma once

#include <string_view>
#include <vector>

#include "gs/core/file.h"

namespace gs {

struct NamedPath {
  std::string_view role;  // "input", "output", "workspace"
  fs::path path;          // need not exist; an empty path overlaps nothing
};

// invalid_argument when one of the two is the other or lies inside it, with symbolic links resolved.
Result<void> check_apart(const NamedPath& a, const NamedPath& b);
// The same for every pair of `paths`.
Result<void> check_apart(const std::vector<NamedPath>& paths);
// The same for an output and each of several inputs; the inputs may overlap.
Result<void> check_apart_from_inputs(const fs::path& output, const std::vector<fs::path>& inputs);

// For a command that reads `input` and writes the one file `output`: they lie apart, and an existing output is a
// regular file that `force` allows to replace.
Result<void> check_output_file(const fs::path& input, const fs::path& output, bool force);

}  // namespace gs
