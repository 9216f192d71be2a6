// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Runs work of other threads between two steps of the simulator, which has no locks of its own.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>

namespace gs::bridge {

// Queue between service threads and the stepping thread. Thread-safe.
class StepQueue {
 public:
  // Called by any thread but the stepping one: returns when the work is done. False if it did not begin within `limit`;
  // it will then never run.
  bool run(std::function<void()> work, std::chrono::milliseconds limit);

  // Called by the stepping thread: runs the waiting work. With a limit, it waits that long for work. If `enough`
  // returns true after a piece of work, the rest is left for the next call.
  void drain(std::chrono::nanoseconds limit = {}, const std::function<bool()>& enough = {});
  // Ends the wait of drain(), because the stepping thread has something else to do.
  void poke();
  // No work runs afterwards; callers that wait in run() return false.
  void close();

 private:
  enum class State { waiting, running, done, cancelled };
  struct Item {
    std::function<void()> work;
    State state = State::waiting;
  };
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Item>> items_;  // shared by the queue and the caller of run()
  bool closed_ = false, poked_ = false;
};

}  // namespace gs::bridge
