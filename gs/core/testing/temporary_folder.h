// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A new, empty folder for one test, removed when the object is destroyed. Test code only.
#pragma once

#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>

#include "gs/core/expect.h"
#include "gs/core/file.h"

namespace gs {

// The folder lies in the system's folder for temporary files; folder / "name" is a path inside it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "gs_test_XXXXXX").string();
    GS_EXPECT(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const fs::path& path() const { return path_; }
  fs::path operator/(std::string_view name) const { return path_ / name; }
  // Number of files and folders directly inside it.
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
  }

 private:
  fs::path path_;
};

}  // namespace gs
