// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/mcap/read_ahead.h"

#include <sys/mman.h>

namespace gs::logio::mcap {

void set_read_ahead(Bytes mapped, bool on) {
  if (mapped.empty()) return;
  ::madvise(const_cast<std::byte*>(mapped.data()), mapped.size(), on ? MADV_SEQUENTIAL : MADV_RANDOM);
}

}  // namespace gs::logio::mcap
