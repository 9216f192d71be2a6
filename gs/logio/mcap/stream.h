// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages in the order asked for, in batches.
#pragma once

#include "gs/core/file.h"
#include "gs/logio/mcap/segment_queue.h"

namespace gs::mcap {

// Lets go of the pages of a mapped file behind a reader, in steps worth a system call.
class PageDropper {
 public:
  explicit PageDropper(const MappedFile* file) : file_(file) {}
  ~PageDropper() { flush(); }
  PageDropper(const PageDropper&) = delete;
  PageDropper& operator=(const PageDropper&) = delete;
  void done_with(uint64_t offset, uint64_t length);

 private:
  void flush();
  const MappedFile* file_;
  uint64_t begin_ = 0, end_ = 0;
};

struct StreamPlan {
  std::unique_ptr<const Selection> selection;
  std::vector<std::size_t> order;  // positions of the segments to read
  std::vector<Timestamp> keys;     // by position: no message of the segment is earlier; empty for file order
  int threads = 1;
  uint64_t max_bytes = 0;
};

std::unique_ptr<MessageStream> make_stream(StreamPlan plan, const MappedFile* mapped, Problems& problems);

}  // namespace gs::mcap
