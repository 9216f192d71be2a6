// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The one decision about what may be replaced: a folder that a program of ours made, and in it nothing that somebody
// else added or changed. Anything else at an output path is an error, also where the user asks to replace it.
#pragma once

#include <functional>
#include <string>

#include "gs/core/folders/file_list.h"

namespace gs {

// A kind of folder that our programs write.
struct FolderKind {
  std::string name;  // for messages: "world bundle"
  // The files our program wrote into the folder. An error: the folder is not of this kind.
  std::function<Result<FileList>(const fs::path& folder)> files;
  FileHash hash{};  // of files whose entry has a hash
};

// The kind of folders that carry kFileListName.
FolderKind listed_folder_kind(std::string name, FileHash hash = {});

struct ReplaceRules {
  bool force = false;          // the user asks for it; without, an existing folder is an error
  bool discard_edits = false;  // also where files were added or changed
};

// The permission to put a new folder in place of what lies at target(). Only may_replace and OwnedFolder make one.
class Replacement {
 public:
  const fs::path& target() const { return target_; }
  // Decides once more, for use right before the old folder goes: work on the new one may have taken hours.
  Result<void> check() const { return check_(); }

 private:
  friend Result<Replacement> may_replace(const fs::path& target, const FolderKind& kind, const ReplaceRules& rules);
  friend class OwnedFolder;
  Replacement(fs::path target, std::function<Result<void>()> check)
      : target_(std::move(target)), check_(std::move(check)) {}
  fs::path target_;
  std::function<Result<void>()> check_;
};

// Permits what is not there, and with rules.force a folder of that kind. Errors (already_exists) name what is in the
// way. A link to a folder stands for that folder.
Result<Replacement> may_replace(const fs::path& target, const FolderKind& kind, const ReplaceRules& rules);

// Permits to write a file: what is not there, and with `force` a regular file.
Result<void> may_overwrite(const fs::path& file, bool force);

// Removes the folder, if it is there.
Result<void> remove_folder(const Replacement& permission);

}  // namespace gs
