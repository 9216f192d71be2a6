// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// One thread on which callbacks run, so that the threads of DDS never wait for them.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace gs::ros2 {

class Executor {
 public:
  using Id = uint64_t;

  Executor();
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  Id add(std::function<void()> work);
  // The work runs once more, soon. Several wakes before it runs are one.
  void wake(Id id);
  // Afterwards the work neither runs nor will run, unless this is called by the work itself.
  void remove(Id id);

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<Id, std::function<void()>> works_;
  std::deque<Id> awake_;
  Id next_ = 1, running_ = 0;
  bool ending_ = false;
  std::thread thread_;  // last: it uses everything above
};

}  // namespace gs::ros2
