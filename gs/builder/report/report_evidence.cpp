// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Poses and masks of report.html.
#include "gs/builder/report/report_sections.h"
#include "gs/core/format.h"
#include "gs/report/chart.h"
#include "gs/report/table.h"

namespace gs::builder {
namespace {

std::string number_in(const Node& node, std::string_view key) { return report::number(node[key].number_or(0)); }

// What was registered and decided.
report::Html decision_of(const Node& refinement) {
  return report::facts(
      {{"decision", refinement["refined"].boolean ? "refined poses are used" : "the poses of the log are kept"},
       {"because", text_of(refinement, "reason")},
       {"largest disagreement",
        number_in(refinement, "largest_shift_m") + " m, " + number_in(refinement, "largest_turn_deg") + " deg"},
       {"sweeps", number_in(refinement, "registered_sweeps") + " registered, " +
                      number_in(refinement, "unmatched_sweeps") + " matched the map too little"},
       {"GNSS fixes used", number_in(refinement, "gnss_fixes")}});
}

// Evidence that took no part in the estimate.
report::Html evidence_of(const Node& refinement) {
  report::Table table{.columns = {{"evidence kept aside"},
                                  {"poses of the log", true},
                                  {"refined poses", true},
                                  {"gain [standard errors]", true},
                                  {"count", true}}};
  for (const Node& entry : refinement["evidence"].items) {
    table.add({text_of(entry, "name"), number_in(entry, "log"), number_in(entry, "refined"),
               number_in(entry, "gain_standard_errors"), number_in(entry, "count")});
  }
  return table.rows.empty() ? report::Html{} : to_html(table);
}

report::Html lidars_of(const Node& refinement) {
  report::Table table{
      .columns = {{"LiDAR"}, {"elevation [deg]", true}, {"sigma [deg]", true}, {"elevation"}, {"rotation"}}};
  for (const Node& lidar : refinement["lidars"].items) {
    table.add({text_of(lidar, "id"), number_in(lidar, "elevation_correction_deg"),
               number_in(lidar, "elevation_sigma_deg"), text_of(lidar, "elevation_decision"),
               text_of(lidar, "rotation_decision")});
  }
  return table.rows.empty() ? report::Html{} : to_html(table);
}

report::Html corrections_of(const std::vector<PoseCorrection>& corrections) {
  if (corrections.empty()) return {};
  std::vector<report::Series> shifts{{"forward", {}}, {"left", {}}, {"up", {}}};
  report::Series turn{"angle", {}};
  for (const PoseCorrection& c : corrections) {
    shifts[0].points.push_back({c.at_m, c.shift_m.x});
    shifts[1].points.push_back({c.at_m, c.shift_m.y});
    shifts[2].points.push_back({c.at_m, c.shift_m.z});
    turn.points.push_back({c.at_m, c.turn_deg});
  }
  return element(
      "div",
      to_html(report::LineChart{"shift of the poses", "along the path [m]", "shift [m]", shifts}) +
          to_html(report::LineChart{"rotation of the poses", "along the path [m]", "angle [deg]", {turn}, {}, true}),
      {{"class", "grid"}});
}

}  // namespace

report::Html poses_section(const ReportContent& content) {
  const Node& refinement = content.inputs->refinement;
  report::Html out = refinement.is_map()
                         ? decision_of(refinement) + evidence_of(refinement) + lidars_of(refinement) +
                               corrections_of(content.corrections)
                         : report::paragraph("The poses are those of the log; no refinement was tried.");
  const Node& origin = content.inputs->origin_fit;
  if (text_of(origin, "method") == "fit") {
    out +=
        report::paragraph(format("The geographic origin comes from a fit to {} GNSS fixes, RMS {} m; the map is "
                                 "turned by {} deg against east.",
                                 number_in(origin, "fixes"), number_in(origin, "rms_m"), number_in(origin, "yaw_deg")));
  }
  return out;
}

report::Html masks_section(const ReportContent& content) {
  if (content.masks.empty()) return report::paragraph("The data set has no images, so nothing is masked.");
  report::Table table{.columns = {{"camera"},
                                  {"images", true},
                                  {"ego vehicle and border [% of pixels]", true},
                                  {"images with moving objects", true}}};
  report::Html examples;
  for (const CameraMasks& camera : content.masks) {
    table.add({camera.camera, format("{}", camera.images), report::number(100 * camera.fixed_share),
               format("{}", camera.with_moving)});
    if (camera.example.file.empty()) continue;
    const std::string name = camera.camera + ": masked pixels are red";
    examples += element("figure", image(camera.example, name) + element("figcaption", report::Html::text(name)));
  }
  report::Html out = to_html(table);
  if (!examples.empty()) out += element("div", examples, {{"class", "grid"}});
  return out;
}

}  // namespace gs::builder
