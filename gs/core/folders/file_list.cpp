// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/folders/file_list.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <map>

#include "gs/core/json/json.h"
#include "gs/core/json/json_writer.h"

namespace gs {
namespace {

constexpr std::size_t kMostNames = 10;  // in messages

// Size and time of change of a file. Anything but a regular file gets 0 for both.
Result<ListedFile> examine(const fs::path& folder, const fs::path& whole) {
  ListedFile file{.path = whole.lexically_relative(folder).generic_string()};
  struct stat info {};
  if (::lstat(whole.c_str(), &info) != 0) return system_error("cannot examine", whole, errno);
  if (!S_ISREG(info.st_mode)) return file;
  file.bytes = static_cast<uint64_t>(info.st_size);
  file.modified_ns = int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec;
  return file;
}

Result<bool> is_changed(const ListedFile& before, const ListedFile& now, const fs::path& folder, const FileHash& hash) {
  if (before.any_contents) return false;
  if (now.modified_ns == 0) return true;  // not a regular file any more
  if (before.hash.empty()) return before.bytes != now.bytes || before.modified_ns != now.modified_ns;
  if (!hash) return true;  // cannot be compared
  GS_TRY(const std::string found, hash(folder, now.path));
  return found != before.hash;
}

}  // namespace

Result<FileList> list_files(const fs::path& folder, const FileHash& hash) {
  FileList files;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (at->symlink_status(ignored).type() == fs::file_type::directory) continue;
    GS_TRY(ListedFile file, examine(folder, at->path()));
    if (hash && file.modified_ns != 0) {
      GS_TRY(file.hash, hash(folder, file.path));
      file.modified_ns = 0;  // the hash replaces it: a copied folder has other times
    }
    files.push_back(std::move(file));
  }
  if (error) return system_error("cannot list", folder, error.value());
  std::ranges::sort(files, {}, &ListedFile::path);
  return files;
}

std::string write_file_list(std::string_view kind, const FileList& files) {
  JsonWriter json;
  json.begin_object().field("kind", kind).field("version", "1.0.0").key("files").begin_array();
  for (const ListedFile& file : files) {
    json.begin_object().field("path", file.path).field("bytes", file.bytes);
    if (!file.hash.empty()) json.field("hash", file.hash);
    if (file.hash.empty()) json.field("modified_ns", std::to_string(file.modified_ns));  // too long for a JSON number
    json.end_object();
  }
  return std::move(json.end_array().end_object()).take();
}

Result<FileList> parse_file_list(std::string_view text, std::string_view kind) {
  GS_TRY(const Node root, parse_json(text, kOwnFile));
  if (root["kind"].text != kind) return fail(ErrorCode::invalid_data, "is not the list of files of a {}", kind);
  FileList files;
  for (const Node& item : root["files"].items) {
    ListedFile file{.path = item["path"].text, .bytes = item["bytes"].index().value_or(0), .hash = item["hash"].text};
    const std::string& time = item["modified_ns"].text;
    std::from_chars(time.data(), time.data() + time.size(), file.modified_ns);
    files.push_back(std::move(file));
  }
  return files;
}

Result<FileList> read_file_list(const fs::path& folder, std::string_view kind) {
  GS_TRY(const std::string text, read_text_file(folder / kFileListName, kOwnFile.max_bytes));
  GS_TRY(FileList files, parse_file_list(text, kind).with_context((folder / kFileListName).string()));
  files.push_back({.path = std::string(kFileListName), .any_contents = true});
  return files;
}

Result<void> add_file_list(const fs::path& folder, std::string_view kind, const FileHash& hash) {
  GS_TRY(const FileList files, list_files(folder, hash));
  return write_json_file(folder / kFileListName, write_file_list(kind, files), kOwnFile);
}

Result<FolderChanges> changes_since(const FileList& list, const fs::path& folder, const FileHash& hash) {
  std::map<std::string_view, const ListedFile*> known;
  for (const ListedFile& file : list) known[file.path] = &file;
  GS_TRY(const FileList there, list_files(folder));
  FolderChanges changes;
  for (const ListedFile& now : there) {
    const auto before = known.find(now.path);
    if (before == known.end()) {
      changes.added.push_back(now.path);
      continue;
    }
    GS_TRY(const bool changed, is_changed(*before->second, now, folder, hash));
    if (changed) changes.changed.push_back(now.path);
  }
  return changes;
}

std::string to_string(const FolderChanges& changes) {
  std::vector<std::string> names;
  for (const std::string& path : changes.added) names.push_back(path + " (added)");
  for (const std::string& path : changes.changed) names.push_back(path + " (changed)");
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kMostNames); ++i) text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kMostNames) text += format(" and {} more", names.size() - kMostNames);
  return text;
}

}  // namespace gs
