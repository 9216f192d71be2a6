// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Units of H.264 and H.265 behind start codes. Private to the library.
#pragma once

#include <cstddef>

#include "gs/core/bytes.h"

namespace gs::assets {

// Calls take(unit) for every unit behind a start code 00 00 01 (ITU-T H.264, annex B), from its first byte to the end
// of the packet: what follows the unit is not cut off. Returns their number.
template <class Take>
std::size_t for_each_unit(Bytes packet, Take take) {
  std::size_t units = 0;
  const auto is = [&](std::size_t i, int value) { return std::to_integer<int>(packet[i]) == value; };
  for (std::size_t i = 3; i < packet.size(); ++i) {
    if (!is(i - 1, 1) || !is(i - 2, 0) || !is(i - 3, 0)) continue;
    take(packet.subspan(i));
    ++units;
  }
  return units;
}

}  // namespace gs::assets
