// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The list of files a program wrote into a folder: with it, files that somebody added or changed since are found.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/file.h"

namespace gs {

// The name under which the list lies in folders that carry one.
inline constexpr std::string_view kFileListName = "files.json";

struct ListedFile {
  std::string path;  // relative to the folder, with '/'
  uint64_t bytes = 0;
  int64_t modified_ns = 0;    // time of the last change, since 1970; used where there is no hash
  std::string hash{};         // empty: size and time of change identify the contents
  bool any_contents = false;  // the file may change without being somebody's work
};
using FileList = std::vector<ListedFile>;

// The hash of the file at `path` below `folder`, as text.
using FileHash = std::function<Result<std::string>(const fs::path& folder, const std::string& path)>;

// Every file below the folder, sorted by path. Links and other special files are listed too, as files of 0 bytes.
Result<FileList> list_files(const fs::path& folder, const FileHash& hash = {});

// The list as JSON; `kind` says what the folder is ("world bundle").
std::string write_file_list(std::string_view kind, const FileList& files);
// invalid_data where the text is another kind's list or no list at all.
Result<FileList> parse_file_list(std::string_view text, std::string_view kind);
// Reads kFileListName of the folder; the list itself is one of the listed files.
Result<FileList> read_file_list(const fs::path& folder, std::string_view kind);

// Lists everything in `folder` and writes the list into it.
Result<void> add_file_list(const fs::path& folder, std::string_view kind, const FileHash& hash = {});

struct FolderChanges {
  std::vector<std::string> added;    // not in the list
  std::vector<std::string> changed;  // in the list, with other contents
  bool empty() const { return added.empty() && changed.empty(); }
};
// What is different from the list. Files that are gone are not reported: nobody can lose them.
Result<FolderChanges> changes_since(const FileList& list, const fs::path& folder, const FileHash& hash = {});

// "scenarios/a.yaml (added), geometry/drivable.geojson (changed)", the first ten of them.
std::string to_string(const FolderChanges& changes);

}  // namespace gs
