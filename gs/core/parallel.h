// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Data parallelism with results that do not depend on the number of threads: work is cut into blocks whose bounds
// depend on the problem alone, and reductions combine blocks in order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <vector>

namespace gs {

// Threads used by parallel work: GS_THREADS, else all cores. At least 1.
int thread_count();

// Overrides thread_count() until destroyed; for tests and --workers. Not for use inside parallel work.
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
// Runs function(context, 0..blocks-1), each once, on the pool and the calling thread. Nested calls run in place.
void run_blocks(std::size_t blocks, BlockFunction function, void* context);
}  // namespace detail

// body(begin, end, block_index) for consecutive ranges of at most block_size.
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

// body(i) for every i; grain is the number of items a thread takes at once.
template <class Body>
void parallel_for(std::size_t count, Body&& body, std::size_t grain = 1024) {
  parallel_blocks(count, grain, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) body(i);
  });
}

// map(begin, end) gives the partial result of a block; combine folds them in block order, so floating-point sums are
// the same whatever the number of threads.
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
