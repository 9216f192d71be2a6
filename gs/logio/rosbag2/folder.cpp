// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/rosbag2/folder.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <set>

#include "gs/core/file.h"
#include "gs/logio/merge/merged_log.h"
#include "gs/logio/rosbag2/bag_metadata.h"

namespace gs::logio {
namespace {

// True for SQLite, MCAP and ROS 1 files by their first bytes, and for .zstd files.
bool is_log(const fs::path& path) {
  char start[16] = {};
  std::ifstream(path, std::ios::binary).read(start, sizeof start);
  const std::string_view text(start, sizeof start);
  const bool zstd = text.starts_with("\x28\xB5\x2F\xFD");
  return text.starts_with(std::string_view("SQLite format 3\0", 16)) || text.starts_with("\x89MCAP0\r\n") ||
         text.starts_with("#ROSBAG") || (zstd && path.extension() == ".zstd");
}

// Natural order: digits compare as numbers, so "x_9" comes before "x_10".
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
    // Compare two numbers: without leading zeros, the longer one is larger.
    while (i + 1 < a.size() && a[i] == '0' && is_digit(a[i + 1])) ++i;
    while (j + 1 < b.size() && b[j] == '0' && is_digit(b[j + 1])) ++j;
    const std::size_t i_end = run_end(a, i), j_end = run_end(b, j);
    if (i_end - i != j_end - j) return i_end - i < j_end - j;
    if (const int order = a.compare(i, i_end - i, b, j, j_end - j); order != 0) return order < 0;
    i = i_end, j = j_end;
  }
  return a.size() - i < b.size() - j;
}

// All log files in the folder, in natural order.
Result<std::vector<fs::path>> list_logs(const fs::path& folder) {
  std::vector<fs::path> logs;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (at->is_regular_file(ignored) && is_log(at->path())) logs.push_back(at->path());
  }
  if (error) return system_error("cannot list", folder, error.value());
  std::ranges::sort(logs, [](const fs::path& a, const fs::path& b) { return natural_less(a.string(), b.string()); });
  // Skip a compressed file if the decompressed one lies beside it.
  std::erase_if(logs, [&](const fs::path& path) {
    return path.extension() == ".zstd" && std::ranges::find(logs, fs::path(path).replace_extension()) != logs.end();
  });
  return logs;
}

// File names listed in metadata.yaml; empty if it is missing or unreadable.
std::vector<std::string> names_in_metadata(const fs::path& folder) {
  const fs::path path = folder / "metadata.yaml";
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return {};
  return rosbag2::listed_files(read_text_file(path, 16u << 20).value_or(std::string{}));
}

// Path of a listed file, or of the same file with suffix .zstd.
std::optional<fs::path> find_listed(const fs::path& folder, const std::string& name) {
  const fs::path path = folder / fs::path(name).filename();
  std::error_code ignored;
  if (fs::is_regular_file(path, ignored)) return path;
  const fs::path packed = path.string() + ".zstd";
  if (fs::is_regular_file(packed, ignored)) return packed;
  return std::nullopt;
}

// Names for a message: the first ten and the number of the rest.
std::string joined_names(const std::vector<fs::path>& paths) {
  constexpr std::size_t kMost = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(paths.size(), kMost); ++i) {
    text += (i == 0 ? "" : ", ") + paths[i].filename().string();
  }
  return paths.size() > kMost ? text + format(" and {} more", paths.size() - kMost) : text;
}

// Listed files that exist. A missing one is a warning.
std::vector<fs::path> listed_logs(const fs::path& folder, Problems& problems) {
  std::vector<fs::path> there;
  for (const std::string& name : names_in_metadata(folder)) {
    const auto path = find_listed(folder, name);
    if (path && std::ranges::find(there, *path) == there.end()) there.push_back(*path);
    if (path) continue;
    problems.add({.severity = Severity::warning,
                  .code = ErrorCode::not_found,
                  .file = "metadata.yaml",
                  .message = format("lists a file that is not in the folder: {}", name)});
  }
  return there;
}

// True for the time that rosbag writes into names: "2026-01-31-10-20-30".
bool is_bag_time(std::string_view text) {
  constexpr std::string_view kShape = "0000-00-00-00-00-00";
  const auto fits = [](char c, char shape) { return shape == '0' ? c >= '0' && c <= '9' : c == shape; };
  return std::ranges::equal(text, kShape, fits);
}

