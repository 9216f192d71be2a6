// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A thread on which callbacks run, so that threads of DDS never wait for them.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace gs::ros2 {

// Runs registered work functions, one at a time, in the order of wake().
class Executor {
 public:
  using Id = uint64_t;

  Executor();
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  // Registers a work function; it runs only after wake().
  Id add(std::function<void()> work);
  // Schedules one run of the work. Further calls before it runs have no effect.
  void wake(Id id);
  // Removes the work and waits until it is not running, unless it is called by the work itself.
  void remove(Id id);

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<Id, std::function<void()>> works_;
  std::deque<Id> awake_;
  Id next_ = 1, running_ = 0;
  bool ending_ = false;
  std::thread thread_;  // declared last because it uses all members above
};

}  // namespace gs::ros2
