// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Which files of a bundle our programs wrote: files.json lists what save_world wrote, edits.json what our commands
// added or changed since. Everything else belongs to somebody else and is never deleted unasked.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/folders/replace.h"

namespace gs {

inline constexpr std::string_view kEditsFile = "edits.json";

// The folder kind of a world bundle, for may_replace. A bundle without files.json, as older versions wrote it, counts
// when it is valid and holds only files that world.yaml lists or the builder always writes.
FolderKind bundle_kind();

// The md5 of a file of a bundle. The line of metadata.json that says when the bundle was made does not count: equal
// input gives an equal files.json.
Result<std::string> bundle_file_hash(const std::filesystem::path& bundle, const std::string& path);
// Writes files.json of a bundle that is complete.
Result<void> write_bundle_list(const std::filesystem::path& bundle);

// A file that a command of ours added to a finished bundle or changed in it.
struct BundleEdit {
  std::string path;     // relative to the bundle
  std::string hash;     // of its contents afterwards
  std::string command;  // "gs-world-builder add-scenario"
};

// To be called by every command that changes a bundle, right after it wrote the file: a rebuild then carries the file
// over. Replaces an earlier entry of the same path.
Result<void> record_edit(const std::filesystem::path& bundle, const std::string& path, const std::string& command);
// The entries of edits.json; none where there is no such file.
Result<std::vector<BundleEdit>> read_edits(const std::filesystem::path& bundle);
// Those whose file is there with the recorded contents.
Result<std::vector<BundleEdit>> unchanged_edits(const std::filesystem::path& bundle);
std::string write_edits(const std::vector<BundleEdit>& edits);

}  // namespace gs
