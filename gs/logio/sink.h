// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Where a log writer's bytes go: a file, memory, or nowhere (to measure the writer alone).
#pragma once

#include <memory>
#include <vector>

#include "gs/core/file.h"

namespace gs {

class ByteSink {
 public:
  virtual ~ByteSink() = default;
  virtual Result<void> write(Bytes bytes) = 0;
  // All bytes were written: make them visible. Without it nothing is left behind.
  virtual Result<void> finish() = 0;
};

class FileSink final : public ByteSink {
 public:
  explicit FileSink(AtomicFile file) : file_(std::move(file)) {}
  Result<void> write(Bytes bytes) override { return file_.write(bytes); }
  Result<void> finish() override { return file_.commit(); }

 private:
  AtomicFile file_;
};

// Appends to a vector of the caller, who keeps it alive.
class MemorySink final : public ByteSink {
 public:
  explicit MemorySink(std::vector<std::byte>& out) : out_(out) {}
  Result<void> write(Bytes bytes) override {
    out_.insert(out_.end(), bytes.begin(), bytes.end());
    return {};
  }
  Result<void> finish() override { return {}; }

 private:
  std::vector<std::byte>& out_;
};

class NullSink final : public ByteSink {
 public:
  Result<void> write(Bytes) override { return {}; }
  Result<void> finish() override { return {}; }
};

}  // namespace gs
