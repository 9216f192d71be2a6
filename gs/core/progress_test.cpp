// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Progress lines in a pipe, and texts of sizes and durations.
#include "gs/core/progress.h"

#include <gtest/gtest.h>

namespace gs {
namespace {

TEST(Progress, PipeGetsPlainLinesWithRateAndTotals) {
  std::FILE* pipe = std::tmpfile();
  ASSERT_NE(pipe, nullptr);
  {
    TerminalProgress progress(pipe, 0.0);
    progress.begin("reading", 200, "frames");
    progress.advance(100);
    progress.note("loss 0.1");
    progress.advance(200);
    progress.finish();
  }
  std::rewind(pipe);
  std::string all;
  char buffer[256];
  while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) all += buffer;
  std::fclose(pipe);
  EXPECT_NE(all.find("reading: 100 frames of 200 frames (50 %)"), std::string::npos) << all;
  EXPECT_NE(all.find("loss 0.1"), std::string::npos);
  EXPECT_NE(all.find("took"), std::string::npos);
  EXPECT_EQ(all.find('\r'), std::string::npos);
}

TEST(Progress, FormatsBytesAndDurations) {
  EXPECT_EQ(human_bytes(999), "999 B");
  EXPECT_EQ(human_bytes(1'500'000), "1.5 MB");
  EXPECT_EQ(human_bytes(2'340'000'000), "2.34 GB");
  EXPECT_EQ(human_duration(12.34), "12.3s");
  EXPECT_EQ(human_duration(185), "3m 05s");
  EXPECT_EQ(human_duration(7260), "2h 01m");
}

}  // namespace
}  // namespace gs