// A file as a part of a recording.
struct Split {
  std::string recording;  // "drive" for drive_12.db3, drive_12.db3.zstd and drive_2026-01-31-10-20-30_12.bag
  std::string number{};   // "12" of a bag whose name has the time; empty: the names tell the parts apart
};
Split split_of(const fs::path& path) {
  fs::path name = path.filename();
  if (name.extension() == ".zstd") name.replace_extension();
  const std::string stem = name.stem().string();
  const std::size_t digits = stem.find_last_not_of("0123456789");
  const bool split = digits != std::string::npos && digits + 1 < stem.size() && stem[digits] == '_';
  if (!split) return {stem};
  // rosbag record --split writes the time at which the part began: PREFIX_TIME_NUMBER or TIME_NUMBER.
  const std::string recording = stem.substr(0, digits);
  const std::size_t underscore = recording.rfind('_');
  const std::size_t time = underscore == std::string::npos ? 0 : underscore + 1;
  if (name.extension() != ".bag" || !is_bag_time(std::string_view(recording).substr(time))) return {recording};
  return {recording.substr(0, time), stem.substr(digits + 1)};
}

// Without metadata.yaml, only splits of one name are read together. Two bags with the same number and other times are
// two recordings.
Result<void> check_one_recording(const std::vector<fs::path>& logs, const fs::path& folder) {
  const std::string first = split_of(logs.front()).recording;
  std::set<std::string> numbers;
  bool one = true;
  for (const fs::path& log : logs) {
    const Split split = split_of(log);
    one = one && split.recording == first && (split.number.empty() || numbers.insert(split.number).second);
  }
  if (one) return {};
  return fail(ErrorCode::invalid_argument,
              "folder holds logs of different recordings ({}), and no metadata.yaml lists them: {}", joined_names(logs),
              folder.string())
      .with_hint("give one of the files, or join them with 'gs-log merge'");
}

// Files of the recording, in natural order.
Result<std::vector<fs::path>> choose_logs(const fs::path& folder, Problems& problems) {
  GS_TRY(std::vector<fs::path> logs, list_logs(folder));
  // 1. metadata.yaml decides; other logs in the folder are reported. A .zstd file of a listed file is not "other".
  std::vector<fs::path> listed = listed_logs(folder, problems);
  if (!listed.empty()) {
    std::erase_if(logs, [&](const fs::path& log) {
      return std::ranges::any_of(
          listed, [&](const fs::path& path) { return path == log || path.string() + ".zstd" == log.string(); });
    });
    if (!logs.empty()) {
      problems.add({.severity = Severity::warning,
                    .code = ErrorCode::invalid_argument,
                    .file = "metadata.yaml",
                    .message = format("does not list {}, which {} left out", joined_names(logs),
                                      logs.size() == 1 ? "is" : "are")});
    }
    return listed;
  }
  // 2. No usable list: all logs, if their names belong to one recording.
  if (logs.empty()) {
    return fail(ErrorCode::not_found, "no .db3, .mcap or .bag file in the folder: {}", folder.string());
  }
  GS_CHECK(check_one_recording(logs, folder));
  if (logs.size() > 1) {
    problems.add(
        {.severity = Severity::notice,
         .code = ErrorCode::not_found,
         .file = folder.filename().string(),
         .message = format("no metadata.yaml lists the files; read as one recording: {}", joined_names(logs))});
  }
  return logs;
}

}  // namespace

Result<std::unique_ptr<LogReader>> open_rosbag2_folder(const fs::path& folder, const OpenLogFunction& open,
                                                       Problems& problems) {
  GS_TRY(const std::vector<fs::path> paths, choose_logs(folder, problems));
  std::vector<std::unique_ptr<LogReader>> logs;
  std::optional<Error> first_error;
  for (const fs::path& path : paths) {
    auto log = open(path, problems);
    if (log) {
      logs.push_back(*std::move(log));
      continue;
    }
    // One damaged split is a problem; the error is returned only if no split opens.
    if (!first_error) first_error = log.error();
    problems.add(Severity::error, std::move(log).error(), path.filename().string());
  }
  if (logs.empty()) return *std::move(first_error);
  if (logs.size() == 1) return std::move(logs.front());
  return merge_logs(std::move(logs));
}

}  // namespace gs::logio
