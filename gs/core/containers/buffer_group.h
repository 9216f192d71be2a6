// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reservation of several buffers that are used together: either all of them grow, or none has memory.
#pragma once

#include <cstddef>

#include "gs/core/result.h"

namespace gs {

// A buffer, any type with reserve(count) -> Result<void> and release(), and the number of elements it must hold.
template <class Buffer>
struct Wanted {
  Buffer& buffer;
  std::size_t count;
};
template <class Buffer>
Wanted(Buffer&, std::size_t) -> Wanted<Buffer>;

// Reserves all buffers of a group in order. When one fails, all of them are released and its error is returned, so that
// the capacity of any one buffer holds for the whole group.
template <class... Buffers>
Result<void> reserve_together(Wanted<Buffers>... wanted) {
  Result<void> result;
  static_cast<void>(((result = wanted.buffer.reserve(wanted.count)).has_value() && ...));
  if (!result) (wanted.buffer.release(), ...);
  return result;
}

}  // namespace gs
