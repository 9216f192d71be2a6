// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/studio/catalog.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "gs/core/hash/sha256.h"
#include "gs/logio/api/log.h"
#include "gs/logio/has_index.h"
#include "gs/web/builds/build_view.h"
#include "gs/web/runs/run_log.h"

namespace gs::web {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kIdDigits = 16;
constexpr std::string_view kWorkspaces = ".gs_world_builder_workspace";  // where builds put them by default

// Time of the last change since the UNIX epoch [ns]; 0 if it is unknown.
int64_t changed_ns(const fs::path& path) {
  std::error_code error;
  const auto time = fs::last_write_time(path, error);
  if (error) return 0;
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::file_clock::to_sys(time).time_since_epoch())
      .count();
}

bool is_below(const fs::path& root, const fs::path& path) {
  return std::mismatch(root.begin(), root.end(), path.begin(), path.end()).first == root.end();
}

}  // namespace

std::string_view to_string(EntryKind kind) {
  return kind == EntryKind::world ? "world" : kind == EntryKind::run ? "run" : "build";
}

const CatalogEntry* Catalog::find(std::string_view id) const {
  for (const CatalogEntry& entry : entries) {
    if (entry.id == id) return &entry;
  }
  return nullptr;
}

Scanner::Scanner(fs::path root, ScanLimits limits) : root_(std::move(root)), limits_(limits) {}

Catalog Scanner::scan() {
  Catalog out;
  std::error_code error;
  const fs::path root = fs::canonical(root_, error);
  if (error) return out;
  root_ = root;
  seen_ = 0;
  still_known_.clear();
  look_at(root, 0, out);
  known_ = std::move(still_known_);
  std::sort(out.entries.begin(), out.entries.end(), [](const CatalogEntry& a, const CatalogEntry& b) {
    return std::pair(a.kind, a.path) < std::pair(b.kind, b.path);
  });
  return out;
}

// A folder is a world, a build, or may hold others.
void Scanner::look_at(const fs::path& path, int depth, Catalog& out) {
  std::error_code error;
  if (fs::is_regular_file(path / "world.yaml", error)) {
    out.folders.push_back(path);
    return add(EntryKind::world, path, out);
  }
  if (is_workspace(path)) return add(EntryKind::build, path, out);
  if (depth <= limits_.depth) return look(path, depth, out);
  out.is_complete = false;
}

void Scanner::look(const fs::path& folder, int depth, Catalog& out) {
  out.folders.push_back(folder);
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (++seen_ > limits_.files || out.entries.size() >= limits_.entries) {
      out.is_complete = false;
      return;
    }
    const std::string name = it->path().filename().string();
    if (name.starts_with('.') && name != kWorkspaces) continue;
    std::error_code ignored;
    if (it->is_symlink(ignored)) {
      // A link to another place of the root would be listed twice, and one to a folder above would never end.
      const fs::path target = fs::canonical(it->path(), ignored);
      if (ignored || !is_below(root_, target) || fs::is_directory(target, ignored)) continue;
    }
    if (it->is_directory(ignored)) {
      look_at(it->path(), depth + 1, out);
    } else if (it->path().extension() == ".mcap" && it->is_regular_file(ignored)) {
      add_run(it->path(), out);
    }
  }
}

void Scanner::add(EntryKind kind, const fs::path& path, Catalog& out, uint64_t bytes, std::string problem) {
  const fs::path place = path.lexically_relative(root_);
  const std::string key = std::string(to_string(kind)) + ":" + place.string();
  out.entries.push_back({.id = sha256_hex(std::string_view(key)).substr(0, kIdDigits),
                         .kind = kind,
                         .path = path,
                         .name = path.filename().string(),
                         .folder = place.parent_path().filename().string(),
                         .bytes = bytes,
                         .changed_s = changed_ns(path) / 1'000'000'000,
                         .problem = std::move(problem)});
}

// A log without an index would have to be read as a whole, so it is listed unseen.
void Scanner::add_run(const fs::path& path, Catalog& out) {
  std::error_code ignored;
  KnownRun now{.bytes = fs::file_size(path, ignored), .changed_ns = changed_ns(path), .is_run = true, .problem = {}};
  const auto before = known_.find(path);
  if (before != known_.end() && before->second.bytes == now.bytes && before->second.changed_ns == now.changed_ns) {
    now = before->second;
  } else if (const auto index = logio::find_index(path); !index) {
    now.problem = "the file cannot be read as a log";
  } else if (!index->indexed) {
    now.problem = "the file has no index: it is damaged or still being recorded";
  } else {
    Problems problems;
    const auto log = logio::open_log(path, problems);
    now.is_run = !log || is_run((*log)->channels());
    if (!log) now.problem = "the file cannot be read as a log";
  }
  still_known_[path] = now;
  if (now.is_run) add(EntryKind::run, path, out, now.bytes, now.problem);
}

}  // namespace gs::web
