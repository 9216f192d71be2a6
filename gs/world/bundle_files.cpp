// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/bundle_files.h"

#include <algorithm>
#include <set>

#include "gs/core/hash/md5.h"
#include "gs/core/json/json.h"
#include "gs/core/json/json_writer.h"
#include "gs/world/document/fields.h"
#include "gs/world/paths.h"
#include "gs/world/validate/validate.h"

namespace gs::world {
namespace {

constexpr std::string_view kKind = "world bundle", kMetadata = "metadata.json", kCreatedAt = "\"created_at\"";
constexpr uint64_t kMaxEditsBytes = 16u << 20;

// Text of a member; empty if it is missing.
std::string text_of(const Node& node, std::string_view key) {
  const Node* value = node.find(key);
  return value == nullptr ? "" : value->text;
}

// Files of a bundle without files.json: those the validator knows, if it finds no error.
Result<FileList> files_of_older_bundle(const fs::path& folder) {
  const ValidationReport report = validate_world(folder);
  if (auto error = first_error(report.problems)) return std::move(*error);
  FileList files;
  for (const std::string& path : report.files) files.push_back({.path = path, .any_contents = true});
  for (const char* path : {"world.yaml", "build_report.json", "quality.json", "preview/trajectory.png"}) {
    files.push_back({.path = path, .any_contents = true});
  }
  return files;
}

// Files that a build may delete: the list, and the edits of our commands with their recorded hashes.
Result<FileList> files_of_bundle(const fs::path& folder) {
  std::error_code ignored;
  const bool listed = fs::exists(folder / kFileListName, ignored);
  GS_TRY(FileList files, listed ? read_file_list(folder, kKind) : files_of_older_bundle(folder));
  GS_TRY(const std::vector<BundleEdit> edits, read_edits(folder));
  for (const BundleEdit& edit : edits) files.push_back({.path = edit.path, .hash = edit.hash});
  if (!edits.empty()) files.push_back({.path = std::string(kEditsFile), .any_contents = true});
  return files;
}

}  // namespace

FolderKind bundle_kind() { return {.name = std::string(kKind), .files = files_of_bundle, .hash = bundle_file_hash}; }

Result<std::string> bundle_file_hash(const fs::path& bundle, const std::string& path) {
  if (path != kMetadata) {
    GS_TRY(const MappedFile file, MappedFile::open(bundle / path));
    return md5_hex(file.bytes());
  }
  GS_TRY(std::string text, read_text_file(bundle / path));
  // Remove the line of created_at before hashing.
  if (const std::size_t key = text.find(kCreatedAt); key != std::string::npos) {
    text.erase(key, std::min(text.find('\n', key), text.size()) - key);
  }
  return md5_hex(text);
}

Result<void> write_bundle_list(const fs::path& bundle) { return add_file_list(bundle, kKind, bundle_file_hash); }

std::string write_edits(const std::vector<BundleEdit>& edits) {
  JsonWriter json;
  json.begin_object().field("version", "1.0.0").key("edits").begin_array();
  for (const BundleEdit& edit : edits) {
    json.begin_object().field("path", edit.path).field("hash", edit.hash).field("command", edit.command).end_object();
  }
  return std::move(json.end_array().end_object()).take();
}

Result<std::vector<BundleEdit>> read_edits(const fs::path& bundle) {
  std::vector<BundleEdit> edits;
  std::error_code ignored;
  if (!fs::exists(bundle / kEditsFile, ignored)) return edits;
  GS_TRY(const std::string text, read_text_file(bundle / kEditsFile, kMaxEditsBytes));
  GS_TRY(const Node root, parse_json(text, {}).with_context((bundle / kEditsFile).string()));
  const Node* list = root.find("edits");
  if (list == nullptr)
    return fail(ErrorCode::invalid_data, "edits.json has no list 'edits': {}", (bundle / kEditsFile).string());
  for (const Node& item : list->items) {
    BundleEdit edit{text_of(item, "path"), text_of(item, "hash"), text_of(item, "command")};
    // edits.json may have been manipulated: its paths are as untrusted as those of world.yaml.
    GS_CHECK(check_bundle_path(edit.path).with_context(std::string(kEditsFile)));
    if (edit.hash.empty()) return fail(ErrorCode::invalid_data, "edits.json has no hash for '{}'", edit.path);
    edits.push_back(std::move(edit));
  }
  return edits;
}

Result<std::vector<BundleEdit>> unchanged_edits(const fs::path& bundle) {
  GS_TRY(std::vector<BundleEdit> edits, read_edits(bundle));
  std::erase_if(edits, [&](const BundleEdit& edit) {
    return !resolve_in_bundle(bundle, edit.path) || bundle_file_hash(bundle, edit.path).value_or("") != edit.hash;
  });
  return edits;
}

Result<void> record_edits(const fs::path& bundle, const std::vector<std::string>& paths, const std::string& command) {
  GS_TRY(std::vector<BundleEdit> edits, read_edits(bundle));
  // The newest edit of a file counts.
  const std::set<std::string> touched(paths.begin(), paths.end());
  std::erase_if(edits, [&](const BundleEdit& edit) { return touched.contains(edit.path); });
  for (const std::string& path : touched) {
    if (path == kEditsFile || path == kFileListName) {
      return fail(ErrorCode::invalid_argument,
                  "{} is maintained by the bundle itself and cannot be recorded as an edit", path);
    }
    const auto resolved = resolve_in_bundle(bundle, path);
    if (!resolved && resolved.error().code == ErrorCode::not_found) continue;
    GS_CHECK(resolved);
    GS_TRY(std::string hash, bundle_file_hash(bundle, path));
    edits.push_back({path, std::move(hash), command});
  }
  return write_file(bundle / kEditsFile, write_edits(edits));
}

}  // namespace gs::world
