// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads any bytes as a ROS 1 bag, in both orders, with and without a topic filter.
#include <cstddef>
#include <cstdint>

#include "gs/logio/rosbag1/reader.h"

namespace {

void read_all(const gs::logio::LogReader& log, const gs::logio::ReadOptions& options, gs::Problems& problems) {
  const auto stream = log.read(options, problems);
  if (!stream) return;
  uint64_t sum = 0;
  while (true) {
    const auto batch = (*stream)->next_batch();
    if (!batch || batch->empty()) break;
    for (const gs::logio::MessageView& message : *batch) {
      for (const std::byte b : message.data) sum += static_cast<uint64_t>(b);
    }
  }
  volatile uint64_t keep = sum;
  static_cast<void>(keep);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  gs::Problems problems(10);
  const auto log = gs::logio::read_rosbag1(gs::Bytes(reinterpret_cast<const std::byte*>(data), size), "fuzz", problems);
  if (!log) return 0;
  read_all(**log, {.order = gs::logio::Order::file}, problems);
  read_all(**log, {.max_buffered_bytes = 1}, problems);
  if (!(*log)->channels().empty()) read_all(**log, {.topics = {(*log)->channels().front().topic}}, problems);
  const gs::logio::ReadOptions copied{
      .order = gs::logio::Order::file, .salvage = true, .whole_chunks = true, .threads = 3};
  read_all(**log, copied, problems);
  static_cast<void>((*log)->check_container(problems));
  return 0;
}
