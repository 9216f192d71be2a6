// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Measures how much memory a function uses. Test code only.
#pragma once

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <functional>

#include "gs/core/expect.h"

namespace gs {

// Runs `work` in a child process and returns the growth of its peak resident memory [bytes]. Failures of GoogleTest
// expectations inside `work` are lost with the child process.
inline int64_t resident_growth_bytes(const std::function<void()>& work) {
  const auto peak = [] {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<int64_t>(usage.ru_maxrss) * 1024;
  };
  int channel[2];
  GS_EXPECT(::pipe(channel) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const int64_t before = peak();
    work();
    const int64_t growth = peak() - before;
    const bool told = ::write(channel[1], &growth, sizeof(growth)) == sizeof(growth);
    ::_exit(told ? 0 : 1);
  }
  int64_t growth = INT64_MAX;
  ::close(channel[1]);
  const bool heard = ::read(channel[0], &growth, sizeof(growth)) == sizeof(growth);
  ::close(channel[0]);
  ::waitpid(child, nullptr, 0);
  return heard ? growth : INT64_MAX;
}

}  // namespace gs
