// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/report/report_page.h"

#include <algorithm>
#include <array>

#include "gs/builder/report/report_sections.h"
#include "gs/core/format.h"
#include "gs/core/progress.h"
#include "gs/report/chart.h"
#include "gs/report/page.h"
#include "gs/report/table.h"

namespace gs::builder {
namespace {

constexpr std::string_view kWarningPrefix = "warning: ", kHintMark = "; hint: ";
constexpr std::array<Step, kStepCount> kRunOrder = {
    Step::mcap_ingest,   Step::calibration_builder,        Step::geometry_builder,
    Step::actor_builder, Step::drivesim_dataset_converter, Step::gs_train_orchestrator,
    Step::gs_exporter,   Step::world_bundle_packer};

// The worst verdict of all figures.
report::Verdict overall_of(const std::vector<JudgedFigure>& figures) {
  report::Verdict worst = report::Verdict::none;
  for (const JudgedFigure& figure : figures) {
    const report::Verdict verdict = figure.verdict();
    if (verdict == report::Verdict::none) continue;
    if (worst == report::Verdict::none || verdict > worst) worst = verdict;
  }
  return worst;
}

// One sentence about the world, and its figures.
report::Html summary_of(const ReportContent& content) {
  const world::World& world = content.inputs->world;
  const Trajectory& path = *world.trajectory;
  const std::string sentence = format(
      "{} m in {} s; cameras: {}, LiDARs: {}, Gaussians: {} ({}). Weakest figure: ", report::number(path.length_m()),
      report::number((path.end() - path.start()).seconds()), world.calibration.cameras.size(),
      world.calibration.lidars.size(), content.inputs->gaussians.size(), content.inputs->origin_of_gaussians());
  std::vector<report::Card> cards;
  for (const JudgedFigure& figure : content.figures) {
    cards.push_back({std::string(row_of(figure.figure).name), figure.text(), figure.verdict(),
                     figure.how + "; " + limits_of(figure.figure)});
  }
  return element("p", report::Html::text(sentence) + badge(overall_of(content.figures))) + report::cards(cards);
}

report::Html steps_section(const ReportContent& content) {
  if (content.step_seconds.empty()) {
    return report::paragraph(
        "Times are in the report of the workspace; this copy holds only what the same input gives again.");
  }
  report::BarChart chart{"time of the steps", {}};
  for (const Step step : kRunOrder) {
    const auto at = content.step_seconds.find(std::string(to_string(step)));
    if (at != content.step_seconds.end()) chart.bars.push_back({at->first, at->second, human_duration(at->second)});
  }
  return to_html(chart);
}

report::Html inputs_section(const ReportContent& content) {
  const world::World& world = content.inputs->world;
  const Node& source = content.inputs->source;
  std::vector<std::pair<std::string, std::string>> rows{
      {"log", text_of(source, "file")},
      {"MD5 of the log", text_of(source, "md5")},
      {"size", human_bytes(static_cast<uint64_t>(std::max(0.0, real_of(source, "size_bytes"))))},
      {"duration", human_duration(real_of(source, "duration_sec"))},
      {"builder", world.metadata.builder_version}};
  if (const Node& given = content.inputs->calibration_file; given.is_map()) {
    rows.emplace_back("calibration file",
                      format("{} ({}, MD5 {})", text_of(given, "file"), text_of(given, "kind"), text_of(given, "md5")));
  }
  for (const world::CameraCalibration& camera : world.calibration.cameras) {
    rows.emplace_back("camera " + camera.id, format("{} x {}, {} Hz", camera.intrinsics.width, camera.intrinsics.height,
                                                    report::number(camera.rate_hz)));
  }
  for (const world::LidarCalibration& lidar : world.calibration.lidars) {
    rows.emplace_back("LiDAR " + lidar.id,
                      format("{} channels, {} Hz", lidar.spec.channels, report::number(lidar.rate_hz)));
  }
  return report::facts(rows) +
         report::paragraph("build_report.json lists every setting, quality.json every measurement.");
}

}  // namespace

report::Html warning_list(const std::vector<std::string>& warnings) {
  if (warnings.empty()) return report::paragraph("No warnings.");
  report::Html list;
  for (const std::string& warning : warnings) {
    std::string_view text = warning;
    if (text.starts_with(kWarningPrefix)) text.remove_prefix(kWarningPrefix.size());
    const std::size_t mark = text.find(kHintMark);
    report::Html item = report::Html::text(text.substr(0, mark));
    if (mark != std::string_view::npos) {
      item +=
          element("p", report::Html::text("What to do: ") + report::Html::text(text.substr(mark + kHintMark.size())),
                  {{"class", "note"}});
    }
    list += element("li", item);
  }
  return element("ul", list);
}

std::string write_report_page(const ReportContent& content) {
  report::Page page("World " + content.inputs->world.metadata.scene_id);
  page.introduce(summary_of(content));
  page.add(format("Warnings ({})", content.warnings.size()), warning_list(content.warnings));
  page.add("Map", map_section(content));
  page.add("Images", images_section(content));
  page.add("Along the drive", along_section(content));
  page.add("Poses", poses_section(content));
  page.add("Cameras", cameras_section(content));
  page.add("Masks", masks_section(content));
  page.add("Actors", actors_section(content.inputs->tracks, content.inputs->exported));
  page.add("Steps", steps_section(content));
  page.add("Inputs", inputs_section(content));
  return page.html();
}

}  // namespace gs::builder
