// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/studio/folder_watch.h"

#include <sys/inotify.h>
#include <unistd.h>

#include <set>

namespace gs::web {
namespace {

// A file that is being written changes all the time; it counts when it is closed.
constexpr uint32_t kEvents =
    IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF;

}  // namespace

FolderWatch::FolderWatch() : descriptor_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {}

FolderWatch::~FolderWatch() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

// A folder that was deleted and made again has another watch, so all are added anew; adding one twice changes nothing.
void FolderWatch::set(const std::vector<std::filesystem::path>& folders) {
  is_complete_ = descriptor_ >= 0;
  std::map<std::filesystem::path, int> now;
  std::set<int> used;
  for (const std::filesystem::path& folder : folders) {
    const int watch = descriptor_ < 0 ? -1 : ::inotify_add_watch(descriptor_, folder.c_str(), kEvents | IN_ONLYDIR);
    if (watch < 0) {
      is_complete_ = false;
      continue;
    }
    now[folder] = watch;
    used.insert(watch);
  }
  for (const auto& [folder, watch] : watches_) {
    if (!used.contains(watch)) ::inotify_rm_watch(descriptor_, watch);
  }
  watches_ = std::move(now);
}

bool FolderWatch::changed() {
  bool out = false;
  alignas(inotify_event) char block[4096];
  while (descriptor_ >= 0 && ::read(descriptor_, block, sizeof(block)) > 0) out = true;
  return out;
}

}  // namespace gs::web
