// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Parses any bytes as a pickled table of PandaSet: all columns have its number of rows.
#include <cstddef>
#include <cstdint>

#include "gs/core/bytes.h"
#include "gs/core/expect.h"
#include "gs/importers/pandaset/data_frame.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const gs::Bytes file(reinterpret_cast<const std::byte*>(data), size);
  const auto table = gs::importers::pandaset::parse_data_frame({file.begin(), file.end()}, {.max_bytes = 1u << 20});
  if (!table) return 0;
  for (const auto& [name, column] : table->numbers) GS_EXPECT(column.size() == table->rows);
  for (const auto& [name, column] : table->texts) GS_EXPECT(column.size() == table->rows);
  return 0;
}
