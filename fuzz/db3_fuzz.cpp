// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Opens any bytes as a rosbag2 SQLite file. open_db3() takes a path, so the bytes are written to a temporary file.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>

#include "gs/logio/rosbag2/db3_reader.h"

namespace {

struct ScratchFile {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("fuzz_db3-" + std::to_string(::getpid()) + ".db3");
  ~ScratchFile() {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const ScratchFile scratch;
  std::FILE* file = std::fopen(scratch.path.c_str(), "wb");
  if (file == nullptr) return 0;
  std::fwrite(data, 1, size, file);
  std::fclose(file);
  gs::Problems problems(10);
  const auto log = gs::logio::open_db3(scratch.path, problems);
  if (!log) return 0;
  for (const gs::logio::Order order : {gs::logio::Order::file, gs::logio::Order::log_time}) {
    const auto stream = (*log)->read({.order = order}, problems);
    for (int i = 0; stream && i < 100; ++i) {
      const auto batch = (*stream)->next_batch();
      if (!batch || batch->empty()) break;
    }
  }
  return 0;
}
