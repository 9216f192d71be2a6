// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A folder that one program works in over a long time: a workspace, the output of a training. It carries a mark
// (folder.json) that says whose it is, and one process at a time holds a lock on it.
#pragma once

#include <functional>
#include <string>

#include "gs/core/folders/replace.h"

namespace gs {

// The mark of an owned folder: {"kind", "version", "process"}.
inline constexpr std::string_view kFolderMark = "folder.json";

struct OwnedFolderKind {
  std::string name;  // "workspace of gs-world-builder", written into the mark
  // Whether a folder without a mark was made by a version of ours that wrote none; empty: there was no such version.
  std::function<bool(const fs::path&)> is_older{};
};

class OwnedFolder {
 public:
  // Makes the folder and its mark where they are missing, and locks it until the object is destroyed. already_exists:
  // the folder holds files and has no such mark, or another process works in it.
  static Result<OwnedFolder> open(const fs::path& root, const OwnedFolderKind& kind);
  OwnedFolder(OwnedFolder&& other) noexcept;
  OwnedFolder& operator=(OwnedFolder&&) = delete;
  OwnedFolder(const OwnedFolder&) = delete;
  ~OwnedFolder();

  const fs::path& root() const { return root_; }
  // The permission to replace a folder that lies inside this one. invalid_argument when it lies elsewhere.
  Result<Replacement> may_replace_inside(const fs::path& folder) const;
  // Removes the mark, and the folder if nothing else is in it. Returns whether the folder is gone.
  bool remove_if_empty();

 private:
  OwnedFolder(fs::path root, int lock) : root_(std::move(root)), lock_(lock) {}
  fs::path root_;
  int lock_ = -1;
};

// already_exists when OwnedFolder::open would refuse the folder for what it holds; creates and locks nothing.
Result<void> check_ownable(const fs::path& root, const OwnedFolderKind& kind);

// Whether `root` is a folder of that kind, by its mark or by is_older.
bool is_owned_folder(const fs::path& root, const OwnedFolderKind& kind);

}  // namespace gs
