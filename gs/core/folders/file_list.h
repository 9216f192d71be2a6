// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The list of the files that a program wrote into a folder. It is used to find files that a user added or changed
// later, so that they are not deleted with the folder.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/file.h"

namespace gs {

// File name of the list inside its folder.
inline constexpr std::string_view kFileListName = "files.json";

// One file of a folder, as it was when the list was made.
struct ListedFile {
  std::string path;  // relative to the folder, with '/'
  uint64_t bytes = 0;
  int64_t modified_ns = 0;    // time of the last change, since 1970; used where there is no hash; 0: no regular file
  std::string hash{};         // of the contents; empty: size and time of change stand for the contents
  bool any_contents = false;  // changes of this file are not a user's work and are ignored
};
using FileList = std::vector<ListedFile>;

// Computes the hash, as text, of the file `path` (relative to `folder`).
using FileHash = std::function<Result<std::string>(const fs::path& folder, const std::string& path)>;

// Lists every file below the folder, sorted by path, with hashes if `hash` is given. Links and special files are listed
// with 0 bytes; links are not followed.
Result<FileList> list_files(const fs::path& folder, const FileHash& hash = {});

// The list as JSON text; `kind` names the kind of folder ("world bundle").
std::string write_file_list(std::string_view kind, const FileList& files);
// Reads that JSON text, up to kOwnFile. Errors: invalid_data if it is the list of another kind, corrupt if it is not
// JSON, limit_exceeded.
Result<FileList> parse_file_list(std::string_view text, std::string_view kind);
// Reads the list inside a folder. The list file itself is added to the result.
Result<FileList> read_file_list(const fs::path& folder, std::string_view kind);

// Lists all files of `folder` and writes the list into it. Call it last, when the folder is complete.
Result<void> add_file_list(const fs::path& folder, std::string_view kind, const FileHash& hash = {});

// Files of a folder that differ from its list.
struct FolderChanges {
  std::vector<std::string> added;    // not in the list
  std::vector<std::string> changed;  // in the list, with other contents
  bool empty() const { return added.empty() && changed.empty(); }
};
// Compares a folder with its list. Missing files are not reported, because replacing the folder cannot lose them.
Result<FolderChanges> changes_since(const FileList& list, const fs::path& folder, const FileHash& hash = {});

// "scenarios/a.yaml (added), geometry/drivable.geojson (changed)"; at most ten files, then " and 3 more".
std::string to_string(const FolderChanges& changes);

}  // namespace gs
