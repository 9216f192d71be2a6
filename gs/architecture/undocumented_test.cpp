// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Proves the scanner of documented_test.cpp on planted headers with and without comments.
#include "gs/architecture/undocumented.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gs::architecture {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// The declarations without comment in `header`, each as "line: declaration".
std::vector<std::string> scan(std::string_view header) {
  std::vector<std::string> found;
  for (const Undocumented& u : undocumented_declarations(header)) {
    found.push_back(std::to_string(u.line) + ": " + u.declaration);
  }
  return found;
}

TEST(Undocumented, FindsFunctionsAndTypesWithoutComment) {
  EXPECT_THAT(
      scan("namespace gs {\n"
           "\n"
           "int area(int width);\n"
           "\n"
           "struct Size {\n"
           "  int width = 0;\n"
           "};\n"
           "\n"
           "enum class Side { left, right };\n"
           "\n"
           "inline int twice(int x) { return 2 * x; }\n"
           "\n"
           "}  // namespace gs\n"),
      ElementsAre("3: int area(int width)", "5: struct Size", "9: enum class Side", "11: inline int twice(int x)"));
}

TEST(Undocumented, AcceptsACommentAboveAndBehind) {
  EXPECT_THAT(scan("// Area in square metres.\n"
                   "int area(int width);\n"
                   "\n"
                   "int length(int width);  // in metres\n"
                   "\n"
                   "int depth(int width,  // in metres\n"
                   "          int height);\n"
                   "\n"
                   "// A size in metres.\n"
                   "struct Size {\n"
                   "\n"
                   "  int width = 0;\n"
                   "};\n"),
              IsEmpty());
}

// A comment holds for the lines below it until an empty line.
TEST(Undocumented, AcceptsOneCommentForABlockUpToTheEmptyLine) {
  EXPECT_THAT(scan("// Both in metres.\n"
                   "int width();\n"
                   "int height();\n"
                   "\n"
                   "int depth();\n"),
              ElementsAre("5: int depth()"));
}

TEST(Undocumented, DoesNotTakeTheLicenceOrTheFileCommentForADeclarations) {
  EXPECT_THAT(scan("// SPDX-License-Identifier: Apache-2.0\n"
                   "int width();\n"),
              ElementsAre("2: int width()"));
  EXPECT_THAT(scan("// Sizes of images.\n"
                   "#pragma once\n"
                   "\n"
                   "int width();\n"),
              ElementsAre("4: int width()"));
}

TEST(Undocumented, ReadsADeclarationOfSeveralLines) {
  EXPECT_THAT(scan("\ntemplate <class T>\nResult<T> read(const Path& path,\n               int limit);\n"),
              ElementsAre("2: template <class T> Result<T> read(const Path& path, int limit)"));
}

// Sections change the access; a public section inside a private class is still private.
TEST(Undocumented, ChecksPublicMembersOnly) {
  EXPECT_THAT(scan("// A reader.\n"
                   "class Reader {\n"
                   "  int hidden();\n"
                   "\n"
                   " public:\n"
                   "  int shown();\n"
                   "\n"
                   " private:\n"
                   "  int secret();\n"
                   "\n"
                   "  class Inner {\n"
                   "   public:\n"
                   "    int inner();\n"
                   "  };\n"
                   "\n"
                   " public:\n"
                   "  int seen();\n"
                   "};\n"),
              ElementsAre("6: int shown()", "17: int seen()"));
}

TEST(Undocumented, ChecksMembersOfAStructAndOfNestedTypes) {
  EXPECT_THAT(scan("// A reader.\n"
                   "struct Reader final : Base {\n"
                   "\n"
                   "  int shown() const;\n"
                   "\n"
                   "  struct Inner {\n"
                   "    int inner();\n"
                   "  };\n"
                   "};\n"),
              ElementsAre("4: int shown() const", "6: struct Inner", "7: int inner()"));
}

TEST(Undocumented, LeavesOutWhatNeedsNoComment) {
  EXPECT_THAT(scan("// A reader.\n"
                   "class Reader : public Base {\n"
                   " public:\n"
                   "\n"
                   "  explicit Reader(int fd);\n"
                   "  Reader(const Reader&) = delete;\n"
                   "  ~Reader();\n"
                   "  bool operator==(const Reader&) const = default;\n"
                   "  void run() override;\n"
                   "  friend bool same(const Reader&, const Reader&);\n"
                   "  size_t size() const;\n"
                   "  bool empty() const { return size() == 0; }\n"
                   "  std::function<void(int)> call;\n"
                   "  int limit = default_limit();\n"
                   "};\n"
                   "\n"
                   "class Later;\n"
                   "using Callback = void (*)(int);\n"
                   "static_assert(sizeof(int) == 4);\n"
                   "void describe(auto& visit, Options& o) { visit(o.limit); }\n"),
              IsEmpty());
}

TEST(Undocumented, IgnoresFunctionBodiesLiteralsAndDirectives) {
  EXPECT_THAT(scan("// Opens.\n"
                   "inline int open() {\n"
                   "  struct Local {\n"
                   "    int inner() { return 0; }\n"
                   "  };\n"
                   "\n"
                   "  if (ready()) start();\n"
                   "  return count(\"} ; {\", '{');\n"
                   "}\n"
                   "\n"
                   "#define GS_CALL(x) call(x)\n"
                   "\n"
                   "const char* url(std::string_view at = \"http://a\");\n"),
              ElementsAre("13: const char* url(std::string_view at = \"\")"));
}

}  // namespace
}  // namespace gs::architecture
