// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Ownership of the files in a bundle: files.json lists the files that save_world wrote, edits.json those that our
// commands added or changed later. All other files belong to the user and are never deleted unless requested.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/folders/replace.h"

namespace gs::world {

// Name of the list of edits in a bundle.
inline constexpr std::string_view kEditsFile = "edits.json";

// Folder kind of a world bundle, for may_replace(). A bundle of an older version, without files.json, is accepted if it
// is valid and contains only files that world.yaml lists or the builder always writes.
FolderKind bundle_kind();

// MD5 of a file of a bundle. The line "created_at" of metadata.json is left out, so that equal input gives an equal
// files.json.
Result<std::string> bundle_file_hash(const std::filesystem::path& bundle, const std::string& path);
// Writes files.json of a complete bundle.
Result<void> write_bundle_list(const std::filesystem::path& bundle);

// A file that one of our commands added to a finished bundle or changed in it.
struct BundleEdit {
  std::string path;     // relative to the bundle
  std::string hash;     // MD5 after the command
  std::string command;  // "gs-world-builder add-scenario"
};

// Records that a command wrote these files, so that a rebuild carries them over; a path that does not exist any more
// loses its entry. Replaces earlier entries of the same paths. edit_bundle() calls it. Errors: invalid_data for paths
// that leave the bundle, invalid_argument for the lists themselves.
Result<void> record_edits(const std::filesystem::path& bundle, const std::vector<std::string>& paths,
                          const std::string& command);
// Entries of edits.json; empty without that file. Errors: invalid_data.
Result<std::vector<BundleEdit>> read_edits(const std::filesystem::path& bundle);
// The entries whose file exists with the recorded content. write_edits() is the JSON text of entries.
Result<std::vector<BundleEdit>> unchanged_edits(const std::filesystem::path& bundle);
std::string write_edits(const std::vector<BundleEdit>& edits);

}  // namespace gs::world
