// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Trajectories in CSV round-trip to the nanosecond.
#include "gs/world/files/trajectory_csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace gs::world {
namespace {

using testing::HasSubstr;

// Poses with stamps that need all nine decimals.
std::vector<StampedPose> drive(int count) {
  std::vector<StampedPose> poses;
  for (int i = 0; i < count; ++i) {
    const Timestamp stamp{1'700'000'000'123'456'789 + 100'000'001LL * i};
    poses.push_back({stamp, {Quaterniond::from_rpy(0, 0.01, 0.1 * i), {1.0 / 3 * i, -2, 0.5}}});
  }
  return poses;
}

// The first problem of a text; empty if there is none.
std::string csv_complaint(const std::string& csv) {
  Problems problems;
  (void)parse_trajectory_csv(csv, "t", problems);
  return problems.empty() ? "" : to_string(*problems.begin());
}

TEST(TrajectoryCsv, WhatIsWrittenReadsBackEqualToTheNanosecond) {
  const auto poses = drive(12);
  std::string csv = write_trajectory_csv(poses);
  Problems problems;
  const auto back = parse_trajectory_csv(csv, "t", problems);
  EXPECT_TRUE(problems.empty());
  ASSERT_EQ(back.size(), poses.size());
  for (std::size_t i = 0; i < poses.size(); ++i) {
    EXPECT_EQ(back[i].stamp, poses[i].stamp);
    EXPECT_EQ(back[i].map_from_body, poses[i].map_from_body);
  }
}

TEST(TrajectoryCsv, ReadsCrLf) {
  std::string csv = write_trajectory_csv(drive(12)), crlf;
  for (const char c : csv) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(csv_complaint(crlf), "");
}

TEST(TrajectoryCsv, RefusesBadRows) {
  const std::string csv = write_trajectory_csv(drive(12));
  EXPECT_THAT(csv_complaint(""), HasSubstr("header"));
  EXPECT_THAT(csv_complaint(write_trajectory_csv(drive(9))), HasSubstr("has 9 poses"));
  EXPECT_THAT(csv_complaint(csv + "1,2,3\n"), HasSubstr("line 14: has 3 columns"));
  EXPECT_THAT(csv_complaint(csv + "1800000000,nan,0,0,0,0,0,1\n"), HasSubstr("column 2 is not a finite number"));
  EXPECT_THAT(csv_complaint(csv + "x,0,0,0,0,0,0,1\n"), HasSubstr("timestamp is not a number"));
  EXPECT_THAT(csv_complaint(csv + "1,0,0,0,0,0,0,1\n"), HasSubstr("does not increase"));
  EXPECT_THAT(csv_complaint(csv + "1800000000,0,0,0,0,0,0,1,5\n"), HasSubstr("more than 8 columns"));
  EXPECT_THAT(csv_complaint(csv + "1800000000,0,0,0,0,0,0,2\n"), HasSubstr("INVALID_QUATERNION"));
  EXPECT_THAT(csv_complaint(csv + "1800000000,0,0,0,0,0,0,1\n"), HasSubstr("warning"));
}

TEST(TrajectoryCsv, NeverCrashesOnTruncatedText) {
  const std::string csv = write_trajectory_csv(drive(3));
  for (std::size_t i = 0; i < csv.size(); ++i) (void)csv_complaint(csv.substr(0, i));
}

}  // namespace
}  // namespace gs::world
