// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The rooms inside a library: their include edges, how many files a folder holds, and which headers are private.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "gs/architecture/layers.h"
#include "gs/architecture/sources.h"
#include "gs/core/file.h"
#include "gs/core/testing/source_folder.h"

namespace gs::architecture {
namespace {

constexpr int kMostFiles = 40;  // directly in one folder: a listing that fits on a screen

std::string_view library_of(std::string_view path) { return path.substr(0, path.find('/')); }

bool room_allows(const Room& room, std::string_view target) {
  return library_of(room.folder) != library_of(target) || covers(room.folder, target) ||
         std::any_of(room.may_include.begin(), room.may_include.end(),
                     [&](std::string_view entry) { return covers(entry, target); });
}

TEST(Rooms, IncludeOnlyWhatTheirRowNames) {
  for (const SourceFile& file : source_files()) {
    const Room* room = row_of(kRooms, file.path);
    if (room == nullptr || is_test(file.path)) continue;
    for (const Include& include : file.includes) {
      if (!include.quoted || !include.name.starts_with("gs/")) continue;
      EXPECT_TRUE(room_allows(*room, included_path(include)))
          << file.path << ": #include " << include.name << " is not in the row of " << room->folder << " (layers.h)";
    }
  }
}

TEST(Rooms, EveryPermissionIsUsed) {
  for (const Room& room : kRooms) {
    for (std::string_view entry : room.may_include) {
      const bool used = std::any_of(source_files().begin(), source_files().end(), [&](const SourceFile& file) {
        return row_of(kRooms, file.path) == &room && !is_test(file.path) &&
               std::any_of(file.includes.begin(), file.includes.end(),
                           [&](const Include& i) { return i.quoted && covers(entry, included_path(i)); });
      });
      EXPECT_TRUE(used) << room.folder << " never includes " << entry;
    }
  }
}

TEST(Rooms, HoldAtMostFortyFiles) {
  std::map<std::string, int> counts;
  for (const char* root : {"gs", "apps", "bench", "fuzz", "examples", "docs", "scripts", "cmake", "config"}) {
    if (!fs::exists(source_folder() / root)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(source_folder() / root)) {
      const std::string folder = fs::relative(entry.path().parent_path(), source_folder()).string();
      if (entry.is_regular_file() && !folder.starts_with("fuzz/corpus")) ++counts[folder];
    }
  }
  for (const auto& [folder, count] : counts) {
    EXPECT_LE(count, kMostFiles) << folder << ": give the files that belong together a room of their own";
  }
  EXPECT_GT(counts.size(), 50u);
}

// Headers after PRIVATE_HEADERS in the CMakeLists.txt files below gs/, each with the folder of its CMakeLists.txt.
std::map<std::string, std::string> private_headers() {
  std::map<std::string, std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(source_folder() / "gs")) {
    if (entry.path().filename() != "CMakeLists.txt") continue;
    const std::string folder = fs::relative(entry.path().parent_path(), source_folder() / "gs").string();
    std::istringstream words(read_text_file(entry.path()).value());
    bool inside = false;
    for (std::string word; words >> word;) {
      const bool last = word.ends_with(')');
      if (last) word.pop_back();
      if (word.ends_with(".h") && inside) {
        found[folder + "/" + word] = folder;
      } else {
        inside = word == "PRIVATE_HEADERS";
      }
      if (last) inside = false;
    }
  }
  return found;
}

TEST(Rooms, PrivateHeadersStayInTheirLibrary) {
  const auto headers = private_headers();
  EXPECT_GT(headers.size(), 10u);
  for (const SourceFile& file : source_files()) {
    if (file.path.starts_with("bench/")) continue;  // measures parts of an algorithm
    for (const Include& include : file.includes) {
      const auto header = headers.find(included_path(include));
      if (!include.quoted || header == headers.end()) continue;
      EXPECT_TRUE(covers(header->second, file.path))
          << file.path << ": #include " << include.name << " is private to " << header->second;
      const bool public_header = file.path.ends_with(".h") && !is_test(file.path) && !headers.contains(file.path);
      EXPECT_FALSE(public_header) << file.path << " is public and includes " << include.name << ", which is private";
    }
  }
}

// Forbidden and allowed examples, so that a broken check is noticed.
TEST(Rooms, TheTestItselfCanFail) {
  const Room& masks = *row_of(kRooms, "builder/masks/x.h");
  EXPECT_FALSE(room_allows(masks, "builder/steps/mcap_ingest.h"));
  EXPECT_TRUE(room_allows(masks, "builder/masks/x.h"));
  EXPECT_TRUE(room_allows(masks, "core/file.h"));
  EXPECT_TRUE(covers("mapping/", "mapping/voxel.h"));
  EXPECT_FALSE(covers("mapping/", "mapping/mesh/static_mesh.h"));
}

}  // namespace
}  // namespace gs::architecture
