// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// report.html: one page about a finished world, with verdicts, map, images, charts, evidence and warnings.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gs/builder/report/drive_figures.h"
#include "gs/builder/report/mask_figures.h"
#include "gs/builder/report/pack_inputs.h"
#include "gs/builder/report/pose_corrections.h"
#include "gs/builder/report/projected_pictures.h"

namespace gs::builder {

// File name in the bundle and in the workspace.
inline constexpr std::string_view kReportPage = "report.html";

// Everything the page shows.
struct ReportContent {
  const PackInputs* inputs = nullptr;  // with the completed world
  RenderQuality quality{};             // no views: a drive without cameras
  GroundQuality ground{};
  std::vector<JudgedFigure> figures{};
  std::vector<CameraMasks> masks{};
  std::vector<PoseCorrection> corrections{};
  std::vector<ProjectedPictures> projected{};
  std::vector<std::string> warnings{};           // lines of the form "warning: MESSAGE; hint: WHAT TO DO"
  std::map<std::string, double> step_seconds{};  // by name of the step; empty: left out (the copy in the bundle)
};

// The HTML document. The same content gives the same bytes.
std::string write_report_page(const ReportContent& content);

// The page's list of warnings, each with its hint on a line of its own.
report::Html warning_list(const std::vector<std::string>& warnings);

}  // namespace gs::builder
