// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The table of verdicts equals the one in docs/quality.md, and only poor figures warn.
#include "gs/builder/report/verdicts.h"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include "gs/core/file.h"
#include "gs/core/format.h"
#include "gs/core/testing/source_folder.h"

namespace gs::builder {
namespace {

using report::Verdict;

// The rows of the document's table of verdicts, in order.
std::vector<std::string> documented_rows() {
  std::istringstream lines(read_text_file(source_folder() / "docs/quality.md").value());
  std::vector<std::string> rows;
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("| figure | good | usable |")) {
      inside = true;
    } else if (!line.starts_with("|")) {
      inside = false;
    } else if (inside && !line.starts_with("|---")) {
      rows.push_back(line);
    }
  }
  return rows;
}

TEST(Verdicts, TheDocumentHasTheSameTable) {
  std::vector<std::string> rows;
  for (const VerdictRow& row : verdict_rows()) {
    rows.push_back(
        format("| {} | {} | {} | {} |", row.name, limit_text(row, row.good), limit_text(row, row.usable), row.advice));
  }
  EXPECT_EQ(documented_rows(), rows);
}

TEST(Verdicts, LimitsBelongToTheBetterVerdict) {
  EXPECT_EQ(judge(Figure::psnr, 25), Verdict::good);
  EXPECT_EQ(judge(Figure::psnr, 24.99), Verdict::usable);
  EXPECT_EQ(judge(Figure::psnr, 20), Verdict::usable);
  EXPECT_EQ(judge(Figure::psnr, 19.99), Verdict::poor);
  EXPECT_EQ(judge(Figure::ground_error, 0.03), Verdict::good);
  EXPECT_EQ(judge(Figure::ground_error, 0.031), Verdict::usable);
  EXPECT_EQ(judge(Figure::ground_error, 0.051), Verdict::poor);
  EXPECT_EQ(judge(Figure::psnr, std::numeric_limits<double>::quiet_NaN()), Verdict::none);
}

TEST(Verdicts, EveryRowHasOrderedLimitsAndAdvice) {
  for (const VerdictRow& row : verdict_rows()) {
    EXPECT_TRUE(row.more_is_better ? row.good > row.usable : row.good < row.usable) << row.name;
    EXPECT_FALSE(row.advice.empty()) << row.name;
  }
}

TEST(Verdicts, OnlyPoorFiguresWarn) {
  Problems problems;
  warn_of_poor_figures({{Figure::psnr, 14.234, "how"}, {Figure::depth_share, 75, ""}, {Figure::ground_error, 0.01, ""}},
                       problems);
  ASSERT_EQ(problems.count(Severity::warning), 1u);
  EXPECT_EQ(to_string(*problems.begin()),
            "warning: quality.json: PSNR of held-out images: 14.23 dB is poor, usable is 20 dB or more; hint: "
            "train longer (training.iterations) or on a GPU; check poses, calibration and clocks of the cameras");
}

}  // namespace
}  // namespace gs::builder
