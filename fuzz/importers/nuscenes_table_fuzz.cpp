// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Parses any bytes as a JSON table of nuScenes.
#include <cstddef>
#include <cstdint>

#include "gs/core/bytes.h"
#include "gs/core/expect.h"
#include "gs/importers/nuscenes/records.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  namespace nuscenes = gs::importers::nuscenes;
  const gs::Bytes file(reinterpret_cast<const std::byte*>(data), size);
  const auto read = nuscenes::for_each_record(gs::as_text(file), [](const gs::Node& record) -> gs::Result<void> {
    GS_EXPECT(record.is_map());
    if (const auto time = nuscenes::time_field(record, "timestamp")) GS_EXPECT(time->ns >= 0);
    return {};
  });
  static_cast<void>(read.has_value());
  return 0;
}
