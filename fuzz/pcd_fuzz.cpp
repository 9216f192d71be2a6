// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Parses any bytes as PCD: ascii, binary and compressed.
#include "gs/assets/pcd/pcd.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  static_cast<void>(gs::assets::parse_pcd({reinterpret_cast<const std::byte*>(data), size}).has_value());
  return 0;
}
