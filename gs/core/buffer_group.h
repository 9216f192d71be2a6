// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Buffers that are only used together, and therefore grow together or not at all.
#pragma once

#include <cstddef>

#include "gs/core/result.h"

namespace gs {

// A buffer (reserve, release) and the number of elements it must hold.
template <class Buffer>
struct Wanted {
  Buffer& buffer;
  std::size_t count;
};
template <class Buffer>
Wanted(Buffer&, std::size_t) -> Wanted<Buffer>;

// Reserves all buffers of a group. When one fails, all of them are released: the capacity of any one of them is then
// true for the whole group, whichever allocation failed.
template <class... Buffers>
Result<void> reserve_together(Wanted<Buffers>... wanted) {
  Result<void> result;
  static_cast<void>(((result = wanted.buffer.reserve(wanted.count)).has_value() && ...));
  if (!result) (wanted.buffer.release(), ...);
  return result;
}

}  // namespace gs
