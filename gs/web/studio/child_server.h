// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A program that serves one world or run in a process of its own, so that its crash ends nothing else.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "gs/core/result.h"

namespace gs::web {

// The program prints its address, "http://...", as a word of a line. The destructor ends it, by its process id:
// interrupt, then kill after a while. All functions must be called on the thread that started it.
class ChildServer {
 public:
  enum class State { starting, running, ended };

  // Starts a program (path, then arguments). Errors: io_error if it cannot be started.
  static Result<ChildServer> start(const std::vector<std::string>& command);
  ChildServer(ChildServer&& other) noexcept;
  ChildServer& operator=(ChildServer&&) = delete;
  ~ChildServer();

  // Reads what the program printed, and whether it ended. True if the state changed. Does not block.
  bool poll();
  State state() const { return state_; }
  const std::string& url() const { return url_; }  // once it runs
  // Once it ended: exit code or signal, and the last line that is not a hint.
  const std::string& reason() const { return reason_; }
  pid_t process() const { return process_; }  // 0 once it ended

 private:
  ChildServer(pid_t process, int output) : process_(process), output_(output) {}
  void read_output();

  pid_t process_ = 0;
  int output_ = -1;
  State state_ = State::starting;
  std::string url_, reason_, line_, last_line_;
};

}  // namespace gs::web
