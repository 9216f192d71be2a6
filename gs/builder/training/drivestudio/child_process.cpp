// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/training/drivestudio/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>

#include "gs/core/file.h"
#include "gs/core/process/become_program.h"

namespace gs::builder {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kLongestLine = 16 << 10;
constexpr int kPollMs = 100;

// Owner of a file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int value = -1) : value_(value) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { reset(); }
  int get() const { return value_; }
  void reset(int value = -1) {
    if (value_ >= 0) ::close(value_);
    value_ = value;
  }

 private:
  int value_;
};

// A pipe whose ends are closed on exec.
struct Pipe {
  Descriptor read, write;
  Result<void> open() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return system_error("making a pipe", {}, errno);
    read.reset(ends[0]), write.reset(ends[1]);
    return {};
  }
};

// Splits a stream into lines.
class LineSplitter {
 public:
  explicit LineSplitter(const std::function<void(std::string_view)>& on_line) : on_line_(on_line) {}
  void add(std::string_view piece) {
    for (const char c : piece) {
      if (c == '\n' || c == '\r') {
        flush();
      } else if (line_.size() < kLongestLine) {
        line_ += c;
      }
    }
  }
  void flush() {
    if (!line_.empty()) on_line_(line_);
    line_.clear();
  }

 private:
  const std::function<void(std::string_view)>& on_line_;
  std::string line_;
};

// A started program. The destructor kills it if it still runs.
class Child {
 public:
  explicit Child(const ChildOptions& options) : options_(options), lines_(options.on_line) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (pid_ > 0 && !exited_) {
      ::kill(-pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
  }

  // Forks and waits until the program was started or failed to start.
  Result<void> start() {
    Pipe output, failure;
    GS_CHECK(output.open());
    GS_CHECK(failure.open());
    std::vector<char*> words;
    for (const std::string& word : options_.command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    const std::string directory = options_.directory.string();
    const pid_t self = ::getpid();
    pid_ = ::fork();
    if (pid_ < 0) return system_error("starting", options_.command[0], errno);
    if (pid_ == 0) become_program(words.data(), directory.c_str(), output.write.get(), failure.write.get(), self);
    ::setpgid(pid_, pid_);  // also called in the child: either may run first
    failure.write.reset(), output.write.reset();
    // The pipe closes on a successful exec, so read() returns either an errno or nothing.
    int error = 0;
    if (::read(failure.read.get(), &error, sizeof(error)) == static_cast<ssize_t>(sizeof(error))) {
      return system_error("starting", options_.command[0], error);  // the destructor reaps the child
    }
    ::fcntl(output.read.get(), F_SETFL, O_NONBLOCK);
    output_.reset(::dup(output.read.get()));
    ::fcntl(output_.get(), F_SETFD, FD_CLOEXEC);
    return {};
  }

  // Reads output until the program ends; sends signals if it must be stopped.
  Result<ChildExit> run() {
    const auto started = Clock::now();
    while (!exited_) {
      pollfd wait{.fd = output_.get(), .events = POLLIN, .revents = 0};
      ::poll(&wait, 1, kPollMs);
      drain();
      check_exit();
      const std::chrono::duration<double> passed = Clock::now() - started;
      if (exited_) break;
      if (options_.stop_requested()) exit_.stopped = true;
      if (options_.timeout_s > 0 && passed.count() > options_.timeout_s) exit_.timed_out = true;
      if (exit_.stopped || exit_.timed_out) end_it();
    }
    drain();
    lines_.flush();
    ::kill(-pid_, SIGKILL);  // remaining processes of its group
    return exit_;
  }

 private:
  // Reads everything that is available without blocking.
  void drain() {
    std::array<char, 8192> buffer;
    for (;;) {
      const ssize_t got = ::read(output_.get(), buffer.data(), buffer.size());
      if (got > 0) lines_.add({buffer.data(), static_cast<std::size_t>(got)});
      if (got > 0 || (got < 0 && errno == EINTR)) continue;
      // The program closed its output but still runs: wait instead of spinning.
      if (got == 0) ::usleep(kPollMs * 100);
      return;
    }
  }
  // Reaps the child if it has ended.
  void check_exit() {
    int state = 0;
    if (::waitpid(pid_, &state, WNOHANG) != pid_) return;
    exited_ = true;
    if (WIFEXITED(state)) exit_.status = WEXITSTATUS(state);
    if (WIFSIGNALED(state)) exit_.signal = WTERMSIG(state);
  }
  // Sends the next signal once the grace time of the previous one has passed.
  void end_it() {
    constexpr std::array<int, 3> kSignals{SIGINT, SIGTERM, SIGKILL};
    const auto now = Clock::now();
    if (signals_sent_ == kSignals.size() || (signals_sent_ > 0 && now < next_signal_)) return;
    ::kill(-pid_, kSignals[signals_sent_++]);
    next_signal_ = now + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options_.grace_s));
  }

  const ChildOptions& options_;
  LineSplitter lines_;
  Descriptor output_;
  pid_t pid_ = -1;
  bool exited_ = false;
  ChildExit exit_;
  std::size_t signals_sent_ = 0;
  Clock::time_point next_signal_{};
};

bool is_program(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

Result<fs::path> find_program(const std::string& name) {
  const bool is_path = name.find('/') != std::string::npos;
  if (is_path && is_program(name)) return fs::path(name);
  const char* path = std::getenv("PATH");
  std::string_view rest = is_path || path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const fs::path candidate = fs::path(rest.substr(0, end)) / name;
    if (is_program(candidate)) return candidate;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return fail(ErrorCode::not_found, "program not found: {}", name)
      .with_hint(is_path ? "check the path and that the file is executable" : "check that it is installed and on PATH");
}

Result<ChildExit> run_child(const ChildOptions& options) {
  if (options.command.empty()) return fail(ErrorCode::invalid_argument, "the command is empty");
  Child child(options);
  GS_CHECK(child.start());
  return child.run();
}

}  // namespace gs::builder
