// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Text files of numbers as data sets have them, and folders of numbered files. All are untrusted: counts are checked
// and every number is finite.
#pragma once

#include <array>
#include <cstring>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/file.h"
#include "gs/core/result.h"
#include "gs/geometry/rigid.h"

namespace gs::importers {

// Largest image or point file that is read.
inline constexpr uint64_t kMostSensorFileBytes = 256u << 20;

// Rigid transform from a matrix [3, 4] in rows. `name` appears in errors. Errors: invalid_data if the left part is not
// a rotation.
Result<Rigid3d> rigid_from_rows(std::span<const double> matrix, std::string_view name);
// Rotation from a matrix [3, 3] in rows. Errors: invalid_data.
Result<Quaterniond> rotation_from_rows(std::span<const double> matrix, std::string_view name);

// A calibration file with lines "key: numbers". Blanks before a key are ignored, and text that is not a number ends a
// line's numbers.
class KeyedNumbers {
 public:
  // Parses the text; `name` appears in errors.
  static KeyedNumbers parse(std::string_view text, std::string name);
  // Reads a file. Errors: those of read_text_file(), limit_exceeded.
  static Result<KeyedNumbers> read(const std::filesystem::path& path);

  // True if the file has the key.
  bool has(const std::string& key) const { return values_.contains(key); }
  // The numbers of a key. Errors: invalid_data if there are not `count`, or one is not finite.
  Result<std::vector<double>> numbers(const std::string& key, std::size_t count) const;
  // Rotation of nine numbers, and rigid transform of twelve. Errors: invalid_data.
  Result<Quaterniond> rotation(const std::string& key) const;
  Result<Rigid3d> transform(const std::string& key) const;

 private:
  std::string name_;
  std::map<std::string, std::vector<double>> values_;
};

// Parses lines of exactly `columns` numbers; empty lines are skipped. `name` appears in errors. Errors: invalid_data.
Result<std::vector<std::vector<double>>> parse_number_lines(std::string_view text, std::size_t columns,
                                                            std::string_view name);
// Reads such a file. Errors: invalid_data; limit_exceeded (16 MiB); those of read_text_file().
Result<std::vector<std::vector<double>>> read_number_lines(const std::filesystem::path& path, std::size_t columns);

// Reads a file that is a list of N float32 a point. Errors: corrupt if it is empty or its length is not a multiple of a
// point; those of reading.
template <std::size_t N>
Result<std::vector<std::array<float, N>>> read_float_points(const std::filesystem::path& file) {
  constexpr std::size_t kPointBytes = N * sizeof(float);
  GS_TRY(const std::vector<std::byte> bytes, read_binary_file(file, kMostSensorFileBytes));
  if (bytes.empty() || bytes.size() % kPointBytes != 0) {
    return fail(ErrorCode::corrupt, "file of {} bytes is not a list of points of {} bytes: {}", bytes.size(),
                kPointBytes, file.string());
  }
  std::vector<std::array<float, N>> points(bytes.size() / kPointBytes);
  std::memcpy(points.data(), bytes.data(), bytes.size());
  return points;
}

// Files of a folder whose stem is a number (000012.png), by number. Other files are ignored. Errors: not_found, those
// of listing the folder.
Result<std::map<int, std::filesystem::path>> numbered_files(const std::filesystem::path& folder,
                                                            std::string_view extension);

// The absolute path of a folder without "." and without a separator at its end ("day/drive/" as shells complete it), so
// that its name and the folder above it can be taken from it.
std::filesystem::path whole_path(const std::filesystem::path& folder);

// Names of the folders directly in `folder`, sorted; empty if it cannot be listed.
std::vector<std::string> folder_names(const std::filesystem::path& folder);

// The entry of `found` that the user asked for (`wanted`), or the only one. `what` is "sequence" or the like. Errors:
// not_found that lists the names.
Result<std::string> choose_scene(const std::vector<std::string>& found, const std::string& wanted,
                                 std::string_view what, const std::filesystem::path& folder);

}  // namespace gs::importers
