// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// An output folder that is filled under a temporary name and renamed at the end: it appears complete or not at all.
//
//   GS_TRY(const Replacement permission, may_replace("out", kind, {.force = force}));
//   GS_TRY(OutputFolder folder, OutputFolder::create(permission));
//   GS_CHECK(write_file(folder.path() / "a.txt", text));
//   GS_CHECK(folder.commit());
#pragma once

#include <optional>

#include "gs/core/folders/replace.h"

namespace gs {

// A folder under construction. It is locked (flock) while the object lives, so that others see that it is in use.
class OutputFolder {
 public:
  // For a new folder: already_exists if anything is at the target, now or at commit().
  static Result<OutputFolder> create(const fs::path& target);
  // To replace a folder: the old one stays untouched until commit().
  static Result<OutputFolder> create(const Replacement& permission);
  // A temporary folder beside the target for intermediate files. It is never published, and only its owner can read it.
  static Result<OutputFolder> scratch_beside(const fs::path& target);
  OutputFolder(OutputFolder&& other) noexcept;
  OutputFolder& operator=(OutputFolder&&) = delete;
  OutputFolder(const OutputFolder&) = delete;
  // Without commit(), the temporary folder is removed.
  ~OutputFolder();

  const fs::path& path() const { return temporary_; }  // write your files below this
  // Renames the folder to its target. A replaced folder is removed after the new one is at its target.
  Result<void> commit();

 private:
  OutputFolder(fs::path target, std::optional<Replacement> permission)
      : target_(std::move(target)), permission_(std::move(permission)) {}
  Result<void> make_temporary(unsigned mode);
  fs::path target_;
  std::optional<Replacement> permission_;
  fs::path temporary_;
  int lock_ = -1;  // held on the temporary folder: others see that it is in use
};

// atomic: one system call (RENAME_EXCHANGE) where the file system has it; by_two_renames: first move the old one aside.
enum class Exchange { atomic, by_two_renames };
// Renames the folder `fresh` to `target`. Returns the path where the old contents of the target are now; empty if there
// were none.
Result<fs::path> put_in_place(const fs::path& fresh, const fs::path& target, Exchange exchange = Exchange::atomic);

}  // namespace gs
