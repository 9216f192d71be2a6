// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A folder that a program uses over several runs: a workspace, the output of a training. A mark inside it (folder.json)
// names the kind of folder, and one process at a time holds a lock on it.
#pragma once

#include <functional>
#include <string>

#include "gs/core/folders/replace.h"

namespace gs {

// File name of the mark, a JSON object with the keys "kind", "version" and "process" (PID of the last owner).
inline constexpr std::string_view kFolderMark = "folder.json";

// A kind of folder that a program owns.
struct OwnedFolderKind {
  std::string name;  // "workspace of gs-world-builder", written into the mark
  // True if a folder without a mark was made by an older version of the program, which wrote no marks. May be empty.
  std::function<bool(const fs::path&)> is_older{};
};

// The lock on such a folder.
class OwnedFolder {
 public:
  // Creates the folder and its mark where they are missing, and locks it until the object is destroyed. Errors:
  // already_exists if the folder holds files without this mark, or if another process has locked it.
  static Result<OwnedFolder> open(const fs::path& root, const OwnedFolderKind& kind);
  OwnedFolder(OwnedFolder&& other) noexcept;
  OwnedFolder& operator=(OwnedFolder&&) = delete;
  OwnedFolder(const OwnedFolder&) = delete;
  ~OwnedFolder();

  const fs::path& root() const { return root_; }  // the folder, as given to open()
  // The permission to replace a folder inside this one; invalid_argument if it lies elsewhere.
  Result<Replacement> may_replace_inside(const fs::path& folder) const;
  // Removes mark and folder if the folder holds nothing else. Returns true if the folder was removed.
  bool remove_if_empty();

 private:
  OwnedFolder(fs::path root, int lock) : root_(std::move(root)), lock_(lock) {}
  fs::path root_;
  int lock_ = -1;
};

// The check of OwnedFolder::open() for the contents of the folder (already_exists), without creating or locking it.
Result<void> check_ownable(const fs::path& root, const OwnedFolderKind& kind);

// True if `root` is a folder of that kind, by its mark or by is_older.
bool is_owned_folder(const fs::path& root, const OwnedFolderKind& kind);

}  // namespace gs
