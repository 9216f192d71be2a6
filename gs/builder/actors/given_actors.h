// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Boxes of objects that others made (actors.source) as tracks in map.
#pragma once

#include <string_view>
#include <vector>

#include "gs/builder/recording/recorded_boxes.h"
#include "gs/geometry/trajectory.h"
#include "gs/mapping/actors/given_tracks.h"

namespace gs::builder {

// Class of an object from the words of a label: "vehicle.car", "Pickup Truck", "Person_sitting"; unknown for a word
// that leaves it open, such as "van".
mapping::ObjectClass class_of_label(std::string_view label);

// The boxes of a log in map, with the poses of the drive at their stamps.
std::vector<mapping::GivenTrack> place_boxes(const RecordedBoxes& boxes, const Trajectory& map_from_base);

// Reads actors/trajectories.json of a bundle, or boxes.json of gs-synth: boxes in map. Errors: those of the file
// readers; unsupported for other files; invalid_data for columns of different lengths, times that do not increase and
// numbers out of range; limit_exceeded.
Result<std::vector<mapping::GivenTrack>> read_box_file(const fs::path& path);

}  // namespace gs::builder
