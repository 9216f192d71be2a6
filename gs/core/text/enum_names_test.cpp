// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Names of enumerators are found in both directions.
#include "gs/core/text/enum_names.h"

#include <gtest/gtest.h>

#include "gs/core/backend.h"
#include "gs/core/error.h"
#include "gs/core/problems.h"

namespace gs {
namespace {

enum class Fruit { apple, pear, plum };
constexpr EnumNames<Fruit::plum> kFruits("apple", "pear", "plum");

TEST(EnumNames, NamesAreFoundInBothDirections) {
  static_assert(kFruits[Fruit::pear] == "pear");
  static_assert(kFruits.find("plum") == Fruit::plum);
  for (const Fruit fruit : {Fruit::apple, Fruit::pear, Fruit::plum}) EXPECT_EQ(kFruits.find(kFruits[fruit]), fruit);
}

TEST(EnumNames, UnknownNamesAndNumbersAreNoEnumerators) {
  EXPECT_EQ(kFruits.find("Plum"), std::nullopt);
  EXPECT_EQ(kFruits.find(""), std::nullopt);
  EXPECT_EQ(kFruits[static_cast<Fruit>(3)], "?");
}

TEST(EnumNames, TheNamesOfErrorsAndSeveritiesAreThoseOfTheSource) {
  EXPECT_EQ(to_string(ErrorCode::invalid_argument), "invalid_argument");
  EXPECT_EQ(to_string(ErrorCode::topic_not_found), "topic_not_found");
  EXPECT_EQ(to_string(ErrorCode::validation_failed), "validation_failed");
  EXPECT_EQ(to_string(ErrorCode::device_out_of_memory), "device_out_of_memory");
  EXPECT_EQ(to_string(ErrorCode::internal), "internal");
  EXPECT_EQ(to_string(Severity::warning), "warning");
  EXPECT_EQ(backend_from_string(to_string(Backend::cuda)), Backend::cuda);
}

}  // namespace
}  // namespace gs
