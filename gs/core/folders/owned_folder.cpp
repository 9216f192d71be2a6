// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/folders/owned_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "gs/core/json/json.h"
#include "gs/core/json/json_writer.h"

namespace gs {
namespace {

constexpr uint64_t kMaxMarkBytes = 64 << 10;
constexpr int kMaxLockTries = 100;

// Contents of folder.json; an unreadable mark is empty.
struct Mark {
  std::string kind;
  uint64_t process = 0;
};
Mark read_mark(const fs::path& root) {
  const auto text = read_text_file(root / kFolderMark, kMaxMarkBytes);
  if (!text) return {};
  const auto json = parse_json(*text);
  if (!json) return {};
  return {(*json)["kind"].text, (*json)["process"].index().value_or(0)};
}

Result<void> write_mark(int descriptor, const fs::path& path, const std::string& kind) {
  JsonWriter json;
  json.begin_object().field("kind", kind).field("version", "1.0.0").field("process", ::getpid());
  const std::string text = std::move(json.end_object()).take();
  const auto size = static_cast<ssize_t>(text.size());
  if (::ftruncate(descriptor, 0) != 0 || ::pwrite(descriptor, text.data(), text.size(), 0) != size) {
    return system_error("cannot write", path, errno);
  }
  return {};
}

// True if the file at `path` is the one that is open. Another process may have removed it before we got the lock.
bool is_same_file(int descriptor, const fs::path& path) {
  struct stat open {
  }, named{};
  return ::fstat(descriptor, &open) == 0 && ::stat(path.c_str(), &named) == 0 && open.st_ino == named.st_ino &&
         open.st_dev == named.st_dev;
}

// Creates and locks the mark. If the owner removes the folder between our open and our lock, we start again.
Result<int> lock_mark(const fs::path& root) {
  const fs::path mark = root / kFolderMark;
  for (int i = 0; i < kMaxLockTries; ++i) {
    std::error_code error;
    fs::create_directories(root, error);
    if (error) return system_error("cannot create", root, error.value());
    const int descriptor = ::open(mark.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (descriptor < 0) return system_error("cannot create", mark, errno);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      ::close(descriptor);
      return fail(ErrorCode::already_exists, "process {} works in this folder: {}", read_mark(root).process,
                  root.string())
          .with_hint("wait until it has ended, or give another folder");
    }
    if (is_same_file(descriptor, mark)) return descriptor;
    ::close(descriptor);
  }
  return fail(ErrorCode::io_error, "cannot lock {}", mark.string());
}

}  // namespace

Result<void> check_ownable(const fs::path& root, const OwnedFolderKind& kind) {
  std::error_code error;
  const fs::file_status status = fs::status(root, error);
  if (!fs::exists(status)) return {};
  if (!fs::is_directory(status)) return fail(ErrorCode::already_exists, "is a file, not a folder: {}", root.string());
  if (fs::is_empty(root, error) || is_owned_folder(root, kind)) return {};
  return fail(ErrorCode::already_exists, "holds files and is no {}: {}", kind.name, root.string())
      .with_hint("give a folder that is empty or does not exist yet");
}

bool is_owned_folder(const fs::path& root, const OwnedFolderKind& kind) {
  std::error_code ignored;
  if (fs::exists(root / kFolderMark, ignored)) return read_mark(root).kind == kind.name;
  return kind.is_older && kind.is_older(root);
}

Result<OwnedFolder> OwnedFolder::open(const fs::path& root, const OwnedFolderKind& kind) {
  GS_CHECK(check_ownable(root, kind));
  GS_TRY(const int descriptor, lock_mark(root));
  OwnedFolder folder(root, descriptor);
  GS_CHECK(write_mark(descriptor, root / kFolderMark, kind.name));
  return folder;
}

OwnedFolder::OwnedFolder(OwnedFolder&& other) noexcept
    : root_(std::move(other.root_)), lock_(std::exchange(other.lock_, -1)) {}

OwnedFolder::~OwnedFolder() {
  if (lock_ >= 0) ::close(lock_);
}

Result<Replacement> OwnedFolder::may_replace_inside(const fs::path& folder) const {
  const auto decide = [root = root_, folder]() -> Result<void> {
    std::error_code error;
    const fs::path outer = fs::canonical(root, error);
    const fs::path inner = fs::weakly_canonical(folder, error);
    const auto [rest, begin] = std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end());
    if (!error && rest == outer.end() && begin != inner.end()) return {};
    return fail(ErrorCode::invalid_argument, "does not lie inside {}: {}", root.string(), folder.string());
  };
  GS_CHECK(decide());
  return Replacement(folder, decide);
}

bool OwnedFolder::remove_if_empty() {
  std::error_code error;
  fs::directory_iterator at(root_, error);
  const bool only_mark = !error && std::distance(at, fs::directory_iterator()) == 1;
  if (!only_mark) return false;
  fs::remove(root_ / kFolderMark, error);
  return fs::remove(root_, error);
}

}  // namespace gs
