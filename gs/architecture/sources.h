// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The sources of this checkout and their includes, for the tests of this folder. Test code only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gs::architecture {

// One #include line.
struct Include {
  std::string name;  // as written between the quotes or brackets
  bool quoted;       // "..." and not <...>
};

// Paths are written as layers.h writes them: below gs/ without "gs/" ("core/file.h"), elsewhere from the root of the
// repository ("apps/gs_log/main.cpp").
struct SourceFile {
  std::string path;
  std::string text;
  std::vector<Include> includes;
};

// Every .h, .cpp, .cu and .cuh file below gs/, apps/, bench/, fuzz/ and examples/; read once.
const std::vector<SourceFile>& source_files();

// The #include lines of a text; those in comments are not counted.
std::vector<Include> includes_of(std::string_view text);

// Tests, and the code in testing/ folders that only they use.
bool is_test(std::string_view path);

// Whether an entry of layers.h covers a path: the file itself, everything below a folder, or, for an entry that ends in
// '/', the files directly in that folder.
bool covers(std::string_view entry, std::string_view path);

// The row with the longest folder that covers the path; null if there is none.
template <typename Row>
const Row* row_of(const std::vector<Row>& rows, std::string_view path) {
  const Row* best = nullptr;
  for (const Row& row : rows) {
    if (covers(row.folder, path) && (best == nullptr || row.folder.size() > best->folder.size())) best = &row;
  }
  return best;
}

// The path of an included header as layers.h writes it.
inline std::string included_path(const Include& include) {
  return include.name.starts_with("gs/") ? include.name.substr(3) : include.name;
}

}  // namespace gs::architecture
