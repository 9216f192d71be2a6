// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Boxes around objects that a log holds (actors.source), as the ingest stores them: given_boxes.json.
//
// clang-format off
//   {"topic": "/labels/objects", "tracks": [{"id": "17", "category": "vehicle.car",
//    "boxes": [[stamp_ns, x, y, z, qx, qy, qz, qw, length, width, height], ...]}]}
// clang-format on
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gs/builder/workspace.h"
#include "gs/core/time.h"
#include "gs/geometry/rigid.h"

namespace gs::builder {

// Name of the file in 00_mcap_ingest.
inline constexpr std::string_view kGivenBoxesFile = "given_boxes.json";

// Most objects and boxes that are read from a topic or a file.
inline constexpr std::size_t kMostGivenTracks = 10'000, kMostGivenBoxes = 1'000'000;

// One box at one time. Its axes: x along the length, y along the width, z up; origin in the middle.
struct RecordedBox {
  Timestamp stamp;
  Rigid3d base_from_box;
  Vec3d size;  // length, width, height [m]
};

// The boxes of one object, in time order, with its id and class as the log states them.
struct RecordedBoxTrack {
  std::string id, category;
  std::vector<RecordedBox> boxes{};
};

// All boxes of a topic.
struct RecordedBoxes {
  std::string topic;
  std::vector<RecordedBoxTrack> tracks{};
};

// Checks the numbers of a box: finite, sides above 0 and at most 100 m. `name` is that of the object, for the message.
// Errors: invalid_data.
Result<void> check_box(std::string_view name, Vec3d position, Vec3d size);

// Write given_boxes.json; read it. Errors: those of the JSON reader; invalid_data for an entry without its 11 numbers.
std::string write_recorded_boxes(const RecordedBoxes& boxes);
Result<RecordedBoxes> read_recorded_boxes(const fs::path& path);

}  // namespace gs::builder
