// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Tells when files of some folders appear, change or go (inotify).
#pragma once

#include <filesystem>
#include <map>
#include <vector>

namespace gs::web {

// Where the kernel has no watches left, is_complete() is false and the caller must look by itself from time to time.
class FolderWatch {
 public:
  FolderWatch();
  ~FolderWatch();
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;

  // Watches exactly these folders from now on.
  void set(const std::vector<std::filesystem::path>& folders);
  bool is_complete() const { return is_complete_; }
  // True if something changed since the last call. Does not block.
  bool changed();

 private:
  int descriptor_;
  bool is_complete_ = false;
  std::map<std::filesystem::path, int> watches_;
};

}  // namespace gs::web
