// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads every public header below gs/ and fails when a library has more public functions and types without a comment
// than kAllowed grants it. Run it alone with scripts/check_comments.sh.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gs/architecture/undocumented.h"
#include "gs/core/file.h"
#include "gs/core/testing/source_folder.h"

namespace gs::architecture {
namespace {

// Number of public declarations without a comment that a library (folder below gs/) may still have, as {"core", 3}. A
// library that is not listed may have none. Figures only shrink: the test also fails when one is larger than the number
// found.
const std::map<std::string, size_t, std::less<>> kAllowed = {};

// Headers of test helpers need no comments.
bool is_public_header(const fs::path& path) {
  if (path.extension() != ".h" && path.extension() != ".cuh") return false;
  if (path.filename().string().starts_with("testing")) return false;
  return std::none_of(path.begin(), path.end(), [](const fs::path& folder) { return folder == "testing"; });
}

// "gs/core/file.h:12: declaration" of every public declaration without a comment, by library.
std::map<std::string, std::vector<std::string>> find_undocumented() {
  std::map<std::string, std::vector<std::string>> found;
  const fs::path root = source_folder() / "gs";
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    const fs::path path = fs::relative(entry.path(), root);
    if (!entry.is_regular_file() || !is_public_header(path)) continue;
    const auto text = read_text_file(entry.path());
    EXPECT_TRUE(text) << path;
    if (!text) continue;
    std::vector<std::string>& list = found[path.begin()->string()];
    for (const Undocumented& u : undocumented_declarations(*text)) {
      list.push_back("gs/" + path.string() + ":" + std::to_string(u.line) + ": " + u.declaration);
    }
  }
  return found;
}

// The sorted list as one text.
std::string lines(std::vector<std::string> list) {
  std::ranges::sort(list);
  std::string text;
  for (const std::string& line : list) text += line + "\n";
  return text;
}

TEST(Documented, EveryPublicDeclarationHasACommentExceptTheAllowedNumber) {
  const auto found = find_undocumented();
  EXPECT_GT(found.size(), 10u) << "the walk did not reach the libraries";
  for (const auto& [library, list] : found) {
    const auto row = kAllowed.find(library);
    const size_t allowed = row == kAllowed.end() ? 0 : row->second;
    EXPECT_LE(list.size(), allowed) << "write one sentence above each new declaration of gs/" << library << ":\n"
                                    << lines(list);
    EXPECT_GE(list.size(), allowed) << "lower the figure of gs/" << library << " in kAllowed to " << list.size();
  }
}

TEST(Documented, TheTableNamesOnlyLibrariesThatExist) {
  for (const auto& [library, allowed] : kAllowed) {
    EXPECT_TRUE(fs::is_directory(source_folder() / "gs" / library)) << library << " (" << allowed << ")";
  }
}

TEST(Documented, HeadersOfTestingFoldersAreLeftOut) {
  EXPECT_TRUE(is_public_header("core/file.h"));
  EXPECT_TRUE(is_public_header("splat/cuda/tile_walk.cuh"));
  EXPECT_FALSE(is_public_header("core/testing/source_folder.h"));
  EXPECT_FALSE(is_public_header("mapping/testing.h"));
  EXPECT_FALSE(is_public_header("core/file.cpp"));
}

}  // namespace
}  // namespace gs::architecture
