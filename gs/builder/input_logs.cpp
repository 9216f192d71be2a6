// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/input_logs.h"

#include <algorithm>
#include <set>

#include "gs/core/format.h"
#include "gs/core/hash/md5.h"
#include "gs/logio/open_logs.h"

namespace gs::builder {
namespace {

// Rejects a folder that is not one recording.
Result<void> check_log_folder(const fs::path& log) {
  std::error_code error;
  if (!fs::is_directory(log, error) || fs::exists(log / "metadata.yaml", error)) return {};
  // Names without their trailing number identify a recording: NAME_0 and NAME_1 belong together.
  std::set<std::string> recordings, files;
  for (const auto& entry : fs::directory_iterator(log, error)) {
    const std::string kind = entry.path().extension().string();
    if (kind != ".mcap" && kind != ".db3") continue;  // names of bags hold a time, which open_log() understands
    std::string stem = entry.path().stem().string();
    stem.resize(stem.find_last_not_of("0123456789") + 1);  // drive_0 and drive_1 both become "drive_"
    recordings.insert(stem.ends_with('_') ? stem : entry.path().filename().string());
    files.insert(entry.path().filename().string());
  }
  if (recordings.size() < 2) return {};
  return fail(ErrorCode::invalid_argument, "{} is not one recording: it has {} log files and no metadata.yaml",
              log.string(), files.size())
      .with_hint(
          format("choose one of its files, for example --input {}; if several are one drive, repeat --input for each",
                 (log / *files.begin()).string()));
}

// The regular files of a folder in the order of their names; a file itself.
std::vector<fs::path> files_of_log(const fs::path& log) {
  std::error_code error;
  if (!fs::is_directory(log, error)) return {log};
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(log, error)) {
    if (entry.is_regular_file(error)) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

// Adds the content of a file.
Result<void> add_file(Md5& md5, const fs::path& file) {
  GS_TRY(const MappedFile map, MappedFile::open(file));
  // Pages are dropped after use, so that a large log does not fill the page cache.
  constexpr std::size_t kPart = 8 << 20;
  for (std::size_t at = 0; at < map.bytes().size(); at += kPart) {
    const std::size_t size = std::min(kPart, map.bytes().size() - at);
    md5.update(map.bytes().subspan(at, size));
    map.drop_pages(at, size);
  }
  return {};
}

}  // namespace

std::vector<fs::path> all_logs(const fs::path& first, const std::vector<fs::path>& more) {
  std::vector<fs::path> all;
  all.push_back(first);
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::string names_of_logs(const std::vector<fs::path>& logs) {
  constexpr std::size_t kMost = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(logs.size(), kMost); ++i) {
    text += (i == 0 ? "" : ", ") + logs[i].filename().string();
  }
  return logs.size() > kMost ? text + format(" and {} more", logs.size() - kMost) : text;
}

BuildResult<std::monostate> check_input_logs(const std::vector<fs::path>& logs) {
  if (auto different = logio::check_different(logs); !different) {
    return BuildError(BuildCode::configuration, "pipeline", std::move(different).error());
  }
  return std::monostate{};
}

Result<std::unique_ptr<logio::LogReader>> open_input_logs(const std::vector<fs::path>& logs, Problems& problems) {
  for (const fs::path& log : logs) GS_CHECK(check_log_folder(log));
  return logio::open_logs(logs, problems);
}

Result<std::string> md5_of_logs(const std::vector<fs::path>& logs) {
  Md5 md5;
  for (const fs::path& log : logs) {
    for (const fs::path& file : files_of_log(log)) GS_CHECK(add_file(md5, file));
  }
  return to_hex(md5.digest());
}

}  // namespace gs::builder
