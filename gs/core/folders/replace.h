// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decides which existing outputs may be replaced: only a folder that one of our programs made and in which no file was
// added or changed since. Anything else at an output path is an error, even if the user asks to replace it.
#pragma once

#include <functional>
#include <string>

#include "gs/core/folders/file_list.h"

namespace gs {

// A kind of folder that our programs write.
struct FolderKind {
  std::string name;  // for messages: "world bundle"
  // Returns the files that the program wrote into the folder; an error if the folder is not of this kind.
  std::function<Result<FileList>(const fs::path& folder)> files;
  FileHash hash{};  // of files whose entry has a hash
};

// A kind of folder that carries its list of files (file_list.h).
FolderKind listed_folder_kind(const std::string& name, FileHash hash = {});

// What the user allows.
struct ReplaceRules {
  bool force = false;          // replace an existing folder (--force); without it, one is an error
  bool discard_edits = false;  // also if files were added or changed (--discard-edits)
};

// The permission to replace whatever is at target(). Only may_replace() and OwnedFolder make one.
class Replacement {
 public:
  const fs::path& target() const { return target_; }  // without a final slash, links resolved
  // Repeats the decision. Call it right before the old folder is removed, because building the new one may take hours.
  Result<void> check() const { return check_(); }

 private:
  friend Result<Replacement> may_replace(const fs::path& target, const FolderKind& kind, const ReplaceRules& rules);
  friend class OwnedFolder;
  Replacement(fs::path target, std::function<Result<void>()> check)
      : target_(std::move(target)), check_(std::move(check)) {}
  fs::path target_;
  std::function<Result<void>()> check_;
};

// Permits to write to `target` if nothing is there, or, with rules.force, if it is an unchanged folder of that kind. A
// link to a folder stands for that folder. Errors: already_exists, with the files that prevent the replacement.
Result<Replacement> may_replace(const fs::path& target, const FolderKind& kind, const ReplaceRules& rules);

// The same decision for a single file: nothing may be there, or, with `force`, a regular file.
Result<void> may_overwrite(const fs::path& file, bool force);

// Deletes the folder that the permission names, after checking the permission once more. A missing folder is no error.
Result<void> remove_folder(const Replacement& permission);

}  // namespace gs
