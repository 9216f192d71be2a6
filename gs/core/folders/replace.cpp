// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/folders/replace.h"

namespace gs {
namespace {

// "worlds/x/" names the same folder as "worlds/x", and a link the folder it leads to.
fs::path plain_target(const fs::path& given) {
  const fs::path path = given.filename().empty() ? given.parent_path() : given;
  std::error_code error;
  if (!fs::is_symlink(path, error) || !fs::is_directory(path, error)) return path;
  const fs::path real = fs::canonical(path, error);
  return error ? path : real;
}

// The refusal to replace something that our programs did not make.
Error not_ours(const fs::path& target, const std::string& what) {
  return fail(ErrorCode::already_exists, "is {}, so it is not replaced: {}", what, target.string())
      .with_hint("give another output, or remove it yourself if you do not need it");
}

// The decision of may_replace(), in this order: missing, not a folder, not of this kind, edited, not asked for.
Result<void> decide(const fs::path& target, const FolderKind& kind, const ReplaceRules& rules) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(target, error);
  if (status.type() == fs::file_type::not_found) return {};
  if (status.type() != fs::file_type::directory) return not_ours(target, "a file, not a folder");
  const auto files = kind.files(target);
  if (!files) {
    Error refused = not_ours(target, "no " + kind.name);
    refused.message += " (" + files.error().message + ")";
    return refused;
  }
  GS_TRY(const FolderChanges changes, changes_since(*files, target, kind.hash));
  if (!changes.empty() && !rules.discard_edits) {
    return fail(ErrorCode::already_exists, "files were added or changed since the {} was written: {}; in {}", kind.name,
                to_string(changes), target.string())
        .with_hint("move them elsewhere or give another output; --discard-edits deletes them, where a command has it");
  }
  if (rules.force) return {};
  return fail(ErrorCode::already_exists, "exists already: {}", target.string())
      .with_hint("give another output, or --force to replace it");
}

}  // namespace

FolderKind listed_folder_kind(const std::string& name, FileHash hash) {
  return {.name = name,
          .files = [name](const fs::path& folder) { return read_file_list(folder, name); },
          .hash = std::move(hash)};
}

Result<Replacement> may_replace(const fs::path& given, const FolderKind& kind, const ReplaceRules& rules) {
  const fs::path target = plain_target(given);
  if (target.filename().empty() || target.filename() == "." || target.filename() == "..") {
    return fail(ErrorCode::invalid_argument, "names no folder to write: '{}'", given.string())
        .with_hint("give the name of a new folder");
  }
  Replacement permission(target, [=] { return decide(target, kind, rules); });
  GS_CHECK(permission.check());
  return permission;
}

Result<void> may_overwrite(const fs::path& file, bool force) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status)) return {};
  if (!fs::is_regular_file(status)) return not_ours(file, "no regular file");
  if (force) return {};
  return fail(ErrorCode::already_exists, "exists already: {}", file.string())
      .with_hint("give another output, or --force to replace it");
}

Result<void> remove_folder(const Replacement& permission) {
  GS_CHECK(permission.check());
  std::error_code error;
  fs::remove_all(permission.target(), error);
  if (error) return system_error("cannot remove", permission.target(), error.value());
  return {};
}

}  // namespace gs
