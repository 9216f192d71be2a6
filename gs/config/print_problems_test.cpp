// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/config/print_problems.h"

#include <gtest/gtest.h>

namespace gs {
namespace {

std::string printed(const Problems& problems, Severity least = Severity::notice) {
  testing::internal::CaptureStderr();
  print_problems(problems, least);
  return testing::internal::GetCapturedStderr();
}

TEST(PrintProblems, OneLineEachOfTheSeverityAskedFor) {
  Problems problems;
  problems.add({.severity = Severity::notice, .file = "a.mcap", .message = "was cut"});
  problems.add({.severity = Severity::warning, .file = "b.mcap", .message = "is damaged"});
  const std::string notice = to_string(problems.all()[0]) + "\n", warning = to_string(problems.all()[1]) + "\n";
  EXPECT_EQ(printed(problems), notice + warning);
  EXPECT_EQ(printed(problems, Severity::warning), warning);
  EXPECT_EQ(printed(problems, Severity::error), "");
}

TEST(PrintProblems, TheNumberOfThoseNotKeptIsPrinted) {
  Problems problems(1);
  for (int i = 0; i < 4; ++i) problems.add({.file = "a.mcap", .message = "is damaged"});
  ASSERT_EQ(problems.not_kept(), 3u);
  EXPECT_TRUE(printed(problems).ends_with("\n... and 3 more\n"));
  EXPECT_EQ(printed(Problems{}), "");
}

}  // namespace
}  // namespace gs
