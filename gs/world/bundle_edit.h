// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Changes files of a finished bundle. Every command that edits a bundle does it through edit_bundle().
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "gs/core/result.h"

namespace gs::world {

// A text file of a bundle.
struct BundleText {
  std::string path;  // in the bundle
  std::string text;
};

// A file from elsewhere on disk.
struct BundleCopy {
  std::string path;              // in the bundle
  std::filesystem::path source;  // a regular file
};

// What a command changes. All paths are in the bundle.
struct BundleChange {
  std::vector<BundleText> write{};    // new or replaced files
  std::vector<BundleCopy> copy{};     // new or replaced files, for contents that are no text
  std::vector<std::string> remove{};  // files that disappear; those that are missing already are skipped
  std::vector<std::string> keep{};    // unchanged files that a rebuild must carry over together with the written ones
};

// Makes the change whole or not at all: a new folder with hard links to the unchanged files (copies where the file
// system has no links) is completed with edits.json, validated, and exchanged with the old one. Files that users added
// stay. `command` is recorded in edits.json. Errors: not_found, already_exists if there is no bundle or files changed
// meanwhile, invalid_data (paths), validation_failed, system errors; then the bundle is as before.
Result<void> edit_bundle(const std::filesystem::path& bundle, const BundleChange& change, const std::string& command);

}  // namespace gs::world
