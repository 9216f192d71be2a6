// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/parallel.h"

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>

namespace gs {
namespace {

int threads_from_environment() {
  if (const char* text = std::getenv("GS_THREADS")) {
    const int threads = std::atoi(text);
    if (threads >= 1) return std::min(threads, 1024);
  }
  return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

std::atomic<int>& thread_setting() {
  static std::atomic<int> threads = threads_from_environment();
  return threads;
}

// True on a thread that is running blocks: nested parallel work then runs in place.
thread_local bool inside_parallel_work = false;

// One call of run_blocks(). All threads take the next block from a shared counter until none is left.
struct Job {
  detail::BlockFunction function;
  void* context;
  std::size_t blocks;
  std::atomic<std::size_t> next{0};
  int helpers_wanted = 0;  // workers that may still join; guarded by the pool's mutex, as the next one
  int helpers_active = 0;  // workers that have joined and not finished

  void work() {
    inside_parallel_work = true;
    for (std::size_t block; (block = next.fetch_add(1, std::memory_order_relaxed)) < blocks;) function(context, block);
    inside_parallel_work = false;
  }
};

// Threads that sleep between jobs. There is one job at a time: while it runs, a second caller on another thread does
// its work alone. Workers are created when they are first needed.
class Pool {
 public:
  ~Pool() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    wake_.notify_all();
    for (std::thread& worker : workers_) worker.join();
  }

  // Runs the job on the calling thread and up to `helpers` workers; returns when all blocks are done.
  void run(Job& job, int helpers) {
    {
      std::unique_lock lock(mutex_);
      if (current_ != nullptr) {
        lock.unlock();
        return job.work();
      }
      while (static_cast<int>(workers_.size()) < helpers) workers_.emplace_back([this] { serve(); });
      job.helpers_wanted = helpers;
      current_ = &job;
    }
    wake_.notify_all();
    job.work();
    std::unique_lock lock(mutex_);
    job.helpers_wanted = 0;  // all blocks are taken: workers that are not awake yet must not join any more
    done_.wait(lock, [&] { return job.helpers_active == 0; });
    current_ = nullptr;
  }

 private:
  // Main function of a worker.
  void serve() {
    std::unique_lock lock(mutex_);
    while (true) {
      wake_.wait(lock, [&] { return ending_ || (current_ != nullptr && current_->helpers_wanted > 0); });
      if (ending_) return;
      Job& job = *current_;
      --job.helpers_wanted;
      ++job.helpers_active;
      lock.unlock();
      job.work();
      lock.lock();
      if (--job.helpers_active == 0) done_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::vector<std::thread> workers_;
  Job* current_ = nullptr;
  bool ending_ = false;
};

Pool& pool() {
  static Pool instance;
  return instance;
}

}  // namespace

int thread_count() { return thread_setting().load(std::memory_order_relaxed); }

ScopedThreadCount::ScopedThreadCount(int threads) : previous_(thread_setting().exchange(std::max(1, threads))) {}
ScopedThreadCount::~ScopedThreadCount() { thread_setting().store(previous_); }

void detail::run_blocks(std::size_t blocks, BlockFunction function, void* context) {
  const int threads = static_cast<int>(std::min<std::size_t>(blocks, static_cast<std::size_t>(thread_count())));
  if (threads <= 1 || inside_parallel_work) {
    for (std::size_t block = 0; block < blocks; ++block) function(context, block);
    return;
  }
  Job job{.function = function, .context = context, .blocks = blocks};
  pool().run(job, threads - 1);
}

}  // namespace gs
