// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Runs the ingest on generated drives.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "gs/builder/steps/calibration_builder.h"
#include "gs/builder/steps/mcap_ingest.h"
#include "gs/builder/testing/drive_recipe.h"

namespace gs::builder::testing {

// Ingests a drive and, where needed, calibrates it.
class Ingest : public ::testing::Test {
 protected:
  // Writes the drive and ingests it.
  BuildResult<IngestReport> run(const DriveRecipe& recipe, const BuildConfig& config = {}) {
    EXPECT_TRUE(write_drive(log_, recipe));
    NoProgress progress;
    return McapIngest::run(workspace_, {.log = log_, .config = config}, progress);
  }
  // Runs the calibration step on the ingested drive.
  BuildResult<CalibrationReport> calibrate() {
    NoProgress progress;
    return CalibrationBuilder::run(workspace_, {}, progress);
  }
  // Path of a file that the ingest wrote.
  fs::path out(const std::string& name) const { return workspace_.folder(Step::mcap_ingest) / name; }

  TemporaryFolder folder_;
  fs::path log_ = folder_ / "drive.mcap";
  Workspace workspace_ = *Workspace::open(folder_ / "w");
};

// A drive of one second with few points.
inline constexpr DriveRecipe kSmall{.duration_s = 1, .lidar_columns = 90};

// True if a problem of this topic or file contains the text.
inline bool has_problem(const Problems& problems, std::string_view topic, std::string_view text) {
  return std::ranges::any_of(
      problems, [&](const Problem& p) { return p.file == topic && p.message.find(text) != std::string::npos; });
}

}  // namespace gs::builder::testing
