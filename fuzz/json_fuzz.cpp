// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// JSON: runs any text through the parser and all JSON loaders of the bundle; a parsed document is equal after writing
// and reading.
#include <cstdint>
#include <string_view>

#include "gs/core/expect.h"
#include "gs/core/json/json.h"
#include "gs/world/files/metadata.h"
#include "gs/world/files/render_config.h"
#include "gs/world/files/tf_static.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto node = gs::parse_json(text);
  if (!node) return 0;
  const std::string written = gs::write_json(*node);
  const auto again = gs::parse_json(written);
  GS_EXPECT(again.has_value());
  GS_EXPECT(gs::write_json(*again) == written);
  gs::Problems problems;
  (void)gs::world::parse_render_config(text, "render_config.json", problems);
  (void)gs::world::parse_tf_static(text, "tf_static.json", problems);
  gs::Problems of_metadata;
  const gs::world::Metadata metadata = gs::world::parse_metadata(text, "metadata.json", of_metadata);
  if (of_metadata.has_errors()) return 0;
  gs::Problems second;
  (void)gs::world::parse_metadata(gs::world::write_metadata(metadata), "metadata.json", second);
  GS_EXPECT(!second.has_errors());
  return 0;
}
