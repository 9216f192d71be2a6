// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/folders/output_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

#include "gs/core/temporary_name.h"

namespace gs {
namespace {

constexpr unsigned kShared = 0777, kPrivate = 0700;  // modes of published and of scratch folders, before umask

void sync_folder(const fs::path& folder) {
  const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

Error exists_already(const fs::path& target) {
  return fail(ErrorCode::already_exists, "exists already: {}", target.string()).with_hint("give another output");
}

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::symlink_status(path, ignored).type() != fs::file_type::not_found;
}

// Renames without replacing anything; already_exists if `to` exists. File systems without RENAME_NOREPLACE get a check
// and a plain rename.
Result<void> rename_to(const fs::path& from, const fs::path& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return {};
  if (errno == EEXIST) return exists_already(to);
  if (errno != EINVAL && errno != ENOSYS) return system_error("cannot rename to", to, errno);
  if (is_there(to)) return exists_already(to);
  if (::rename(from.c_str(), to.c_str()) != 0) return system_error("cannot rename to", to, errno);
  return {};
}

}  // namespace

Result<fs::path> put_in_place(const fs::path& fresh, const fs::path& target, Exchange exchange) {
  if (exchange == Exchange::atomic &&
      ::renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, target.c_str(), RENAME_EXCHANGE) == 0) {
    return fresh;
  }
  if (!is_there(target)) {
    GS_CHECK(rename_to(fresh, target));
    return fs::path();
  }
  // No exchange: move the old folder aside, rename the new one, and move the old one back if that fails.
  fs::path old = temporary_beside(target, TemporaryKind::moved_aside);
  for (int i = 0; is_there(old) && i < kMaxTemporaryNames; ++i) {
    old = temporary_beside(target, TemporaryKind::moved_aside);
  }
  GS_CHECK(rename_to(target, old).with_context("moving the old folder aside"));
  if (auto moved = rename_to(fresh, target); !moved) {
    ::rename(old.c_str(), target.c_str());
    return std::move(moved).error();
  }
  return old;
}

Result<OutputFolder> OutputFolder::create(const fs::path& given) {
  const fs::path target = given.filename().empty() ? given.parent_path() : given;
  if (target.empty()) return fail(ErrorCode::invalid_argument, "no output folder is named");
  if (is_there(target)) return exists_already(target);
  OutputFolder folder(target, std::nullopt);
  GS_CHECK(folder.make_temporary(kShared));
  return folder;
}

Result<OutputFolder> OutputFolder::create(const Replacement& permission) {
  OutputFolder folder(permission.target(), permission);
  GS_CHECK(folder.make_temporary(kShared));
  return folder;
}

Result<OutputFolder> OutputFolder::scratch_beside(const fs::path& target) {
  OutputFolder folder(target, std::nullopt);
  GS_CHECK(folder.make_temporary(kPrivate));
  return folder;
}

Result<void> OutputFolder::make_temporary(unsigned mode) {
  std::error_code error;
  if (target_.has_parent_path()) fs::create_directories(target_.parent_path(), error);
  if (error) return system_error("cannot create the folder of", target_, error.value());
  for (int i = 0; i < kMaxTemporaryNames; ++i) {
    const fs::path name = temporary_beside(target_);
    if (::mkdir(name.c_str(), mode) == 0) {
      temporary_ = name;
      lock_ = ::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      if (lock_ >= 0) ::flock(lock_, LOCK_EX | LOCK_NB);
      return {};
    }
    if (errno != EEXIST) return system_error("cannot create a folder beside", target_, errno);
  }
  return system_error("cannot create a folder beside", target_, EEXIST);
}

OutputFolder::OutputFolder(OutputFolder&& other) noexcept
    : target_(std::move(other.target_)),
      permission_(std::move(other.permission_)),
      temporary_(std::exchange(other.temporary_, {})),
      lock_(std::exchange(other.lock_, -1)) {}

OutputFolder::~OutputFolder() {
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove_all(temporary_, ignored);
  if (lock_ >= 0) ::close(lock_);
}

Result<void> OutputFolder::commit() {
  GS_EXPECT(!temporary_.empty());
  if (permission_ && is_there(target_)) {
    GS_CHECK(permission_->check());
    GS_TRY(const fs::path old, put_in_place(temporary_, target_));
    temporary_.clear();
    std::error_code ignored;  // the new folder is published; remains of the old one are reported as leftovers next time
    if (!old.empty()) fs::remove_all(old, ignored);
  } else {
    GS_CHECK(rename_to(temporary_, target_));
    temporary_.clear();
  }
  sync_folder(target_.parent_path());
  return {};
}

}  // namespace gs
