// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// geometry/drivable.geojson: the drivable area as polygons in the x-y plane of map.
// Example:
// clang-format off
//   {"type": "FeatureCollection", "crs": {"type": "name", "properties": {"name": "map_frame"}}, "features": [
//     {"type": "Feature", "properties": {"type": "drivable", "speed_limit": 30.0},
//      "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [10, 0], [10, 3], [0, 3], [0, 0]]]}}]}
// clang-format on
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "gs/core/problems.h"
#include "gs/core/result.h"
#include "gs/world/interface_types.h"

namespace gs::world {

// Area enclosed by a ring [m^2], positive if it runs counter-clockwise.
double signed_area(const Ring& ring);
// Total area of all polygons without holes [m^2]; overlaps count twice.
double area_m2(const DrivableArea& area);

// Parses the file. Rules: rings closed, at least 4 points, simple; outer rings counter-clockwise, holes clockwise and
// inside; at least one polygon of positive area. Polygons that break a rule are reported and left out. load_drivable()
// gives the first error.
DrivableArea parse_drivable(std::string_view geojson, std::string_view file, Problems& problems);
Result<DrivableArea> load_drivable(const std::filesystem::path& path);

// GeoJSON with one Polygon feature per polygon. Rings are closed and oriented as the format requires, for any input.
std::string write_drivable(const DrivableArea& area);

}  // namespace gs::world
