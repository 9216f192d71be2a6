// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Result, Error and Problems.
#include "gs/core/result.h"

#include <gtest/gtest.h>

#include <memory>

#include "gs/core/problems.h"

namespace gs {
namespace {

Result<int> half(int x) {
  if (x % 2 != 0) return fail(ErrorCode::invalid_argument, "{} is odd", x);
  return x / 2;
}

Result<int> quarter(int x) {
  GS_TRY(const int h, half(x));
  GS_TRY(const int q, half(h));
  return q;
}

Result<void> check_even(int x) {
  GS_CHECK(half(x));
  return {};
}

TEST(Result, CarriesValuesAndErrorsThroughTry) {
  EXPECT_EQ(*quarter(12), 3);
  const auto bad = quarter(6);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, ErrorCode::invalid_argument);
  EXPECT_EQ(bad.error().message, "3 is odd");
}

TEST(Result, AddsContextAndHints) {
  EXPECT_TRUE(check_even(2));
  const auto bad = check_even(1).with_context("reading x.yaml");
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().message, "reading x.yaml: 1 is odd");
  const Error hinted = fail(ErrorCode::not_found, "no file").with_hint("check the path");
  EXPECT_EQ(to_string(hinted), "no file\nhint: check the path");
}

TEST(Result, HoldsMoveOnlyTypesAndConverts) {
  const auto make = []() -> Result<std::unique_ptr<const int>> { return std::make_unique<int>(7); };
  auto result = make();
  ASSERT_TRUE(result);
  EXPECT_EQ(**result, 7);
  EXPECT_EQ(half(3).value_or(-1), -1);
  EXPECT_EQ(half(4).value_or(-1), 2);
}

TEST(ResultDeathTest, ReadingTheValueOfAnErrorAborts) {
  const Result<int> bad = fail(ErrorCode::internal, "x");
  EXPECT_DEATH(static_cast<void>(bad.value()), "failed expectation");
}

TEST(Problems, KeepsABoundedNumberAndCountsAll) {
  Problems problems(2);
  for (int i = 0; i < 5; ++i) problems.add(Severity::warning, fail(ErrorCode::corrupt, "p{}", i), "a.mcap");
  EXPECT_EQ(problems.all().size(), 2u);
  EXPECT_EQ(problems.count(Severity::warning), 5u);
  EXPECT_EQ(problems.not_kept(), 3u);
  EXPECT_FALSE(problems.has_errors());
  EXPECT_EQ(to_string(problems.all()[0]), "warning: a.mcap: p0");
}

TEST(Problems, LineNamesFilePlaceAllowedAndHint) {
  const Problem problem{.file = "c.yaml", .place = "fx", .message = "is nan", .allowed = "> 0", .hint = "fix it"};
  EXPECT_EQ(to_string(problem), "error: c.yaml: fx: is nan (allowed: > 0); hint: fix it");
}

}  // namespace
}  // namespace gs
