// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Owners of C objects and of hidden types release each object once.
#include "gs/core/ownership.h"

#include <gtest/gtest.h>

namespace gs {
namespace {

// Counts the objects that exist.
struct Counted {
  explicit Counted(int start) : value(start) { ++alive; }
  ~Counted() { --alive; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  int value;
  static inline int alive = 0;
};

int freed = 0;
int free_number(int* number) {
  ++freed;
  delete number;
  return 0;
}

TEST(Hidden, IsDestroyedOnceAndMovable) {
  {
    Hidden<Counted> a = make_hidden<Counted>(7);
    Hidden<Counted> b = std::move(a);
    EXPECT_EQ(a, nullptr);
    EXPECT_EQ(b->value, 7);
    b = make_hidden<Counted>(8);
    EXPECT_EQ(Counted::alive, 1);
  }
  EXPECT_EQ(Counted::alive, 0);
}

TEST(FreeWith, CallsTheFunctionOnceForEveryObject) {
  freed = 0;
  { const std::unique_ptr<int, FreeWith<free_number>> one(new int(1)), none; }
  EXPECT_EQ(freed, 1);
}

}  // namespace
}  // namespace gs
