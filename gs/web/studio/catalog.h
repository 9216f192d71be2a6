// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The worlds, recorded runs and builds of a folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gs::web {

// Kinds of entries.
enum class EntryKind { world, run, build };
std::string_view to_string(EntryKind kind);  // "world", "run", "build"

// One world, run or build.
struct CatalogEntry {
  std::string id;  // of kind and place in the folder: 16 hexadecimal digits
  EntryKind kind = EntryKind::world;
  std::filesystem::path path;  // stays in this process: clients know the id
  std::string name, folder;    // its last component, and that of the folder it is in; empty: the root
  uint64_t bytes = 0;          // of a run
  int64_t changed_s = 0;       // since the UNIX epoch
  std::string problem{};       // why it may not open; empty: none known
};

// What was found.
struct Catalog {
  std::vector<CatalogEntry> entries;           // by kind, then by path
  std::vector<std::filesystem::path> folders;  // that were looked into, for a watch
  bool is_complete = true;                     // false: a limit of the scan was reached

  // nullptr: there is none.
  const CatalogEntry* find(std::string_view id) const;
};

// Limits of a scan.
struct ScanLimits {
  int depth = 4;                // of folders below the root
  std::size_t files = 50'000;   // files and folders looked at
  std::size_t entries = 5'000;  // listed
};

// Scans a folder repeatedly. Runs that did not change are not opened again. One thread at a time.
class Scanner {
 public:
  explicit Scanner(std::filesystem::path root, ScanLimits limits = {});
  // Looks for folders with a world.yaml, workspaces of gs-world-builder, and MCAP files with topics of gs-simulator.
  // Links that lead out of the root are ignored. A root that is missing has no entries.
  Catalog scan();

 private:
  struct KnownRun {
    uint64_t bytes = 0;
    int64_t changed_ns = 0;
    bool is_run = false;
    std::string problem;
  };
  void look(const std::filesystem::path& folder, int depth, Catalog& out);
  void look_at(const std::filesystem::path& path, int depth, Catalog& out);
  void add(EntryKind kind, const std::filesystem::path& path, Catalog& out, uint64_t bytes = 0,
           std::string problem = {});
  void add_run(const std::filesystem::path& path, Catalog& out);

  std::filesystem::path root_;
  ScanLimits limits_;
  std::size_t seen_ = 0;
  std::map<std::filesystem::path, KnownRun> known_, still_known_;
};

}  // namespace gs::web
