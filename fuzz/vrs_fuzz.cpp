// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Opens, reads, decodes and summarises any bytes as a VRS file, without crashes or excessive memory.
#include <cstddef>
#include <cstdint>

#include "gs/core/progress.h"
#include "gs/logio/vrs/report/checksum.h"
#include "gs/logio/vrs/report/summary.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  gs::Problems problems;
  const auto reader = gs::logio::vrs::Reader::open(gs::Bytes(reinterpret_cast<const std::byte*>(data), size), problems);
  if (!reader) return 0;
  gs::NoProgress progress;
  static_cast<void>(gs::logio::vrs::summarise(*reader, problems));
  static_cast<void>(gs::logio::vrs::check_contents(*reader, problems, progress));
  static_cast<void>(gs::logio::vrs::content_checksum(*reader, progress));
  return 0;
}
