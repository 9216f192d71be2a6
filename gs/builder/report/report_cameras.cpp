// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The section of report.html about the calibration of the cameras.
#include "gs/builder/report/report_sections.h"
#include "gs/core/format.h"
#include "gs/report/table.h"

namespace gs::builder {
namespace {

// The number of a node; a dash for what was not estimated or compared.
std::string figure_of(const Node& node, double scale) {
  return node.is_number() ? report::number(scale * node.real) : "-";
}

// Value and standard deviation of one entry, or of the entries of a list.
std::string estimate_in(const Node& camera, std::string_view value, std::string_view sigma, double scale) {
  const Node &values = camera[value], &sigmas = camera[sigma];
  const auto one = [&](const Node& v, const Node& s) {
    return v.is_number() ? figure_of(v, scale) + " +- " + figure_of(s, scale) : std::string("-");
  };
  if (!values.is_list()) return one(values, sigmas);
  std::string out;
  for (std::size_t i = 0; i < values.items.size() && i < sigmas.items.size(); ++i) {
    out += (i > 0 ? "; " : "") + one(values.items[i], sigmas.items[i]);
  }
  return out;
}

report::Html pictures_of(const ProjectedPictures& pictures) {
  const std::string title = format("camera {}: LiDAR points, red near, blue far", pictures.camera);
  if (!pictures.after.file.empty()) {
    return report::comparison({.title = title,
                               .before = pictures.before,
                               .after = pictures.after,
                               .before_name = "before",
                               .after_name = "refined"});
  }
  return element("figure", image(pictures.before, title) + element("figcaption", report::Html::text(title)));
}

// Cameras without intrinsics in log and calibration file; nothing if there are none.
report::Html lenses_of(const Node& intrinsics) {
  report::Html out;
  for (const Node& camera : intrinsics["cameras"].items) {
    const std::string id = text_of(camera, "id");
    out += report::paragraph(
        camera["estimated"].boolean
            ? format("The intrinsics of camera {} are ESTIMATED from the drive, because the log has none: focal length "
                     "{} px +- {} %, principal point {} {}, k1 {}, k2 {}, from {} images.",
                     id, figure_of(camera["fx"], 1), figure_of(camera["focal_sigma_share"], 100),
                     figure_of(camera["cx"], 1), figure_of(camera["cy"], 1), figure_of(camera["k1"], 1),
                     figure_of(camera["k2"], 1), figure_of(camera["images"], 1))
            : format("Camera {} is not used: the log has no intrinsics, and none could be estimated: {}.", id,
                     text_of(camera, "reason")));
  }
  return out;
}

}  // namespace

report::Html cameras_section(const ReportContent& content) {
  const Node& refinement = content.inputs->camera_refinement;
  report::Html out = lenses_of(content.inputs->camera_intrinsics);
  if (!refinement.is_map()) return out += report::paragraph("The calibration of the cameras was not looked at.");
  report::Table table{.columns = {{"camera"},
                                  {"decision"},
                                  {"because"},
                                  {"turn x; y; z [deg]"},
                                  {"move x; y; z [m]"},
                                  {"clock [ms]"},
                                  {"distance before", true},
                                  {"after", true},
                                  {"images better [%]", true}}};
  for (const Node& camera : refinement["cameras"].items) {
    const Node& evidence = camera["evidence"];
    table.add({text_of(camera, "id"), camera["applied"].boolean ? "refined" : "kept", text_of(camera, "reason"),
               estimate_in(camera, "rotation_deg", "rotation_sigma_deg", 1),
               estimate_in(camera, "translation_m", "translation_sigma_m", 1),
               estimate_in(camera, "time_s", "time_sigma_s", 1e3), figure_of(evidence["distance_before"], 1),
               figure_of(evidence["distance_after"], 1), figure_of(evidence["share_better"], 100)});
  }
  if (!table.rows.empty()) out += to_html(table);
  report::Html pictures;
  for (const ProjectedPictures& camera : content.projected) pictures += pictures_of(camera);
  if (!content.projected.empty()) out += element("div", pictures, {{"class", "grid"}});
  return out;
}

}  // namespace gs::builder
