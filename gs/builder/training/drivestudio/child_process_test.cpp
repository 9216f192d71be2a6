// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A child process: output by lines, status and signals, time-out, and children that do not end.
#include "gs/builder/training/drivestudio/child_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "gs/builder/training/drivestudio/testing/small_dataset.h"

namespace gs::builder {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::write_script;

// Runs a shell script with two arguments that a shell would split or expand.
class ChildProcess : public ::testing::Test {
 protected:
  Result<ChildExit> run(const std::string& body) {
    options_.command = {write_script(folder_ / "child.sh", body).string(), "a b", "$HOME"};
    options_.on_line = [this](std::string_view line) { lines_.emplace_back(line); };
    return run_child(options_);
  }
  TemporaryFolder folder_;
  ChildOptions options_;
  std::vector<std::string> lines_;
};

TEST_F(ChildProcess, GivesBothOutputsLineByLineAndArgumentsAsTheyAre) {
  const auto exit = run("echo one; printf 'two\\rthree\\n\\nno end' >&2; echo; echo \"[$1] [$2]\"");
  ASSERT_TRUE(exit) << exit.error().message;
  EXPECT_TRUE(exit->success());
  EXPECT_THAT(lines_, ElementsAre("one", "two", "three", "no end", "[a b] [$HOME]"));
}

TEST_F(ChildProcess, HasNoInputAndRunsWhereItIsTold) {
  options_.directory = folder_.path();
  const auto exit = run("cat; pwd");
  ASSERT_TRUE(exit);
  EXPECT_THAT(lines_, ElementsAre(fs::canonical(folder_.path()).string()));
}

TEST_F(ChildProcess, TellsStatusAndSignal) {
  EXPECT_EQ(run("exit 3").value().status, 3);
  const ChildExit killed = run("kill -9 $$").value();
  EXPECT_EQ(killed.signal, SIGKILL);
  EXPECT_FALSE(killed.success());
}

TEST_F(ChildProcess, AMissingProgramIsAnError) {
  options_.command = {(folder_ / "nothing").string()};
  EXPECT_EQ(run_child(options_).error().code, ErrorCode::not_found);
  EXPECT_EQ(find_program((folder_ / "nothing").string()).error().code, ErrorCode::not_found);
  EXPECT_THAT(find_program("no_such_program_of_ours").error().hint, HasSubstr("PATH"));
  EXPECT_TRUE(find_program("sh"));
  ASSERT_TRUE(write_file(folder_ / "text", "not a program"));
  EXPECT_FALSE(find_program((folder_ / "text").string()));
  options_.command = {"sh"};
  options_.directory = folder_ / "nowhere";
  EXPECT_FALSE(run_child(options_));
}

TEST_F(ChildProcess, StopsWhenAsked) {
  int asked = 0;
  options_.stop_requested = [&] { return ++asked > 2; };
  const ChildExit exit = run("trap 'echo interrupted; exit 5' INT; echo begun; while :; do sleep 0.05; done").value();
  EXPECT_TRUE(exit.stopped);
  EXPECT_FALSE(exit.success());
  EXPECT_EQ(lines_.back(), "interrupted");
}

// The script ignores SIGINT and SIGTERM.
TEST_F(ChildProcess, IsKilledWhenItDoesNotListen) {
  options_.stop_requested = [] { return true; };
  options_.grace_s = 0.2;
  const ChildExit exit = run("trap '' INT TERM; while :; do sleep 0.05; done").value();
  EXPECT_TRUE(exit.stopped);
  EXPECT_EQ(exit.signal, SIGKILL);
}

TEST_F(ChildProcess, EndsAtItsTimeOut) {
  options_.timeout_s = 0.3;
  const ChildExit exit = run("sleep 60").value();
  EXPECT_TRUE(exit.timed_out);
  EXPECT_FALSE(exit.success());
}

TEST_F(ChildProcess, WhatItLeavesBehindDoesNotHoldItUp) {
  const auto exit = run("sleep 60 & echo done");  // the sleep keeps the output open
  ASSERT_TRUE(exit);
  EXPECT_TRUE(exit->success());
  EXPECT_THAT(lines_, ElementsAre("done"));
}

TEST_F(ChildProcess, ALineWithoutEndIsShortened) {
  ASSERT_TRUE(run("head -c 100000 /dev/zero | tr '\\0' x"));
  ASSERT_EQ(lines_.size(), 1u);
  EXPECT_EQ(lines_[0].size(), 16u << 10);
}

}  // namespace
}  // namespace gs::builder
