// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Tables are read record by record, and every damage is named.
#include "gs/importers/nuscenes/records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/core/json/json.h"

namespace gs::importers::nuscenes {
namespace {

using ::testing::HasSubstr;

std::string names_in(std::string_view text) {
  std::string names;
  const auto read = for_each_record(text, [&](const Node& record) -> Result<void> {
    GS_TRY(const std::string name, text_field(record, "name"));
    names += name + " ";
    return {};
  });
  return read ? names : to_string(read.error());
}

TEST(NuscenesRecords, AreReadOneByOne) {
  EXPECT_EQ(names_in("[]"), "");
  EXPECT_EQ(names_in(" [\n{\"name\": \"a\"},\n {\"name\": \"}b\\\"]\", \"list\": [{}, [1]]} ]\n"), "a }b\"] ");
}

TEST(NuscenesRecords, DamageIsNamedByRecord) {
  EXPECT_THAT(names_in("{\"name\": \"a\"}"), HasSubstr("not a JSON list"));
  EXPECT_THAT(names_in(""), HasSubstr("not a JSON list"));
  EXPECT_THAT(names_in("["), HasSubstr("ends in record 0"));
  EXPECT_THAT(names_in("[{\"name\": \"a\"}, {\"name\""), HasSubstr("ends in record 1"));
  EXPECT_THAT(names_in("[{\"name\": \"a\"}"), HasSubstr("ends behind record 0"));
  EXPECT_THAT(names_in("[{\"name\": \"a\"} {\"name\": \"b\"}]"), HasSubstr("no comma behind record 0"));
  EXPECT_THAT(names_in("[{\"name\": \"a\"}, 3]"), HasSubstr("record 1 is not a JSON object"));
  EXPECT_THAT(names_in("[{\"name\": 1}]"), HasSubstr("'name' must be a text, found an integer"));
  EXPECT_THAT(names_in("[{]}]"), HasSubstr("record 0"));
  EXPECT_THAT(names_in("[{\"name\": \"" + std::string(2'000'000, 'x') + "\"}]"), HasSubstr("more than 1048576 bytes"));
}

TEST(NuscenesRecords, TimesAreMicroseconds) {
  const auto time = [](const char* text) { return time_field(parse_json(text).value(), "t"); };
  EXPECT_EQ(time("{\"t\": 1532402927647951}")->ns, 1532402927647951000);
  EXPECT_EQ(time("{\"t\": 1556675185900083.8}")->ns, 1556675185900083000);
  for (const char* bad : {"{\"t\": -5}", "{\"t\": 1e300}", "{\"t\": \"now\"}", "{}"}) EXPECT_FALSE(time(bad)) << bad;
}

}  // namespace
}  // namespace gs::importers::nuscenes
