// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// YAML: runs any text through the parser and all YAML loaders of the bundle; a parsed document is equal after writing
// and reading.
#include <cstdint>
#include <string_view>

#include "gs/config/yaml.h"
#include "gs/core/expect.h"
#include "gs/world/files/calibration.h"
#include "gs/world/files/heightmap.h"
#include "gs/world/files/timebase.h"
#include "gs/world/files/world_yaml.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto node = gs::config::parse_yaml(text);
  if (!node || !node->is_map()) return 0;
  const std::string written = gs::config::write_yaml(*node);
  const auto again = gs::config::parse_yaml(written);
  GS_EXPECT(again.has_value());
  GS_EXPECT(gs::config::write_yaml(*again) == written);
  gs::Problems problems;
  (void)gs::world::parse_world_yaml(text, "world.yaml", problems);
  (void)gs::world::parse_heightmap_meta(text, "heightmap.yaml", problems);
  (void)gs::world::parse_timebase(text, "timebase.yaml", problems);
  gs::Problems of_calibration;
  const gs::world::Calibration calibration = gs::world::parse_calibration(text, "calibration.yaml", of_calibration);
  if (of_calibration.has_errors()) return 0;
  gs::Problems second;
  (void)gs::world::parse_calibration(gs::world::write_calibration(calibration), "calibration.yaml", second);
  GS_EXPECT(!second.has_errors());
  return 0;
}
