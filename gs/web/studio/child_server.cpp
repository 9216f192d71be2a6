// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/studio/child_server.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include "gs/core/format.h"
#include "gs/core/process/become_program.h"
#include "gs/core/text/printable.h"

namespace gs::web {
namespace {

constexpr std::size_t kLongestLine = 4096;
constexpr std::chrono::milliseconds kPatience{3000};  // from the interrupt to the kill

std::string end_of(int status) {
  if (WIFSIGNALED(status)) return format("ended by signal {}", WTERMSIG(status));
  return format("ended with exit code {}", WEXITSTATUS(status));
}

}  // namespace

Result<ChildServer> ChildServer::start(const std::vector<std::string>& command) {
  int ends[2];
  if (::access(command.at(0).c_str(), X_OK) != 0)
    return fail(ErrorCode::io_error, "cannot start {}: {}", command[0], std::strerror(errno));
  if (::pipe2(ends, O_CLOEXEC) != 0 || ::fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0)
    return fail(ErrorCode::io_error, "making a pipe for {}: {}", command[0], std::strerror(errno));
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const pid_t self = ::getpid();
  const pid_t process = ::fork();
  if (process == 0) become_program(words.data(), "", ends[1], -1, self);
  const int error = errno;
  ::close(ends[1]);
  if (process > 0) return ChildServer(process, ends[0]);
  ::close(ends[0]);
  return fail(ErrorCode::io_error, "cannot start {}: {}", command[0], std::strerror(error));
}

ChildServer::ChildServer(ChildServer&& other) noexcept
    : process_(std::exchange(other.process_, 0)),
      output_(std::exchange(other.output_, -1)),
      state_(other.state_),
      url_(std::move(other.url_)),
      reason_(std::move(other.reason_)),
      line_(std::move(other.line_)),
      last_line_(std::move(other.last_line_)) {}

ChildServer::~ChildServer() {
  if (process_ > 0) ::kill(process_, SIGINT);
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (process_ > 0 && ::waitpid(process_, nullptr, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > end) {
      ::kill(process_, SIGKILL);
      ::waitpid(process_, nullptr, 0);
      break;
    }
    read_output();  // a program that waits for its reader would not end
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  if (output_ >= 0) ::close(output_);
}

void ChildServer::read_output() {
  char block[4096];
  ssize_t count = 0;
  while ((count = ::read(output_, block, sizeof(block))) > 0) {
    for (const char c : std::string_view(block, static_cast<std::size_t>(count))) {
      if (c != '\n') {
        if (line_.size() < kLongestLine) line_ += c;
        continue;
      }
      const std::size_t at = line_.find("http://");
      if (url_.empty() && at != line_.npos) url_ = line_.substr(at, line_.find(' ', at) - at);
      // Our programs end with the error and then what to do about it.
      const bool is_hint = line_.find_first_not_of(' ') == line_.find("hint:");
      if (!line_.empty() && !is_hint) last_line_ = line_;
      line_.clear();
    }
  }
}

bool ChildServer::poll() {
  if (state_ == State::ended) return false;
  const State before = state_;
  int status = 0;
  const pid_t ended = ::waitpid(process_, &status, WNOHANG);
  read_output();
  if (!url_.empty()) state_ = State::running;
  if (ended == process_) {
    process_ = 0;
    state_ = State::ended;
    reason_ = end_of(status) + (last_line_.empty() ? "" : ": " + printable(last_line_));
  }
  return state_ != before;
}

}  // namespace gs::web
