// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The files that describe a training: a quality that was not measured is null, never 0 dB.
#include <gtest/gtest.h>

#include "gs/core/json/json.h"
#include "gs/splat/train/training_run.h"
#include "gs/splat/train/view_quality.h"

namespace gs::splat::train {
namespace {

TEST(TrainingReportFiles, QualityThatWasNotMeasuredIsNull) {
  TrainingReport report;
  report.best_iteration = 10;
  report.best_psnr_db = QualitySummary().finish(true).psnr_db;  // of no view
  report.iterations = {{.iteration = 10, .psnr_db = report.best_psnr_db}};
  report.chunks = {{.merged_psnr_db = report.best_psnr_db}, {.merged_psnr_db = 20.5}};
  const Node written = parse_json(training_report_json(report, {}, "")).value();
  EXPECT_TRUE(written["best_psnr"].is_null());
  EXPECT_TRUE(written["iterations"].items[0]["psnr"].is_null());
  EXPECT_TRUE(written["chunks"].items[0]["psnr"].is_null());
  EXPECT_EQ(written["chunks"].items[1]["psnr"].real, 20.5);
  const Node metrics = parse_json(metrics_json(report)).value();
  for (const char* key : {"psnr", "ssim", "selection_psnr"}) {
    EXPECT_TRUE(metrics["iterations"].items[0][key].is_null()) << key;
  }
}

TEST(TrainingReportFiles, MeasuredQualityIsANumber) {
  TrainingReport report;
  report.best_psnr_db = 12.5;
  report.iterations = {{.iteration = 10, .psnr_db = 12.5, .ssim = 0.25, .selection_psnr_db = 12}};
  EXPECT_EQ(parse_json(training_report_json(report, {}, "")).value()["best_psnr"].real, 12.5);
  const Node line = parse_json(metrics_json(report)).value()["iterations"].items[0];
  EXPECT_EQ(line["psnr"].real, 12.5);
  EXPECT_EQ(line["ssim"].real, 0.25);
  EXPECT_EQ(line["selection_psnr"].real, 12);
}

TEST(PsnrText, SaysWhenNothingWasMeasured) {
  EXPECT_EQ(psnr_text(12.345), "12.35 dB");
  EXPECT_EQ(psnr_text(kNotMeasuredDb), "not measured");
}

}  // namespace
}  // namespace gs::splat::train
