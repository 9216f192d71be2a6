// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What a child process does between fork and exec.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <initializer_list>

namespace gs {

// Becomes the program words[0], found through PATH, in `directory` ("": that of the parent), with /dev/null as input
// and `output` for both outputs, in a process group of its own; it gets SIGTERM when the thread that forked ends. A
// failure is sent as errno through `failure`. Only async-signal-safe calls are made here: no memory allocation.
[[noreturn]] inline void become_program(char* const* words, const char* directory, int output, int failure,
                                        pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(127);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int number : {SIGINT, SIGTERM, SIGPIPE}) ::signal(number, SIG_DFL);
  const int nothing = ::open("/dev/null", O_RDONLY);
  bool ready = nothing >= 0 && ::dup2(nothing, 0) == 0 && ::dup2(output, 1) == 1 && ::dup2(output, 2) == 2;
  ready = ready && (*directory == '\0' || ::chdir(directory) == 0);
  if (ready) ::execvp(words[0], words);
  const int error = errno;
  [[maybe_unused]] const auto written = ::write(failure, &error, sizeof(error));
  ::_exit(127);
}

}  // namespace gs
