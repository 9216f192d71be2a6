// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A folder filled under a temporary name beside its target, then renamed: it appears whole or not at all.
//
//   GS_TRY(const Replacement permission, may_replace("out", kind, {.force = force}));
//   GS_TRY(OutputFolder folder, OutputFolder::create(permission));
//   GS_CHECK(write_file(folder.path() / "a.txt", text));
//   GS_CHECK(folder.commit());
#pragma once

#include <optional>

#include "gs/core/folders/replace.h"

namespace gs {

class OutputFolder {
 public:
  // already_exists when something is at the target, now or at commit().
  static Result<OutputFolder> create(const fs::path& target);
  // What the permission allows to replace stays untouched until commit().
  static Result<OutputFolder> create(const Replacement& permission);
  // A folder for work in progress beside the target. It is never published; only its owner can read it.
  static Result<OutputFolder> scratch_beside(const fs::path& target);
  OutputFolder(OutputFolder&& other) noexcept;
  OutputFolder& operator=(OutputFolder&&) = delete;
  OutputFolder(const OutputFolder&) = delete;
  // Without commit(), nothing is left.
  ~OutputFolder();

  const fs::path& path() const { return temporary_; }  // write your files below this
  // Renames the folder to its target. What was there is removed once the new folder is in its place.
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

enum class Exchange { atomic, by_two_renames };
// Puts the folder `fresh` at `target`. Returns where the old contents of target lie now; empty when there were none.
// by_two_renames serves file systems without RENAME_EXCHANGE.
Result<fs::path> put_in_place(const fs::path& fresh, const fs::path& target, Exchange exchange = Exchange::atomic);

}  // namespace gs
