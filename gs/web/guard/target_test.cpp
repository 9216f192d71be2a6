// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Targets of requests: decoded once, hostile ones refused.
#include "gs/web/guard/target.h"

#include <gtest/gtest.h>

namespace gs::web {
namespace {

TEST(RequestTarget, HasAPathAndAQuery) {
  const auto target = parse_target("/world/a%20b?token=x%2By&empty&token=z");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->path, "/world/a b");
  EXPECT_EQ(target->parameter("token"), "x+y");
  EXPECT_EQ(target->parameter("empty"), "");
  EXPECT_EQ(target->parameter("other"), "");
}

TEST(RequestTarget, IsDecodedOnce) { EXPECT_EQ(parse_target("/%252e%252e/x")->path, "/%2e%2e/x"); }

TEST(RequestTarget, RefusesEverythingButAPlainPath) {
  for (const char* target : {"",          "*",           "world",    "http://127.0.0.1/world",
                             "//../x",    "/..",         "/a/../b",  "/a/..",
                             "/%2e%2e/x", "/%2E./x",     "/a/./b",   "/a%00b",
                             "/a\\b",     "/a%5cb",      "/a%",      "/a%2",
                             "/a%zz",     "/a%0d%0aX:y", "/x?a=%00", "/x?a=%"}) {
    EXPECT_FALSE(parse_target(target)) << target;
  }
}

TEST(RequestTarget, DotsInsideANameAreAllowed) { EXPECT_EQ(parse_target("/a..b/.c/...")->path, "/a..b/.c/..."); }

}  // namespace
}  // namespace gs::web
