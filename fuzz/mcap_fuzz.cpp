// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads any bytes as an MCAP file: every order, with and without salvage, whole chunks, several threads, attachments
// and metadata.
#include <cstddef>
#include <cstdint>

#include "gs/logio/mcap/reader.h"

namespace {

void drain(const gs::logio::LogReader& log, const gs::logio::ReadOptions& options, gs::Problems& problems) {
  const auto stream = log.read(options, problems);
  if (!stream) return;
  while (true) {
    const auto batch = (*stream)->next_batch();
    if (!batch || batch->empty()) return;
    for (const gs::logio::MessageView& message : *batch) {
      volatile auto last = message.data.empty() ? std::byte{} : message.data.back();
      static_cast<void>(last);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  gs::Problems problems(10);
  const gs::Bytes bytes(reinterpret_cast<const std::byte*>(data), size);
  const auto log = gs::logio::McapReader::open(bytes, "fuzz", problems);
  if (!log) return 0;
  drain(**log, {.order = gs::logio::Order::file, .salvage = true}, problems);
  drain(**log, {.order = gs::logio::Order::log_time}, problems);
  drain(**log, {.begin = gs::Timestamp{1}, .order = gs::logio::Order::publish_time, .verify_crc = false}, problems);
  if (!(*log)->channels().empty()) drain(**log, {.topics = {(*log)->channels()[0].topic}}, problems);
  // Options of programs that copy a log.
  drain(**log, {.order = gs::logio::Order::file, .whole_chunks = true, .threads = 3, .max_buffered_bytes = 4096},
        problems);
  drain(**log, {.end = gs::Timestamp{1ll << 40}, .salvage = true, .whole_chunks = true, .threads = 3}, problems);
  static_cast<void>((*log)->check_container(problems));
  static_cast<void>((*log)->attachments(problems));
  static_cast<void>((*log)->metadata(problems));
  return 0;
}
