// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A second process of this program, which can be killed.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <utility>

#include "bench/ros2/bench_ros2.h"

namespace bench {

// Kills the process when it is destroyed.
class Process {
 public:
  // Starts a peer. It writes a byte to its standard output when it has received or sent a message.
  static Process peer(const std::string& kind) {
    const std::string domain = std::to_string(loopback().domain_id);
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0) return {};
    Process out;
    out.pid_ = ::fork();
    if (out.pid_ == 0) {
      ::dup2(ends[1], STDOUT_FILENO);
      ::execl("/proc/self/exe", "bench_ros2", "--peer", kind.c_str(), "--domain", domain.c_str(), nullptr);
      ::_exit(127);
    }
    ::close(ends[1]);
    out.output_ = ends[0];
    return out;
  }
  Process(Process&& other) noexcept : pid_(std::exchange(other.pid_, -1)), output_(std::exchange(other.output_, -1)) {}
  Process& operator=(Process&&) = delete;
  ~Process() {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);  // the process cannot announce its end
      ::waitpid(pid_, nullptr, 0);
    }
    if (output_ >= 0) ::close(output_);
  }

  // Waits for a byte of the peer's output; false after limit_s.
  bool wait_for_byte(double limit_s) const {
    pollfd wait{.fd = output_, .events = POLLIN, .revents = 0};
    char byte = 0;
    return ::poll(&wait, 1, static_cast<int>(1e3 * limit_s)) == 1 && ::read(output_, &byte, 1) == 1;
  }

 private:
  Process() = default;
  pid_t pid_ = -1;
  int output_ = -1;
};

}  // namespace bench
