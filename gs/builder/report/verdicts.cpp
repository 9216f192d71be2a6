// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/report/verdicts.h"

#include <array>
#include <cmath>

#include "gs/core/format.h"
#include "gs/report/html.h"

namespace gs::builder {
namespace {

// The same rows as in docs/quality.md (verdicts_test.cpp compares them).
constexpr std::array<VerdictRow, 8> kVerdictRows = {{
    {"PSNR of held-out images", "dB", true, 25, 20,
     "train longer (training.iterations) or on a GPU; check poses, calibration and clocks of the cameras"},
    {"weakest 50 m below the mean PSNR", "dB", false, 2, 4,
     "look at the images of that stretch: moving objects, wrong poses or a camera that sees little there"},
    {"LiDAR points with rendered depth within 10 %", "%", true, 85, 70,
     "train longer; check the extrinsics between LiDAR and cameras"},
    {"median error of rendered depth", "m", false, 0.3, 1,
     "train longer; check the extrinsics between LiDAR and cameras"},
    {"ground against the height of the wheels", "m", false, 0.03, 0.05,
     "check the poses: calibration.refine_poses corrects a drift; check the height of the LiDAR in tf_static"},
    {"path over known ground", "%", true, 99.5, 98,
     "widen heightmap.extent in geometry_config.yaml; check whether the LiDAR sees the road"},
    {"drivable area with something 0.4 to 2 m high on it", "%", false, 2, 5,
     "use drivable.method ground_connected in geometry_config.yaml, or a smaller buffer_width; check the poses"},
    {"sweeps that match the map too little", "%", false, 0.5, 2,
     "check the clock of the LiDAR and the rate of the odometry; cut the part of the drive with time_range"},
}};

}  // namespace

std::span<const VerdictRow> verdict_rows() { return kVerdictRows; }
const VerdictRow& row_of(Figure figure) { return kVerdictRows[static_cast<std::size_t>(figure)]; }

report::Verdict judge(Figure figure, double value) {
  const VerdictRow& row = row_of(figure);
  if (!std::isfinite(value)) return report::Verdict::none;
  const auto reaches = [&](double limit) { return row.more_is_better ? value >= limit : value <= limit; };
  if (reaches(row.good)) return report::Verdict::good;
  return reaches(row.usable) ? report::Verdict::usable : report::Verdict::poor;
}

std::string limit_text(const VerdictRow& row, double limit) {
  return format("{} {} or {}", report::number(limit), row.unit, row.more_is_better ? "more" : "less");
}

std::string limits_of(Figure figure) {
  const VerdictRow& row = row_of(figure);
  return "good: " + limit_text(row, row.good) + ", usable: " + limit_text(row, row.usable);
}

std::string JudgedFigure::text() const {
  return format("{} {}", report::number(std::round(value * 1000) / 1000), row_of(figure).unit);
}

void warn_of_poor_figures(const std::vector<JudgedFigure>& figures, Problems& problems) {
  for (const JudgedFigure& figure : figures) {
    if (figure.verdict() != report::Verdict::poor) continue;
    const VerdictRow& row = row_of(figure.figure);
    problems.add(
        {.severity = Severity::warning,
         .code = ErrorCode::invalid_data,
         .file = "quality.json",
         .message = format("{}: {} is poor, usable is {}", row.name, figure.text(), limit_text(row, row.usable)),
         .hint = std::string(row.advice)});
  }
}

}  // namespace gs::builder
