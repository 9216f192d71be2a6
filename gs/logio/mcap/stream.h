// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Delivers messages in the requested order, in batches.
#pragma once

#include "gs/core/file.h"
#include "gs/logio/mcap/segment_queue.h"

namespace gs::logio::mcap {

// Drops the pages of a mapped file behind a reader, in steps large enough for a system call.
class PageDropper {
 public:
  explicit PageDropper(const MappedFile* file) : file_(file) {}
  ~PageDropper() { flush(); }
  PageDropper(const PageDropper&) = delete;
  PageDropper& operator=(const PageDropper&) = delete;
  // Reports that this byte range of the file is no longer used.
  void done_with(uint64_t offset, uint64_t length);

 private:
  void flush();
  const MappedFile* file_;
  uint64_t begin_ = 0, end_ = 0;
};

// Segments to read and their order.
struct StreamPlan {
  std::unique_ptr<const Selection> selection;
  std::vector<std::size_t> order;  // positions of the segments to read
  std::vector<Timestamp> keys;     // by position: lower bound of the segment's message times; empty for file order
  int threads = 1;
  uint64_t max_bytes = 0;
};

// Creates the stream of a plan. `mapped` may be null (file in memory); it and `problems` must outlive the stream.
std::unique_ptr<MessageStream> make_stream(StreamPlan plan, const MappedFile* mapped, Problems& problems);

}  // namespace gs::logio::mcap
