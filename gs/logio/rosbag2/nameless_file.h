// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A temporary file without a name: the system frees it when it is closed, also when the program is killed.
#pragma once

#include <filesystem>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::rosbag2 {

class NamelessFile {
 public:
  // In the system's folder for temporary files (TMPDIR, else /tmp).
  static Result<NamelessFile> create();
  NamelessFile(NamelessFile&& other) noexcept;
  NamelessFile& operator=(NamelessFile&&) = delete;
  ~NamelessFile();

  // Appends. disk_full when the folder has less than 16 MiB left.
  Result<void> write(Bytes bytes);
  // Overwrites bytes already written.
  Result<void> write_at(uint64_t offset, Bytes bytes);
  uint64_t size() const { return size_; }
  // Bytes that can still be written.
  Result<uint64_t> free_bytes() const;
  // Maps what was written; valid as long as the file lives. Call it once, after the last write.
  Result<Bytes> map();

 private:
  NamelessFile(int descriptor, std::filesystem::path folder) : descriptor_(descriptor), folder_(std::move(folder)) {}
  int descriptor_ = -1;
  std::filesystem::path folder_;
  uint64_t size_ = 0;
  uint64_t checked_ = 0;  // size at which the free space was last looked at
  Bytes mapped_;
};

}  // namespace gs::rosbag2
