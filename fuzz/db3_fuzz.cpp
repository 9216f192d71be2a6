// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Any bytes as a rosbag2 SQLite file, through a file in memory.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "gs/logio/rosbag2/db3_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const int descriptor = ::memfd_create("fuzz", 0);
  if (::ftruncate(descriptor, 0) != 0) return 0;
  if (::pwrite(descriptor, data, size, 0) != static_cast<ssize_t>(size)) return 0;
  gs::Problems problems(10);
  const auto log = gs::open_db3("/proc/self/fd/" + std::to_string(descriptor), problems);
  if (!log) return 0;
  for (const gs::Order order : {gs::Order::file, gs::Order::log_time}) {
    const auto stream = (*log)->read({.order = order}, problems);
    for (int i = 0; stream && i < 100; ++i) {
      const auto batch = (*stream)->next_batch();
      if (!batch || batch->empty()) break;
    }
  }
  return 0;
}
