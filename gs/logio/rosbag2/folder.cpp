// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/rosbag2/folder.h"

#include <algorithm>
#include <fstream>

#include "gs/core/file.h"
#include "gs/logio/merge/merged_log.h"
#include "gs/logio/rosbag2/bag_metadata.h"

namespace gs {
namespace {

bool is_log(const fs::path& path) {
  char start[16] = {};
  std::ifstream(path, std::ios::binary).read(start, sizeof start);
  const std::string_view text(start, sizeof start);
  const bool zstd = text.starts_with("\x28\xB5\x2F\xFD");
  return text.starts_with(std::string_view("SQLite format 3\0", 16)) || text.starts_with("\x89MCAP0\r\n") ||
         (zstd && path.extension() == ".zstd");
}

// "x_9" before "x_10": digits compare as numbers.
bool natural_less(const std::string& a, const std::string& b) {
  std::size_t i = 0, j = 0;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  while (i < a.size() && j < b.size()) {
    if (!is_digit(a[i]) || !is_digit(b[j])) {
      if (a[i] != b[j]) return a[i] < b[j];
      ++i, ++j;
      continue;
    }
    const auto run_end = [&](const std::string& s, std::size_t at) {
      while (at < s.size() && is_digit(s[at])) ++at;
      return at;
    };
    while (i + 1 < a.size() && a[i] == '0' && is_digit(a[i + 1])) ++i;
    while (j + 1 < b.size() && b[j] == '0' && is_digit(b[j + 1])) ++j;
    const std::size_t i_end = run_end(a, i), j_end = run_end(b, j);
    if (i_end - i != j_end - j) return i_end - i < j_end - j;
    if (const int order = a.compare(i, i_end - i, b, j, j_end - j); order != 0) return order < 0;
    i = i_end, j = j_end;
  }
  return a.size() - i < b.size() - j;
}

Result<std::vector<fs::path>> list_logs(const fs::path& folder) {
  std::vector<fs::path> logs;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (at->is_regular_file(ignored) && is_log(at->path())) logs.push_back(at->path());
  }
  if (error) return system_error("cannot list", folder, error.value());
  std::ranges::sort(logs, [](const fs::path& a, const fs::path& b) { return natural_less(a.string(), b.string()); });
  // A compressed file whose unpacked twin lies beside it is the same recording.
  std::erase_if(logs, [&](const fs::path& path) {
    return path.extension() == ".zstd" && std::ranges::find(logs, fs::path(path).replace_extension()) != logs.end();
  });
  return logs;
}

void compare_with_metadata(const fs::path& folder, const std::vector<fs::path>& logs, Problems& problems) {
  const fs::path path = folder / "metadata.yaml";
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return;
  const auto text = read_text_file(path, 16u << 20);
  for (const std::string& name : rosbag2::listed_files(text.value_or(std::string{}))) {
    const fs::path file_name = fs::path(name).filename();
    const auto same_name = [&](const fs::path& log) { return log.filename() == file_name || log.stem() == file_name; };
    if (std::ranges::any_of(logs, same_name)) continue;
    problems.add({.severity = Severity::warning,
                  .code = ErrorCode::not_found,
                  .file = "metadata.yaml",
                  .message = format("lists a file that is not in the folder: {}", name)});
  }
}

}  // namespace

Result<std::unique_ptr<LogReader>> open_rosbag2_folder(const fs::path& folder, const OpenLogFunction& open,
                                                       Problems& problems) {
  GS_TRY(const std::vector<fs::path> paths, list_logs(folder));
  compare_with_metadata(folder, paths, problems);
  if (paths.empty()) {
    return fail(ErrorCode::not_found, "no .db3 and no .mcap file is in the folder: {}", folder.string());
  }
  std::vector<std::unique_ptr<LogReader>> logs;
  std::optional<Error> first_error;
  for (const fs::path& path : paths) {
    auto log = open(path, problems);
    if (log) {
      logs.push_back(*std::move(log));
      continue;
    }
    if (!first_error) first_error = log.error();
    problems.add(Severity::error, std::move(log).error(), path.filename().string());
  }
  if (logs.empty()) return *std::move(first_error);
  if (logs.size() == 1) return std::move(logs.front());
  return merge_logs(std::move(logs));
}

}  // namespace gs
