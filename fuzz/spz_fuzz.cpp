// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Parses any bytes as SPZ, and as the payload of one: gzip hides the payload from mutation, so it is compressed here.
#include "gs/assets/deflate/deflate.h"
#include "gs/assets/spz/spz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const gs::Bytes file(reinterpret_cast<const std::byte*>(data), size);
  static_cast<void>(gs::assets::parse_spz(file).has_value());
  static_cast<void>(gs::assets::parse_spz(gs::assets::gzip(file, 1).value()).has_value());
  return 0;
}
