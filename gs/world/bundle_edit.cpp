// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/bundle_edit.h"

#include <set>

#include "gs/core/folders/output_folder.h"
#include "gs/world/bundle_files.h"
#include "gs/world/paths.h"
#include "gs/world/validate/validate.h"

namespace gs::world {
namespace {

// Creates the folder of a file.
Result<void> make_parent(const fs::path& file) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  if (error) return system_error("cannot create the folder of", file, error.value());
  return {};
}

// Makes the file `from` appear at `to` too. Files of a bundle are never changed in place, so both may share their
// bytes.
Result<void> link_file(const fs::path& from, const fs::path& to) {
  GS_CHECK(make_parent(to));
  std::error_code error;
  if (fs::is_symlink(from, error)) {
    fs::copy_symlink(from, to, error);
  } else if (fs::is_regular_file(from, error)) {
    fs::create_hard_link(from, to, error);
    if (error) fs::copy_file(from, to, error);
  } else {
    return fail(ErrorCode::unsupported, "is neither a file nor a link: {}", from.string())
        .with_hint("move it out of the bundle");
  }
  if (error) return system_error("cannot copy", from, error.value());
  return {};
}

// Copies a regular file into the new folder.
Result<void> copy_into(const BundleCopy& file, const fs::path& folder) {
  GS_CHECK(make_parent(folder / file.path));
  std::error_code error;
  if (!fs::is_regular_file(file.source, error)) {
    return fail(ErrorCode::invalid_argument, "is no regular file: {}", file.source.string());
  }
  fs::copy_file(file.source, folder / file.path, error);
  if (error) return system_error("cannot copy", file.source, error.value());
  return {};
}

// Paths of all files that the change writes, removes or keeps; checked.
Result<std::vector<std::string>> paths_of(const BundleChange& change) {
  std::vector<std::string> paths;
  for (const BundleText& file : change.write) paths.push_back(file.path);
  for (const BundleCopy& file : change.copy) paths.push_back(file.path);
  paths.insert(paths.end(), change.remove.begin(), change.remove.end());
  paths.insert(paths.end(), change.keep.begin(), change.keep.end());
  for (const std::string& path : paths) GS_CHECK(check_bundle_path(path));
  return paths;
}

// A path as list_files() writes it.
std::string plain_path(const std::string& path) { return fs::path(path).lexically_normal().generic_string(); }

// Fills the new folder.
Result<void> make_edited(const fs::path& bundle, const FileList& files, const BundleChange& change,
                         const fs::path& folder) {
  std::set<std::string> left_out;
  for (const std::string& path : change.remove) left_out.insert(plain_path(path));
  for (const BundleText& file : change.write) left_out.insert(plain_path(file.path));
  for (const BundleCopy& file : change.copy) left_out.insert(plain_path(file.path));
  for (const ListedFile& file : files) {
    if (!left_out.contains(file.path)) GS_CHECK(link_file(bundle / file.path, folder / file.path));
  }
  for (const BundleText& file : change.write) {
    GS_CHECK(make_parent(folder / file.path));
    GS_CHECK(write_file(folder / file.path, file.text));
  }
  for (const BundleCopy& file : change.copy) GS_CHECK(copy_into(file, folder));
  return {};
}

}  // namespace

Result<void> edit_bundle(const fs::path& bundle, const BundleChange& change, const std::string& command) {
  GS_TRY(const std::vector<std::string> paths, paths_of(change));
  std::error_code ignored;
  if (!fs::exists(bundle, ignored)) return fail(ErrorCode::not_found, "no bundle at {}", bundle.string());
  // Nothing is lost: all files of the old folder are in the new one, except those that the change removes.
  GS_TRY(const Replacement permission, may_replace(bundle, bundle_kind(), {.force = true, .discard_edits = true}));
  GS_TRY(FileList files, list_files(permission.target()));
  // Links have no time of change that could be compared.
  for (ListedFile& file : files) file.any_contents = file.modified_ns == 0;
  GS_TRY(OutputFolder folder, OutputFolder::create(permission));
  GS_CHECK(make_edited(permission.target(), files, change, folder.path()));
  GS_CHECK(record_edits(folder.path(), paths, command));
  GS_CHECK(require_valid(folder.path()));
  GS_TRY(const FolderChanges meanwhile, changes_since(files, permission.target()));
  if (!meanwhile.empty()) {
    return fail(ErrorCode::already_exists, "files of the bundle changed during the edit: {}; in {}",
                to_string(meanwhile), permission.target().string())
        .with_hint("run the command again");
  }
  return folder.commit();
}

}  // namespace gs::world
