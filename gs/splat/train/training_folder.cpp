// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/training_folder.h"

namespace gs::splat::train {
namespace {

// True if checkpoints/ contains a state.gstc.
bool holds_checkpoint(const fs::path& root) {
  std::error_code error;
  for (fs::directory_iterator at(root / "checkpoints", error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (fs::exists(at->path() / "state.gstc", ignored)) return true;
  }
  return false;
}

// Recognises training folders from before output folders were marked.
bool is_older(const fs::path& root) {
  std::error_code ignored;
  for (const char* name : {"training_report.json", "training_key", "chunk.txt"}) {
    if (fs::is_regular_file(root / name, ignored)) return true;
  }
  return holds_checkpoint(root);
}

}  // namespace

OwnedFolderKind training_folder_kind() { return {.name = "output of a training", .is_older = is_older}; }

}  // namespace gs::splat::train
