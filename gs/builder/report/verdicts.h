// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Verdicts on the figures of a world: good, usable or poor. The limits are those of the table in docs/quality.md.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/problems.h"
#include "gs/report/verdict.h"

namespace gs::builder {

// The figures that are judged, in the order of the table.
enum class Figure {
  psnr,
  weakest_stretch,
  depth_share,
  depth_error,
  ground_error,
  path_on_ground,
  occupied_area,
  unmatched_sweeps
};

// One row of the table.
struct VerdictRow {
  std::string_view name, unit;
  bool more_is_better = true;
  double good = 0, usable = 0;  // limits, in `unit`; both belong to the better verdict
  std::string_view advice;      // what to do about a poor value
};
// The rows, in the order of the enumeration; and the row of a figure.
std::span<const VerdictRow> verdict_rows();
const VerdictRow& row_of(Figure figure);

// Verdict on a value in the unit of its row; none for a value that is not finite.
report::Verdict judge(Figure figure, double value);
// The limits in words: "good: 25 dB or more, usable: 20 dB or more".
std::string limits_of(Figure figure);
// One limit of a row in words: "25 dB or more".
std::string limit_text(const VerdictRow& row, double limit);

// A figure of one world.
struct JudgedFigure {
  Figure figure = Figure::psnr;
  double value = 0;  // in the unit of its row
  std::string how;   // how it was measured

  // The verdict on the value, and the value with its unit: "24.1 dB".
  report::Verdict verdict() const { return judge(figure, value); }
  std::string text() const;
};

// Adds a warning with what to do for each poor figure.
void warn_of_poor_figures(const std::vector<JudgedFigure>& figures, Problems& problems);

}  // namespace gs::builder
