// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Parallel loops whose results do not depend on the number of threads: the limits of the blocks of work depend only on
// the item count and block size, and reductions combine the blocks in order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <vector>

namespace gs {

// Number of threads that parallel work uses, at least 1: the environment variable GS_THREADS, else all cores.
int thread_count();

// Overrides thread_count() for the whole process until destroyed; for tests and --workers. Not for use in parallel
// work.
class ScopedThreadCount {
 public:
  explicit ScopedThreadCount(int threads);
  ~ScopedThreadCount();
  ScopedThreadCount(const ScopedThreadCount&) = delete;
  ScopedThreadCount& operator=(const ScopedThreadCount&) = delete;

 private:
  int previous_;
};

namespace detail {
using BlockFunction = void (*)(void* context, std::size_t block);
// Calls function(context, block) once for each block in [0, blocks), on the thread pool and the calling thread, and
// returns when all are done. Calls from inside parallel work run on the calling thread only.
void run_blocks(std::size_t blocks, BlockFunction function, void* context);
}  // namespace detail

// Calls body(begin, end, block_index) for consecutive ranges of at most `block_size` items that cover [0, count). The
// order of calls is not fixed; body must not throw.
template <class Body>
void parallel_blocks(std::size_t count, std::size_t block_size, Body&& body) {
  if (count == 0) return;
  struct Context {
    std::remove_reference_t<Body>* body;
    std::size_t count, block_size;
  } context{&body, count, std::max<std::size_t>(block_size, 1)};
  const std::size_t blocks = (count + context.block_size - 1) / context.block_size;
  detail::run_blocks(
      blocks,
      [](void* raw, std::size_t block) {
        auto& c = *static_cast<Context*>(raw);
        const std::size_t begin = block * c.block_size;
        (*c.body)(begin, std::min(begin + c.block_size, c.count), block);
      },
      &context);
}

// Calls body(i) for every i in [0, count). `grain` is the number of items that a thread takes at once.
template <class Body>
void parallel_for(std::size_t count, Body&& body, std::size_t grain = 1024) {
  parallel_blocks(count, grain, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) body(i);
  });
}

// Reduction over [0, count): map(begin, end) returns the partial result of a block, combine(total, part) folds the
// parts into `initial` in block order. Floating-point sums are therefore the same for any number of threads.
template <class T, class Map, class Combine>
T parallel_reduce(std::size_t count, std::size_t block_size, T initial, Map&& map, Combine&& combine) {
  block_size = std::max<std::size_t>(block_size, 1);
  std::vector<T> partial((count + block_size - 1) / block_size, initial);
  parallel_blocks(count, block_size,
                  [&](std::size_t begin, std::size_t end, std::size_t block) { partial[block] = map(begin, end); });
  T total = std::move(initial);
  for (T& part : partial) total = combine(std::move(total), std::move(part));
  return total;
}

}  // namespace gs
