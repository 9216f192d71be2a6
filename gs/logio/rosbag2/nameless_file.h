// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Temporary file without a name. The system frees it when it is closed, even if the program is killed.
#pragma once

#include <filesystem>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::logio::rosbag2 {

// File that grows by write(), and is then mapped once.
class NamelessFile {
 public:
  // Creates the file in the folder for temporary files (TMPDIR, otherwise /tmp).
  static Result<NamelessFile> create();
  NamelessFile(NamelessFile&& other) noexcept;
  NamelessFile& operator=(NamelessFile&&) = delete;
  ~NamelessFile();

  // Appends. Errors: disk_full if less than 16 MiB would remain for other programs.
  Result<void> write(Bytes bytes);
  // Overwrites bytes that were already written.
  Result<void> write_at(uint64_t offset, Bytes bytes);
  uint64_t size() const { return size_; }
  // Number of bytes that can still be written.
  Result<uint64_t> free_bytes() const;
  // Maps the content; valid as long as the file lives. Call once, after the last write().
  Result<Bytes> map();

 private:
  NamelessFile(int descriptor, std::filesystem::path folder) : descriptor_(descriptor), folder_(std::move(folder)) {}
  int descriptor_ = -1;
  std::filesystem::path folder_;
  uint64_t size_ = 0;
  uint64_t checked_ = 0;  // file size at the last check of the free space
  Bytes mapped_;
};

}  // namespace gs::logio::rosbag2
