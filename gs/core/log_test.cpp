// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Log levels, line breaks and severities of printed problems.
#include "gs/core/log.h"

#include <gtest/gtest.h>

#include "gs/core/progress.h"

namespace gs {
namespace {

class Log : public ::testing::Test {
 protected:
  void TearDown() override { set_log_level(LogLevel::info); }

  static std::string printed(LogLevel level, const std::function<void()>& work) {
    set_log_level(level);
    ::testing::internal::CaptureStderr();
    work();
    return ::testing::internal::GetCapturedStderr();
  }
};

TEST_F(Log, PrintsALevelAndThoseAboveIt) {
  const auto all = [] {
    for (const LogLevel level : {LogLevel::error, LogLevel::warning, LogLevel::info, LogLevel::debug}) {
      log_message(level, to_string(level));
    }
  };
  EXPECT_EQ(printed(LogLevel::error, all), "error\n");
  EXPECT_EQ(printed(LogLevel::warning, all), "error\nwarning\n");
  EXPECT_EQ(printed(LogLevel::info, all), "error\nwarning\ninfo\n");
  EXPECT_EQ(printed(LogLevel::debug, all), "error\nwarning\ninfo\ndebug\n");
}

TEST_F(Log, AddsALineBreakOnlyWhereNoneIs) {
  EXPECT_EQ(printed(LogLevel::info, [] { log_message(LogLevel::info, "a\n"), log_message(LogLevel::info, "b"); }),
            "a\nb\n");
}

TEST_F(Log, NamesRoundTripAndOthersAreRefused) {
  for (const LogLevel level : {LogLevel::error, LogLevel::warning, LogLevel::info, LogLevel::debug}) {
    EXPECT_EQ(log_level_from(to_string(level)), level);
  }
  EXPECT_FALSE(log_level_from("Info"));
  EXPECT_FALSE(log_level_from(""));
}

TEST_F(Log, ProblemsArePrintedByTheirSeverity) {
  Problems problems(2);
  problems.add({.severity = Severity::notice, .message = "rare"});
  problems.add({.severity = Severity::error, .message = "lost"});
  problems.add({.severity = Severity::error, .message = "not kept"});
  const auto work = [&] { log_problems(problems); };
  const std::string everything = printed(LogLevel::info, work), errors = printed(LogLevel::error, work);
  EXPECT_NE(everything.find("rare"), std::string::npos);
  EXPECT_NE(everything.find("... and 1 more"), std::string::npos);
  EXPECT_EQ(errors.find("rare"), std::string::npos);
  EXPECT_NE(errors.find("lost"), std::string::npos);
  const std::string worse = printed(LogLevel::info, [&] { log_problems(problems, Severity::warning); });
  EXPECT_EQ(worse.find("rare"), std::string::npos);
  EXPECT_NE(worse.find("lost"), std::string::npos);
}

TEST_F(Log, LeavesOutLowSeveritiesAndUnwantedHints) {
  Problems problems;
  problems.add({.severity = Severity::warning, .message = "cut", .hint = "gs-log recover mends it"});
  const auto text = [&](bool with_hints) {
    return printed(LogLevel::info, [&] { log_problems(problems, Severity::notice, with_hints); });
  };
  EXPECT_NE(text(true).find("mends it"), std::string::npos);
  EXPECT_EQ(text(false).find("mends it"), std::string::npos);
  EXPECT_NE(text(false).find("cut"), std::string::npos);
  EXPECT_EQ(printed(LogLevel::info, [&] { log_problems(problems, Severity::error); }), "");
}

TEST_F(Log, ProgressIsInformation) {
  const auto work = [] {
    TerminalProgress progress;
    progress.begin("working", 2, "files");
    progress.advance(2);
    progress.finish();
  };
  EXPECT_NE(printed(LogLevel::info, work).find("working: 2 files"), std::string::npos);
  EXPECT_EQ(printed(LogLevel::warning, work), "");
}

}  // namespace
}  // namespace gs
