// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/folders/leftovers.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>

#include "gs/core/temporary_name.h"

namespace gs {
namespace {

// Writers hold a lock on the file or folder they write. For file systems without locks, any other running process with
// the number in the name also counts as its writer.
bool is_in_use(const fs::path& path, long process) {
  if (process != ::getpid() && (::kill(static_cast<pid_t>(process), 0) == 0 || errno == EPERM)) return true;
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
  if (descriptor < 0) return true;
  const bool locked = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0;
  ::close(descriptor);
  return locked;
}

// Leftovers in `folder` that belong to the output named `target`, or to any output if it is empty.
std::vector<Leftover> find(const fs::path& folder, const std::optional<std::string>& target) {
  std::vector<Leftover> found;
  std::error_code error;
  const fs::path where = folder.empty() ? fs::path(".") : folder;
  for (fs::directory_iterator at(where, error), end; !error && at != end; at.increment(error)) {
    const auto name = parse_temporary_name(at->path().filename().string());
    if (!name || (target && name->target != *target)) continue;
    if (is_in_use(at->path(), name->process)) continue;
    found.push_back({folder / at->path().filename(), name->kind == TemporaryKind::moved_aside});
  }
  std::ranges::sort(found, {}, &Leftover::path);
  return found;
}

}  // namespace

std::vector<Leftover> find_leftovers(const fs::path& given) {
  const fs::path target = given.filename().empty() ? given.parent_path() : given;
  return find(target.parent_path(), target.filename().string());
}

std::vector<Leftover> find_leftovers_in(const fs::path& folder) { return find(folder, std::nullopt); }

std::vector<std::string> clear_leftovers(const std::vector<Leftover>& leftovers) {
  std::vector<std::string> sentences;
  for (const Leftover& leftover : leftovers) {
    const std::string path = leftover.path.string();
    if (leftover.moved_aside) {
      sentences.push_back(format("a run that was killed left an earlier output at {}: rename or remove it", path));
      continue;
    }
    std::error_code error;
    fs::remove_all(leftover.path, error);
    sentences.push_back(error ? format("cannot remove {}, which a killed run left ({})", path, error.message())
                              : format("removed {}, which a killed run left", path));
  }
  return sentences;
}

}  // namespace gs
