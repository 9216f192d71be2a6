// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Conversion of VRS files to logs and time ranges at the ends of the clock.
#include "apps/gs_log/convert_vrs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/gs_log/testing/run_gs_log.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/logio/mcap/writer.h"
#include "gs/logio/vrs/writer.h"

namespace gs {
namespace {

using gs_log::testing::Ran;
using gs_log::testing::run;

// Writes records of a stream without a record format, like those of unknown cameras.
void write_foreign_vrs(const fs::path& path) {
  constexpr logio::vrs::StreamId kStream{logio::vrs::recordable::motion, 1};
  logio::vrs::Description description;
  description.streams[kStream] = logio::vrs::make_stream_tags(kStream, "Other");
  auto writer = logio::vrs::Writer::create(path, description, {});
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->write({.stream = kStream, .timestamp = 1}, as_bytes(std::string_view("data"))));
  ASSERT_TRUE(writer->close());
}

TEST(ConvertVrs, FileWithoutAnyRosMessageIsAnError) {
  const TemporaryFolder folder;
  const std::string input = folder / "a.vrs", output = folder / "a.mcap";
  write_foreign_vrs(input);
  const Ran ran = run({"convert", input, output});
  EXPECT_EQ(ran.exit, 5);
  EXPECT_THAT(ran.err, testing::HasSubstr("none of 1 records can be converted to a ROS message"));
  EXPECT_FALSE(fs::exists(output));
  // The existing output is unchanged.
  ASSERT_TRUE(write_file(output, "earlier"));
  EXPECT_EQ(run({"convert", input, output, "--force"}).exit, 5);
  EXPECT_EQ(*read_text_file(output), "earlier");
}

// The end of the range, 9e9 s after a start in our time, exceeds the range of 64-bit nanoseconds.
TEST(Filter, TimeRangeThatReachesBehindAllTimeTakesEverything) {
  const TemporaryFolder folder;
  const std::string input = folder / "a.mcap", output = folder / "b.mcap";
  {
    auto log = logio::McapWriter::create(input, {});
    ASSERT_TRUE(log);
    const auto id = (*log)->add_channel({.topic = "/a", .message_encoding = "json"});
    ASSERT_TRUE(id);
    for (int64_t i = 0; i < 3; ++i) {
      const Timestamp time{1'700'000'000'000'000'000 + i};
      ASSERT_TRUE((*log)->write(*id, time, time, 0, as_bytes(std::string_view("{}"))));
    }
    ASSERT_TRUE((*log)->close());
  }
  for (const char* range : {"+0:+9000000000", "+0:", ":+9000000000"}) {
    const Ran ran = run({"filter", input, output, "--time-range", range, "--force"});
    EXPECT_EQ(ran.exit, 0) << range << ": " << ran.err;
    EXPECT_THAT(ran.out, testing::HasSubstr("3 messages")) << range;
  }
}

}  // namespace
}  // namespace gs
