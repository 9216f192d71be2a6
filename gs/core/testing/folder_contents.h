// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The names and contents of all files of a folder as one text, to compare two outputs. Test code only.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "gs/core/expect.h"
#include "gs/core/file.h"

namespace gs {

// For every file and folder below `folder`, in the order of their names: the relative path, then the bytes of a file.
inline std::string folder_contents(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::string text;
  for (const fs::path& path : paths) {
    text += path.lexically_relative(folder).string() + "\n";
    if (!fs::is_regular_file(path)) continue;
    const auto bytes = read_text_file(path);
    GS_EXPECT(bytes.has_value());
    text += *bytes;
  }
  return text;
}

}  // namespace gs
