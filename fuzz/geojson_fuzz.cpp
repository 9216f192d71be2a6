// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// drivable.geojson: parses any text; an accepted area is equal after writing and reading.
#include <cstdint>
#include <string_view>

#include "gs/core/expect.h"
#include "gs/world/files/drivable.h"
#include "gs/world/query/drivable_query.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  gs::Problems problems;
  const gs::world::DrivableArea area =
      gs::world::parse_drivable({reinterpret_cast<const char*>(data), size}, "drivable.geojson", problems);
  if (problems.has_errors()) return 0;
  gs::Problems second;
  GS_EXPECT(gs::world::parse_drivable(gs::world::write_drivable(area), "drivable.geojson", second) == area);
  const auto query = gs::world::DrivableQuery::create(area);
  GS_EXPECT(query.has_value());
  (void)query->contains(area.polygons[0].outer[0]);
  return 0;
}
