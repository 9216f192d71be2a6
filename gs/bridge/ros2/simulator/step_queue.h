// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Work that other threads want done between two steps of the simulator: the simulator itself has no locks.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>

namespace gs::bridge {

class StepQueue {
 public:
  // Any thread but the stepping one: returns when the work is done. False: it did not begin within limit, and will not.
  bool run(std::function<void()> work, std::chrono::milliseconds limit);

  // The stepping thread: does what waits; with a limit it waits that long for something to do. It leaves the rest for
  // the next time when `enough` says so after a piece of work.
  void drain(std::chrono::nanoseconds limit = {}, const std::function<bool()>& enough = {});
  // Ends the wait of drain: the stepping thread has something else to look at.
  void poke();
  // Nothing runs afterwards; those who wait are let go.
  void close();

 private:
  enum class State { waiting, running, done, cancelled };
  struct Item {
    std::function<void()> work;
    State state = State::waiting;
  };
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Item>> items_;  // shared by the queue and the one who waits
  bool closed_ = false, poked_ = false;
};

}  // namespace gs::bridge
