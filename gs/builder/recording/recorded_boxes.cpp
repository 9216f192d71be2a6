// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/recording/recorded_boxes.h"

#include <algorithm>
#include <utility>

#include "gs/core/json/json.h"
#include "gs/core/json/json_writer.h"

namespace gs::builder {
namespace {

constexpr double kLargestSide_m = 100;
constexpr std::size_t kBoxNumbers = 11;

std::string line_of(const RecordedBox& box) {
  JsonWriter line(JsonWriter::Layout::compact);
  const Vec3d& p = box.base_from_box.translation;
  const Quaterniond& q = box.base_from_box.rotation;
  line.begin_array().value(box.stamp.ns);
  for (const double v : {p.x, p.y, p.z, q.x, q.y, q.z, q.w, box.size.x, box.size.y, box.size.z}) line.value(v);
  line.end_array();
  return line.text();
}

Result<RecordedBox> box_of(const Node& row, const fs::path& path) {
  const bool numbers = row.items.size() == kBoxNumbers && std::ranges::all_of(row.items, &Node::is_number);
  if (!numbers) return fail(ErrorCode::invalid_data, "a box needs {} numbers: {}", kBoxNumbers, path.string());
  const auto v = [&](std::size_t i) { return row.items[i].real; };
  return RecordedBox{.stamp = Timestamp{row.items[0].integer},
                     .base_from_box = {{v(4), v(5), v(6), v(7)}, {v(1), v(2), v(3)}},
                     .size = {v(8), v(9), v(10)}};
}

}  // namespace

Result<void> check_box(std::string_view name, Vec3d position, Vec3d size) {
  const bool sides = std::min({size.x, size.y, size.z}) > 0 && std::max({size.x, size.y, size.z}) <= kLargestSide_m;
  if (is_finite(position) && is_finite(size) && sides) return {};
  return fail(ErrorCode::invalid_data,
              "a box of object '{}' has its middle at {} {} {} m and sides of {} {} {} m; numbers must be finite and "
              "sides above 0 and at most {} m",
              name, position.x, position.y, position.z, size.x, size.y, size.z, kLargestSide_m);
}

std::string write_recorded_boxes(const RecordedBoxes& boxes) {
  JsonWriter json;
  json.begin_object().field("topic", boxes.topic).key("tracks").begin_array();
  for (const RecordedBoxTrack& track : boxes.tracks) {
    json.begin_object().field("id", track.id).field("category", track.category).key("boxes").begin_array();
    for (const RecordedBox& box : track.boxes) json.raw(line_of(box));
    json.end_array().end_object();
  }
  json.end_array().end_object();
  return std::move(json).take();
}

Result<RecordedBoxes> read_recorded_boxes(const fs::path& path) {
  GS_TRY(const Node root, read_json(path, kOwnFile));
  RecordedBoxes out{.topic = root["topic"].text};
  for (const Node& entry : root["tracks"].items) {
    RecordedBoxTrack track{.id = entry["id"].text, .category = entry["category"].text};
    for (const Node& row : entry["boxes"].items) {
      GS_TRY(const RecordedBox box, box_of(row, path));
      track.boxes.push_back(box);
    }
    out.tracks.push_back(std::move(track));
  }
  return out;
}

}  // namespace gs::builder
