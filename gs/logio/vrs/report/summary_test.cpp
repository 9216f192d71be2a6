// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Summaries of VRS files with absurd times and control characters.
#include "gs/logio/vrs/report/summary.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gs/core/testing/temporary_folder.h"
#include "gs/logio/vrs/report/summary_text.h"
#include "gs/logio/vrs/testing/small_file.h"

namespace gs::logio::vrs {
namespace {

TEST(Summary, TimesThatAreNotFiniteTakeNoPartInRates) {
  const TemporaryFolder folder;
  auto writer = *Writer::create(folder / "a.vrs", test_description(), {});
  for (const double time : {0.0, 1.0, 2.0, double{INFINITY}, double{NAN}, double{NAN}}) {
    ASSERT_TRUE(writer.write({.stream = kMotion, .timestamp = time}, Bytes(encode_layout(TestData{}))));
  }
  ASSERT_TRUE(writer.close());
  Problems problems;
  const auto reader = Reader::open(folder / "a.vrs", problems);
  const auto summary = summarise(*reader, problems);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->last_s, 2.0);
  for (const StreamSummary& stream : summary->streams) {
    if (stream.id != kMotion) continue;
    EXPECT_EQ(stream.counts.at(RecordType::data), 6u);
    EXPECT_EQ(stream.median_period_s, 1.0);
    EXPECT_EQ(stream.rate_hz, 1.0);
    EXPECT_EQ(stream.gap_count, 0u);
  }
}

// Tags come from the file, so control characters must be escaped before printing.
TEST(Summary, ControlCharactersInTagsAreEscaped) {
  const TemporaryFolder folder;
  Description description = test_description();
  description.file["evil\x1b[2J"] = "line\nforged \x07";
  description.streams[kCamera] = make_stream_tags(kCamera, "Flavor\x1b]0;title\x07");
  auto writer = *Writer::create(folder / "a.vrs", description, {});
  ASSERT_TRUE(writer.write({.stream = kMotion, .timestamp = 0}, Bytes(encode_layout(TestData{}))));
  ASSERT_TRUE(writer.close());
  Problems problems;
  const auto summary = summarise(*Reader::open(folder / "a.vrs", problems), problems);
  ASSERT_TRUE(summary);
  const std::string text = to_text(*summary, {.verbose = true});
  EXPECT_EQ(text.find_first_of("\x1b\x07"), std::string::npos);
  EXPECT_EQ(text.find("\nforged"), std::string::npos);
  EXPECT_NE(text.find("evil\\x1b[2J"), std::string::npos);
}

}  // namespace
}  // namespace gs::logio::vrs
