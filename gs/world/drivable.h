// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// geometry/drivable.geojson: where one may drive, as polygons in the x-y plane of map.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "gs/core/problems.h"
#include "gs/core/result.h"
#include "gs/world/data.h"

namespace gs {

// Positive when the ring runs counter-clockwise [m^2].
double signed_area(const Ring& ring);
// Area of all polygons, holes taken out; overlaps count twice.
double area_m2(const DrivableArea& area);

// Rules: rings closed, of 4 points or more, simple; outer rings counter-clockwise, holes clockwise and inside; at least
// one polygon of positive area. Polygons that break one are reported and left out.
DrivableArea parse_drivable(std::string_view geojson, std::string_view file, Problems& problems);
Result<DrivableArea> load_drivable(const std::filesystem::path& path);

// One Polygon feature for each polygon. Rings are closed and wound as the format wants, whatever the input.
std::string write_drivable(const DrivableArea& area);

}  // namespace gs
