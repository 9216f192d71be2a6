// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Destinations of a log writer's bytes: a file, memory, or none (to measure the writer alone).
#pragma once

#include <memory>
#include <vector>

#include "gs/core/file.h"

namespace gs::logio {

// Receives the bytes of a file in order.
class ByteSink {
 public:
  virtual ~ByteSink() = default;
  // Appends bytes.
  virtual Result<void> write(Bytes bytes) = 0;
  // Commits the output. A sink that is destroyed without finish() leaves nothing behind.
  virtual Result<void> finish() = 0;
};

// Writes to an atomic file: it appears with finish().
class FileSink final : public ByteSink {
 public:
  explicit FileSink(AtomicFile file) : file_(std::move(file)) {}
  Result<void> write(Bytes bytes) override { return file_.write(bytes); }
  Result<void> finish() override { return file_.commit(); }

 private:
  AtomicFile file_;
};

// Appends to a vector that the caller keeps alive.
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

// Discards everything.
class NullSink final : public ByteSink {
 public:
  Result<void> write(Bytes) override { return {}; }
  Result<void> finish() override { return {}; }
};

}  // namespace gs::logio
