// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// NumPy arrays: .npy (versions 1 to 3) and .npz (a zip of them). Reading only; little-endian numbers of 1 to 8 bytes.
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

namespace gs::assets {

// One array as stored.
struct NpyArray {
  char kind = 'f';             // f float, i signed, u unsigned, b bool
  std::size_t item_bytes = 4;  // f: 4, 8; i, u: 1, 2, 4, 8; b: 1
  bool fortran_order = false;
  std::vector<std::size_t> shape{};  // empty: a scalar
  std::vector<std::byte> data{};

  std::size_t size() const;  // number of items
  // Items in C order (last index fastest), whatever the order in the file.
  std::vector<double> to_doubles() const;
  std::vector<float> to_floats() const;  // values beyond the range of float become infinite
};

// Parses one .npy file. Errors: corrupt, truncated, version_mismatch, unsupported (records, big endian).
Result<NpyArray> parse_npy(std::vector<std::byte> file);

// An archive whose arrays are read on demand.
class NpzFile {
 public:
  // Opens (maps) a file, or borrows its bytes.
  static Result<NpzFile> open(const std::filesystem::path& path);
  static Result<NpzFile> borrow(Bytes file);  // `file` must outlive the result

  // Names of the arrays, a test for one, and its content. Errors of read(): not_found, those of the zip file and of
  // parse_npy().
  std::vector<std::string> names() const;  // without ".npy"
  bool has(std::string_view name) const { return find(name) != nullptr; }
  Result<NpyArray> read(std::string_view name) const;

 private:
  const ZipMember* find(std::string_view name) const;
  std::vector<MappedFile> mapping_;  // none or one: borrowed or opened
  Bytes file_;
  std::vector<ZipMember> members_;
};

}  // namespace gs::assets
