// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Files: whole reads, memory maps, and atomic writes (the file appears complete or not at all).
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs {

namespace fs = std::filesystem;

constexpr uint64_t kMaxTextFileBytes = 256ull << 20;  // 256 MiB

// Reads a whole regular file into memory. Errors: limit_exceeded when it has more than `max_bytes` (checked before
// memory is allocated), invalid_argument for a folder or device, and those of system_error().
Result<std::string> read_text_file(const fs::path& path, uint64_t max_bytes = kMaxTextFileBytes);
Result<std::vector<std::byte>> read_binary_file(const fs::path& path, uint64_t max_bytes);

// A read-only memory map of a whole file. The system can reclaim its pages at any time, so a large file does not need
// as much memory. The file must not be shortened while it is mapped: access behind the new end raises SIGBUS.
class MappedFile {
 public:
  // The expected order of reads, a hint for the read-ahead of the system.
  enum class Access { sequential, random };
  static Result<MappedFile> open(const fs::path& path, Access access = Access::sequential);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  Bytes bytes() const { return {data_, size_}; }  // the whole file, as long as this object lives
  // Releases the whole pages inside this range from memory; a later read loads them again. Readers that stream through
  // a file call it behind their position, so that few pages stay resident.
  void drop_pages(std::size_t offset, std::size_t count) const;

 private:
  MappedFile(const std::byte* data, std::size_t size) : data_(data), size_(size) {}
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

// A file that is written under a temporary name beside its target; commit() syncs it to disk and renames it to the
// target. An object that is destroyed without commit() removes the temporary file. Writes are buffered (1 MiB).
class AtomicFile {
 public:
  // already_exists if the target is a folder or a special file; an existing regular file is replaced by commit().
  static Result<AtomicFile> create(const fs::path& target);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&& other) noexcept;
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  // Appends bytes or text.
  Result<void> write(Bytes bytes);
  Result<void> write(std::string_view text) { return write(as_bytes(text)); }
  // Appends several pieces in order. What does not fit the buffer is written by one system call, without a copy.
  Result<void> write(std::span<const Bytes> pieces);
  // Overwrites bytes that are already written, for headers whose fields are known last. Flushes the buffer.
  Result<void> write_at(uint64_t offset, Bytes bytes);
  uint64_t size() const { return size_; }
  // Publishes the file: flush, fsync, rename over the target, fsync of the folder. Call once, after the last write.
  Result<void> commit();

 private:
  AtomicFile(fs::path target, fs::path temporary, int descriptor);
  Result<void> flush();  // writes the buffer to the file
  void discard();        // closes and removes the temporary file
  fs::path target_;
  fs::path temporary_;
  int descriptor_ = -1;
  uint64_t size_ = 0;
  std::vector<std::byte> buffer_;
};

// Writes a whole file atomically, as AtomicFile does.
Result<void> write_file(const fs::path& target, Bytes bytes);
Result<void> write_file(const fs::path& target, std::string_view text);

// The Error for a failed system call: "<doing> (<text of errno>): <path>", with a code and a hint that fit errno.
Error system_error(std::string_view doing, const fs::path& path, int error_number);

}  // namespace gs
