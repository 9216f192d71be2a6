// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads every source below gs/ and apps/ and fails if one deletes or renames files without permission: no program may
// delete what it did not make, and only gs/core/folders decides what that is.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "gs/core/file.h"
#include "gs/core/testing/source_folder.h"

namespace gs::architecture {
namespace {

// A call that only some files may make.
struct Rule {
  std::string_view call;
  std::vector<std::string_view> allowed;  // files, or folders that end in '/'
};
// Add a file here only if it deletes nothing but what it has made itself.
const std::vector<Rule>& rules() {
  static const std::vector<Rule> table = {
      {"remove_all", {"gs/core/folders/"}},
      // Removes files and empty folders that the caller has just made or has a permission for.
      {"fs::remove(",
       {"gs/core/folders/", "gs/builder/workspace.cpp", "gs/builder/ingest/sensor_writer.cpp",
        "gs/builder/steps/external_training.cpp", "gs/builder/training/drivestudio/drivestudio_dataset.cpp",
        "gs/logio/vrs/writer.cpp"}},
      {"unlink(", {"gs/core/file.cpp", "gs/logio/rosbag2/nameless_file.cpp"}},
      {"rename(",
       {"gs/core/file.cpp", "gs/core/folders/", "gs/logio/rosbag2/db3_writer.cpp",
        "gs/bridge/recorder/partial_file.cpp"}},
      {"renameat", {"gs/core/folders/"}},
      {"O_TRUNC", {}},
  };
  return table;
}

// Tests may delete their own temporary files.
bool is_test(const std::string& path) {
  return path.ends_with("_test.cpp") || path.find("/testing") != std::string::npos ||
         path.starts_with("gs/architecture/");
}

// The first call in `text` that the file at `path` may not make; empty if there is none.
std::string forbidden_call(const std::string& path, const std::string& text) {
  for (const Rule& rule : rules()) {
    const bool allowed = std::ranges::any_of(rule.allowed, [&](std::string_view place) {
      return place.ends_with('/') ? path.starts_with(place) : path == place;
    });
    if (!allowed && text.find(rule.call) != std::string::npos) return std::string(rule.call);
  }
  return "";
}

TEST(DestructiveCalls, AreMadeOnlyWhereTheyAreAllowed) {
  int files = 0;
  for (const char* root : {"gs", "apps"}) {
    for (const auto& entry : fs::recursive_directory_iterator(source_folder() / root)) {
      const std::string extension = entry.path().extension();
      if (extension != ".h" && extension != ".cpp" && extension != ".cu" && extension != ".cuh") continue;
      const std::string path = fs::relative(entry.path(), source_folder()).string();
      if (is_test(path)) continue;
      const auto text = read_text_file(entry.path());
      ASSERT_TRUE(text);
      EXPECT_EQ(forbidden_call(path, *text), "") << path << ": use gs/core/folders instead";
      ++files;
    }
  }
  EXPECT_GT(files, 100);
}

// A check that can never fail would prove nothing.
TEST(DestructiveCalls, TheTestItselfCanFail) {
  EXPECT_EQ(forbidden_call("gs/builder/pipeline.cpp", "fs::remove_all(folder)"), "remove_all");
  EXPECT_EQ(forbidden_call("gs/core/folders/replace.cpp", "fs::remove_all(folder)"), "");
  EXPECT_EQ(forbidden_call("apps/gs_log/recover.cpp", "fs::remove(folder)"), "fs::remove(");
}

}  // namespace
}  // namespace gs::architecture
