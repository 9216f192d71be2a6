// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A step of the traffic allocates no memory.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "gs/sim/testing/actor_worlds.h"
#include "gs/sim/traffic/traffic.h"

namespace {
std::atomic<int64_t> allocations = 0;
}

// Not inlined, because GCC would warn that std::free() does not belong to operator new.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  std::abort();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace gs::sim {
namespace {

TEST(TrafficAllocations, AStepAllocatesNothing) {
  SimWorld world = world_with_actors();
  for (int i = 0; i < 30; ++i) {
    add_actor(world, {.id = "b" + std::to_string(i), .asset = "car", .t0 = 0.1 * i, .y = 1.0 * i, .speed = 3});
  }
  const GroundContact ground(world.bundle.heightmap, nullptr, world.ray_origin());
  Traffic traffic = std::move(*Traffic::create(world, ground, true));
  const int64_t before = allocations;
  std::size_t most = 0;
  for (int i = 0; i < 1000; ++i) {
    traffic.step(Timestamp::from_seconds(0.01 * i));
    most = std::max(most, traffic.states().size());
  }
  EXPECT_EQ(allocations - before, 0);
  EXPECT_GT(most, 20u);
  EXPECT_GT(before, 100);  // the counter counts
}

}  // namespace
}  // namespace gs::sim
