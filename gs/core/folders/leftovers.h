// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What killed runs leave behind: temporary files and folders that no running process fills any more.
#pragma once

#include <string>
#include <vector>

#include "gs/core/file.h"

namespace gs {

struct Leftover {
  fs::path path;
  bool moved_aside = false;  // an earlier output that a killed run was replacing: it may be the only copy
};

// Those beside `target` that belong to it. One whose process runs, or that is locked, is in use and not listed.
std::vector<Leftover> find_leftovers(const fs::path& target);
// Those of any output directly in `folder`.
std::vector<Leftover> find_leftovers_in(const fs::path& folder);

// Removes leftovers that were never complete. Returns one sentence for the user about each, the kept ones too.
std::vector<std::string> clear_leftovers(const std::vector<Leftover>& leftovers);

}  // namespace gs
