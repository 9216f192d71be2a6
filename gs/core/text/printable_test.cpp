// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Texts from files are printed without control characters and cut between characters.
#include "gs/core/text/printable.h"

#include <gtest/gtest.h>

#include "gs/core/problems.h"

namespace gs {
namespace {

TEST(Printable, KeepsTextOfEveryLanguage) {
  const std::string_view text = "/camera/front \xC3\xBC \xE6\xBC\xA2\xE5\xAD\x97 \xF0\x9F\x9A\x97 ~";
  EXPECT_EQ(printable(text), text);
}

TEST(Printable, EscapesControlCharactersAndInvalidBytes) {
  EXPECT_EQ(printable("a\x1b[2Jb\x7f"), "a\\x1b[2Jb\\x7f");
  EXPECT_EQ(printable("\xC2\x9B"
                      "2J"),
            "\\xc2\\x9b2J");  // U+009B, the control sequence introducer
  EXPECT_EQ(printable("\x9B"
                      "2J"),
            "\\x9b2J");  // the same as a single byte, which is not UTF-8
  EXPECT_EQ(printable("\xE2\x80\xAE"), "\\xe2\\x80\\xae");
  EXPECT_EQ(printable("a\nb\tc"), "a\\nb\\tc");
  EXPECT_EQ(printable("a\nb\tc", Newlines::keep), "a\nb\\tc");
  EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
}

TEST(Excerpt, CutsLongTextsBetweenCharacters) {
  EXPECT_EQ(excerpt("1234", 4), "1234");
  EXPECT_EQ(excerpt("12345", 4), "1234... (5 bytes)");
  EXPECT_TRUE(excerpt(std::string(9000, '1')).ends_with("1... (9000 bytes)"));
  EXPECT_EQ(excerpt(std::string(9000, '1')).find('.'), 80u);
  EXPECT_EQ(excerpt("ab\xF0\x9F\x9A\x97", 4), "ab... (6 bytes)");
  EXPECT_EQ(excerpt("\xE6\xBC\xA2\xE5\xAD\x97", 3), "\xE6\xBC\xA2... (6 bytes)");
  EXPECT_EQ(excerpt("\x80\x80\x80\x80\x80\x80", 5), "\x80\x80... (6 bytes)");  // not UTF-8
  EXPECT_EQ(excerpt("a", 0), "... (1 bytes)");
}

TEST(Printable, IsAppliedToProblemsAndErrors) {
  EXPECT_EQ(to_string(Problem{.file = "\x1b", .place = "\x1b", .message = "topic '\x1b\n'", .hint = "\x1b"}),
            "error: \\x1b: \\x1b: topic '\\x1b\\n'; hint: \\x1b");
  EXPECT_EQ(to_string(Error{.message = "topic '\x1b'", .hint = "near '\x1b'"}), "topic '\\x1b'\nhint: near '\\x1b'");
}

}  // namespace
}  // namespace gs
