// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Temporary files and folders that killed processes left behind (temporary_name.h).
#pragma once

#include <string>
#include <vector>

#include "gs/core/file.h"

namespace gs {

// One file or folder that a killed process left.
struct Leftover {
  fs::path path;
  bool moved_aside = false;  // an older output that was being replaced: it may be the only copy
};

// Finds the leftovers of the output `target`, which lie in the same folder. Those that a running process still uses (it
// holds a lock, or its process number exists) are not listed.
std::vector<Leftover> find_leftovers(const fs::path& target);
// Finds the leftovers of any output directly inside `folder`.
std::vector<Leftover> find_leftovers_in(const fs::path& folder);

// Deletes the leftovers that were being written, and keeps those that were moved aside. Returns one sentence for the
// user about each of them.
std::vector<std::string> clear_leftovers(const std::vector<Leftover>& leftovers);

}  // namespace gs
