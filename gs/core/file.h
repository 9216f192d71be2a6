// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Files: whole reads, memory maps, and outputs that appear whole or not at all.
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

constexpr uint64_t kMaxTextFileBytes = 256ull << 20;

// Reads a whole regular file. Refuses more than max_bytes before allocating.
Result<std::string> read_text_file(const fs::path& path, uint64_t max_bytes = kMaxTextFileBytes);
Result<std::vector<std::byte>> read_binary_file(const fs::path& path, uint64_t max_bytes);

// A read-only memory map. Pages are shared and reclaimable, so it does not count as resident memory of ours.
// The file must not be shortened while it is mapped (the system would deliver SIGBUS).
class MappedFile {
 public:
  enum class Access { sequential, random };
  static Result<MappedFile> open(const fs::path& path, Access access = Access::sequential);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  Bytes bytes() const { return {data_, size_}; }
  // Tells the system that these bytes are no longer needed: streaming readers keep few pages resident.
  void drop_pages(std::size_t offset, std::size_t count) const;

 private:
  MappedFile(const std::byte* data, std::size_t size) : data_(data), size_(size) {}
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

// A file written beside its target under a temporary name; commit() makes it durable and visible. Destroyed without
// commit(), it leaves nothing. Writes are buffered.
class AtomicFile {
 public:
  static Result<AtomicFile> create(const fs::path& target);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&& other) noexcept;
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  Result<void> write(Bytes bytes);
  Result<void> write(std::string_view text) { return write(as_bytes(text)); }
  // Several pieces one after the other; large ones go to the system together, without a copy.
  Result<void> write(std::span<const Bytes> pieces);
  // Overwrites bytes already written (headers whose fields are known last).
  Result<void> write_at(uint64_t offset, Bytes bytes);
  uint64_t size() const { return size_; }
  // flush, fsync, rename over the target, fsync of the folder.
  Result<void> commit();

 private:
  AtomicFile(fs::path target, fs::path temporary, int descriptor);
  Result<void> flush();
  void discard();
  fs::path target_;
  fs::path temporary_;
  int descriptor_ = -1;
  uint64_t size_ = 0;
  std::vector<std::byte> buffer_;
};

Result<void> write_file(const fs::path& target, Bytes bytes);
Result<void> write_file(const fs::path& target, std::string_view text);

// The error of errno, in words, with the path last.
Error system_error(std::string_view doing, const fs::path& path, int error_number);

}  // namespace gs
