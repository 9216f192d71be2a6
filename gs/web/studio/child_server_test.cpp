// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Programs in processes of their own: address, crash, end.
#include "gs/web/studio/child_server.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <cerrno>
#include <chrono>
#include <thread>

namespace gs::web {
namespace {

using State = ChildServer::State;

// Polls until the state is reached; false after a minute.
bool reaches(ChildServer& child, State state) {
  for (int i = 0; i < 6000 && child.state() != state; ++i) {
    child.poll();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return child.state() == state;
}

ChildServer shell(const std::string& script) { return std::move(*ChildServer::start({"/bin/sh", "-c", script})); }

bool is_there(pid_t process) { return ::kill(process, 0) == 0; }

TEST(ChildServer, TheAddressIsFoundInTheOutput) {
  ChildServer child = shell("echo starting; echo 'page:  http://127.0.0.1:7/?token=a-b_c   (more)'; exec sleep 600");
  EXPECT_EQ(child.state(), State::starting);
  ASSERT_TRUE(reaches(child, State::running));
  EXPECT_EQ(child.url(), "http://127.0.0.1:7/?token=a-b_c");
  EXPECT_FALSE(child.poll());
}

TEST(ChildServer, ACrashIsToldWithTheLastLine) {
  ChildServer failed = shell("echo one; echo 'error: no world' >&2; exit 3");
  ASSERT_TRUE(reaches(failed, State::ended));
  EXPECT_EQ(failed.reason(), "ended with exit code 3: error: no world");
  EXPECT_EQ(failed.process(), 0);
  ChildServer hinted = shell("echo 'error: no world'; echo '  hint: look elsewhere'; exit 2");
  ASSERT_TRUE(reaches(hinted, State::ended));
  EXPECT_EQ(hinted.reason(), "ended with exit code 2: error: no world") << "a hint does not say what is wrong";
  ChildServer killed = shell("kill -SEGV $$");
  ASSERT_TRUE(reaches(killed, State::ended));
  EXPECT_EQ(killed.reason(), "ended by signal 11");
}

TEST(ChildServer, TheDestructorEndsTheProgram) {
  pid_t process = 0;
  {
    ChildServer child = shell("echo http://a; exec sleep 600");
    ASSERT_TRUE(reaches(child, State::running));
    process = child.process();
    ASSERT_TRUE(is_there(process));
    const ChildServer moved = std::move(child);
    EXPECT_EQ(moved.process(), process);
  }
  EXPECT_FALSE(is_there(process));
}

TEST(ChildServer, AProgramThatIgnoresTheInterruptIsKilled) {
  pid_t process = 0;
  {
    ChildServer child = shell("trap '' INT; echo http://a; while :; do sleep 0.05; done");
    ASSERT_TRUE(reaches(child, State::running));
    process = child.process();
  }
  EXPECT_FALSE(is_there(process));
}

// A program that prints much is neither blocked nor remembered as a whole.
TEST(ChildServer, MuchOutputDoesNotStopTheProgram) {
  ChildServer child =
      shell("head -c 3000000 /dev/zero; i=0; while [ $i -lt 3000 ]; do echo $i; i=$((i+1)); done; exit 4");
  ASSERT_TRUE(reaches(child, State::ended));
  EXPECT_EQ(child.reason(), "ended with exit code 4: 2999");
}

TEST(ChildServer, AProgramThatIsMissingIsAnError) {
  const auto child = ChildServer::start({"/nowhere/gs-simulator", "serve"});
  ASSERT_FALSE(child);
  EXPECT_NE(child.error().message.find("/nowhere/gs-simulator"), std::string::npos);
}

}  // namespace
}  // namespace gs::web
