// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/architecture/sources.h"

#include "gs/core/expect.h"
#include "gs/core/file.h"
#include "gs/core/testing/source_folder.h"

namespace gs::architecture {
namespace {

void skip_blanks(std::string_view& line) {
  while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
}

bool is_source(const fs::path& path) {
  const std::string extension = path.extension();
  return extension == ".h" || extension == ".cpp" || extension == ".cu" || extension == ".cuh";
}

std::vector<SourceFile> read_all() {
  std::vector<SourceFile> files;
  for (const char* root : {"gs", "apps", "bench", "fuzz", "examples"}) {
    if (!fs::exists(source_folder() / root)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(source_folder() / root)) {
      if (!is_source(entry.path())) continue;
      std::string path = fs::relative(entry.path(), source_folder()).string();
      if (path.starts_with("gs/")) path = path.substr(3);
      auto text = read_text_file(entry.path());
      GS_EXPECT(text);
      files.push_back({.path = std::move(path), .text = *text, .includes = includes_of(*text)});
    }
  }
  return files;
}

}  // namespace

const std::vector<SourceFile>& source_files() {
  static const std::vector<SourceFile> files = read_all();
  return files;
}

std::vector<Include> includes_of(std::string_view text) {
  std::vector<Include> found;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    skip_blanks(line);
    if (!line.starts_with('#')) continue;
    line.remove_prefix(1);
    skip_blanks(line);
    if (!line.starts_with("include")) continue;
    line.remove_prefix(7);
    skip_blanks(line);
    if (line.empty() || (line.front() != '"' && line.front() != '<')) continue;
    const bool quoted = line.front() == '"';
    const std::size_t last = line.find(quoted ? '"' : '>', 1);
    if (last != std::string_view::npos) found.push_back({std::string(line.substr(1, last - 1)), quoted});
  }
  return found;
}

bool is_test(std::string_view path) {
  return path.ends_with("_test.cpp") || path.find("/testing/") != std::string_view::npos ||
         path.starts_with("architecture/");
}

bool covers(std::string_view entry, std::string_view path) {
  if (entry.ends_with('/')) {
    return path.starts_with(entry) && path.find('/', entry.size()) == std::string_view::npos;
  }
  return path == entry || (path.starts_with(entry) && path[entry.size()] == '/');
}

}  // namespace gs::architecture
