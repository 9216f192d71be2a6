// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/drive/drive_input.h"

#include <gtest/gtest.h>

namespace gs::web {
namespace {

Result<DriveInput> parsed(std::string_view json) { return parse_drive_input(as_bytes(json)); }

TEST(DriveInput, ReadsAllMembers) {
  const auto input = parsed(R"({"seq":7,"steer":-0.5,"throttle":1,"brake":0.25,"gear":"reverse","brake_now":true})");
  ASSERT_TRUE(input) << input.error().message;
  EXPECT_EQ(input->seq, 7u);
  EXPECT_EQ(input->steer, -0.5);
  EXPECT_EQ(input->throttle, 1);
  EXPECT_EQ(input->brake, 0.25);
  EXPECT_EQ(input->gear, DriveGear::reverse);
  EXPECT_TRUE(input->brake_now);
}

TEST(DriveInput, RefusesWhatIsNoInputAndNamesTheMember) {
  const struct {
    const char* json;
    ErrorCode code;
    const char* part;  // of the message
  } bad[] = {
      {"", ErrorCode::corrupt, ""},
      {"[1]", ErrorCode::corrupt, "object"},
      {R"({"seq":1,"steer":NaN,"throttle":0,"brake":0,"gear":"drive","brake_now":false})", ErrorCode::corrupt, ""},
      {R"({"seq":1,"steer":null,"throttle":0,"brake":0,"gear":"drive","brake_now":false})", ErrorCode::invalid_data,
       "steer must be a number"},
      {R"({"seq":1,"steer":1.001,"throttle":0,"brake":0,"gear":"drive","brake_now":false})", ErrorCode::invalid_data,
       "steer=1.001 is outside -1 to 1"},
      {R"({"seq":1,"steer":0,"throttle":1e300,"brake":0,"gear":"drive","brake_now":false})", ErrorCode::invalid_data,
       "throttle="},
      {R"({"seq":1,"steer":0,"throttle":1e999,"brake":0,"gear":"drive","brake_now":false})", ErrorCode::corrupt, ""},
      {R"({"seq":1,"steer":0,"throttle":-0.1,"brake":0,"gear":"drive","brake_now":false})", ErrorCode::invalid_data,
       "throttle=-0.1"},
      {R"({"seq":1,"steer":0,"throttle":0,"gear":"drive","brake_now":false})", ErrorCode::invalid_data, "brake must"},
      {R"({"seq":1,"steer":0,"throttle":0,"brake":"1","gear":"drive","brake_now":false})", ErrorCode::invalid_data,
       "brake must"},
      {R"({"seq":1,"steer":0,"throttle":0,"brake":0,"gear":"fly","brake_now":false})", ErrorCode::invalid_data,
       "not fly"},
      {R"({"seq":1,"steer":0,"throttle":0,"brake":0,"gear":3,"brake_now":false})", ErrorCode::invalid_data, "gear"},
      {R"({"seq":1,"steer":0,"throttle":0,"brake":0,"gear":"drive"})", ErrorCode::invalid_data, "brake_now"},
      {R"({"seq":1,"steer":0,"throttle":0,"brake":0,"gear":"drive","brake_now":1})", ErrorCode::invalid_data,
       "brake_now"},
      {R"({"seq":-1,"steer":0,"throttle":0,"brake":0,"gear":"drive","brake_now":false})", ErrorCode::invalid_data,
       "seq"},
      {R"({"seq":1e300,"steer":0,"throttle":0,"brake":0,"gear":"drive","brake_now":false})", ErrorCode::invalid_data,
       "seq"},
      {R"({"seq":1,"steer":0,"throttle":0,"brake":0,"gear":"drive","brake_now":false,"horn":1})",
       ErrorCode::invalid_data, "no member horn"},
      {R"({"seq":[[[[1]]]],"steer":0,"throttle":0,"brake":0,"gear":"drive","brake_now":false})",
       ErrorCode::limit_exceeded, ""},
  };
  for (const auto& row : bad) {
    const auto input = parsed(row.json);
    ASSERT_FALSE(input) << row.json;
    EXPECT_EQ(input.error().code, row.code) << row.json << ": " << input.error().message;
    EXPECT_NE(input.error().message.find(row.part), std::string::npos) << row.json << ": " << input.error().message;
  }
  EXPECT_EQ(parsed(std::string(5000, ' ')).error().code, ErrorCode::limit_exceeded);
}

}  // namespace
}  // namespace gs::web
