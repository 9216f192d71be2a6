// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// NumPy arrays: .npy (versions 1 to 3) and .npz (a zip of them). Reading only; numbers of 1 to 8 bytes, little endian.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "gs/assets/npz/zip.h"
#include "gs/core/bytes.h"
#include "gs/core/file.h"
#include "gs/core/result.h"

namespace gs {

struct NpyArray {
  char kind = 'f';             // f float, i signed, u unsigned, b bool
  std::size_t item_bytes = 4;  // f: 4, 8; i, u: 1, 2, 4, 8; b: 1
  bool fortran_order = false;
  std::vector<std::size_t> shape{};  // empty: a scalar
  std::vector<std::byte> data{};

  std::size_t size() const;  // number of items
  // Items in C order (last index fastest) whatever the file had.
  std::vector<double> to_doubles() const;
  std::vector<float> to_floats() const;  // values beyond float become infinite
};

Result<NpyArray> parse_npy(std::vector<std::byte> file);

class NpzFile {
 public:
  static Result<NpzFile> open(const std::filesystem::path& path);
  static Result<NpzFile> borrow(Bytes file);  // file outlives the result

  std::vector<std::string> names() const;  // without ".npy"
  bool has(std::string_view name) const { return find(name) != nullptr; }
  Result<NpyArray> read(std::string_view name) const;

 private:
  const ZipMember* find(std::string_view name) const;
  std::vector<MappedFile> mapping_;  // none or one: borrowed or opened
  Bytes file_;
  std::vector<ZipMember> members_;
};

}  // namespace gs
