// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <utility>

#include "gs/builder/actors/trained_corrections.h"
#include "gs/builder/report/report_sections.h"
#include "gs/core/format.h"
#include "gs/report/table.h"

namespace gs::builder {
namespace {

std::string number_of(const Node& node, std::string_view key) { return report::number(real_of(node, key)); }

// "4.4 x 1.8 x 1.5", with an asterisk at sides that are the mean of the class.
std::string size_text(const Node& actor) {
  const Node *size = actor.find("size"), *source = actor.find("size_source");
  std::string out;
  if (size == nullptr || source == nullptr || size->items.size() != source->items.size()) return out;
  for (std::size_t i = 0; i < size->items.size(); ++i) {
    out += format("{}{:.2f}{}", i == 0 ? "" : " x ", size->items[i].real, source->items[i].text == "prior" ? "*" : "");
  }
  return out;
}

// "measured, 62 %", or "template of the class"; what deforms is one rigid shape.
std::string shape_text(const Node& actor) {
  const bool is_template = text_of(actor, "mesh_source") == "template";
  std::string out =
      is_template ? "template of the class" : format("measured, {:.0f} %", 100 * real_of(actor, "mesh_measured_share"));
  if (actor["deforming"].boolean) out += ", rigid";
  return out;
}

report::Html table_of(const std::vector<Node>& actors) {
  report::Table table{.columns = {{"actor"},
                                  {"class"},
                                  {"confidence", true},
                                  {"quality", true},
                                  {"size [m]"},
                                  {"shape"},
                                  {"sightings", true},
                                  {"points", true},
                                  {"distance [m]", true},
                                  {"time [s]", true},
                                  {"median speed [m/s]", true},
                                  {"misfit [m]", true},
                                  {"largest jump [sigma]", true},
                                  {"predicted [%]", true},
                                  {"parked [%]", true}}};
  for (const Node& actor : actors) {
    table.add({text_of(actor, "id"), text_of(actor, "class"), number_of(actor, "confidence"),
               number_of(actor, "quality"), size_text(actor), shape_text(actor), number_of(actor, "sightings"),
               number_of(actor, "points"), number_of(actor, "travelled_m"), number_of(actor, "duration_s"),
               number_of(actor, "speed_median_mps"), number_of(actor, "misfit_m"),
               number_of(actor, "largest_jump_sigma"), report::number(100 * real_of(actor, "predicted_share")),
               report::number(100 * real_of(actor, "parked_share"))});
  }
  return to_html(table);
}

// "31.2" [dB], or "not measured".
std::string decibels(const Node& actor, std::string_view key) {
  const Node* value = actor.find(key);
  return value == nullptr || !value->is_number() ? "not measured" : format("{:.1f}", value->real);
}

// Gaussians of actors as painted and as trained; nothing if none was trained.
report::Html training_table(const Node& exported) {
  const Node* actors = exported.find("actors");
  if (actors == nullptr || actors->items.empty()) return {};
  report::Table table{.columns = {{"asset"},
                                  {"PSNR painted [dB]", true},
                                  {"PSNR trained [dB]", true},
                                  {"images", true},
                                  {"poses moved by at most [m]", true},
                                  {"in the bundle"}}};
  for (const Node& actor : actors->items) {
    table.add({text_of(actor, "id"), decibels(actor, "painted_psnr"), decibels(actor, "psnr"),
               number_of(actor, "views"), format("{:.3f}", largest_offset_m(actor)),
               trained_actor(exported, text_of(actor, "id")) != nullptr ? "trained" : "painted"});
  }
  return to_html(table) +
         report::paragraph(
             "PSNR inside the boxes of actors, in images that were not trained on. Gaussians that "
             "training did not make better stay as they were painted, at the poses of the tracks. Poses are "
             "moved where such images agree better.");
}

// What became of the objects of actors.source; nothing without that option.
report::Html given_text(const std::vector<Node>& actors, const std::vector<Node>& rejected) {
  std::map<std::string, std::string> refused;  // ids by reason
  std::size_t used = 0, all = 0;
  double farthest_m = 0;
  for (const Node& actor : actors) {
    const Node* given = actor.find("given");
    if (given != nullptr) ++used, ++all, farthest_m = std::max(farthest_m, real_of(*given, "moved_m"));
  }
  for (const Node& track : rejected) {
    const Node* given = track.find("given");
    if (given == nullptr) continue;
    ++all;
    std::string& ids = refused[text_of(track, "reason")];
    ids += (ids.empty() ? "" : ", ") + text_of(*given, "id");
  }
  if (all == 0) return {};
  std::string text = format("Of {} given objects {} are actors; the sweeps moved their boxes by at most {:.2f} m.", all,
                            used, farthest_m);
  for (const auto& [reason, ids] : refused) text += format(" {}: {}.", reason, ids);
  return report::paragraph(text);
}

}  // namespace

report::Html actors_section(const Node& tracks, const Node& exported) {
  const Node *actors = tracks.find("actors"), *rejected = tracks.find("rejected");
  if (actors == nullptr || rejected == nullptr) return report::paragraph("The step actor_builder did not run.");
  report::Html out;
  if (actors->items.empty()) {
    out += report::paragraph("No moving object was found.");
  } else {
    out += table_of(actors->items);
    out += report::paragraph(
        "* a side that was not seen: the mean of the class, or what was seen if that is longer. "
        "Shape: the share of the mesh that points support; fewer than 150 points give the "
        "template of the class. People and two-wheelers deform, and are shown as one rigid shape.");
  }
  out += training_table(exported);
  out += given_text(actors->items, rejected->items);
  std::map<std::string, int> reasons;
  for (const Node& track : rejected->items) ++reasons[text_of(track, "reason")];
  if (reasons.empty()) return out;
  std::string text = "Tracks that are no actors: ";
  const char* between = "";
  for (const auto& [reason, count] : reasons) text += format("{}{} {}", std::exchange(between, ", "), count, reason);
  return out + report::paragraph(text + ". 07_actors/tracks.json lists them.");
}

}  // namespace gs::builder
