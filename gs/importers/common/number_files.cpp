// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/importers/common/number_files.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "gs/core/file.h"
#include "gs/core/text/decimal.h"
#include "gs/core/text/words.h"

namespace gs::importers {
namespace {

constexpr uint64_t kMostCalibrationBytes = 1u << 20;
// 70,000 poses. A line takes up to 28 times its bytes in memory.
constexpr uint64_t kMostTableBytes = 16u << 20;

// Calls use(line number from 1, line) for every line until it fails.
template <class Use>
Result<void> for_each_line(std::string_view text, const Use& use) {
  for (std::size_t begin = 0, number = 1; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    GS_CHECK(use(number, text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return {};
}

}  // namespace

Result<Quaterniond> rotation_from_rows(std::span<const double> m, std::string_view name) {
  const Mat3d matrix{{{m[0], m[1], m[2]}, {m[3], m[4], m[5]}, {m[6], m[7], m[8]}}};
  // A rotation has determinant 1 (a mirror image has -1), and its transpose is its inverse.
  const Mat3d square = matrix * transpose(matrix);
  double largest = std::abs(determinant(matrix) - 1.0);
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) {
      largest = std::max(largest, std::abs(square.m[row][column] - (row == column ? 1.0 : 0.0)));
    }
  }
  if (!(largest < 1e-2)) {
    return fail(ErrorCode::invalid_data, "'{}' is not a rotation matrix: R * transpose(R) differs from 1 by {:.3g}",
                name, largest);
  }
  return normalized(to_quaternion(matrix));
}

Result<Rigid3d> rigid_from_rows(std::span<const double> m, std::string_view name) {
  const double rotation[] = {m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]};
  GS_TRY(const Quaterniond r, rotation_from_rows(rotation, name));
  return Rigid3d{r, {m[3], m[7], m[11]}};
}

KeyedNumbers KeyedNumbers::parse(std::string_view text, std::string name) {
  KeyedNumbers file;
  file.name_ = std::move(name);
  // No line is refused, so there is no error to pass on.
  static_cast<void>(for_each_line(text, [&](std::size_t, std::string_view all) -> Result<void> {
    const std::string line(all);
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) return {};
    // Some sets indent their keys.
    const std::size_t begin = std::min(line.find_first_not_of(" \t"), colon);
    std::vector<double>& values = file.values_[line.substr(begin, colon - begin)];
    const char* at = line.c_str() + colon + 1;
    // strtod stops at the first word that is no number; numbers() then refuses the wrong count.
    for (char* after = nullptr;; at = after) {
      const double value = std::strtod(at, &after);
      if (after == at) break;
      values.push_back(value);
    }
    return {};
  }));
  return file;
}

Result<KeyedNumbers> KeyedNumbers::read(const fs::path& path) {
  GS_TRY(const std::string text, read_text_file(path, kMostCalibrationBytes));
  return parse(text, path.string());
}

Result<std::vector<double>> KeyedNumbers::numbers(const std::string& key, std::size_t count) const {
  const auto found = values_.find(key);
  if (found == values_.end() || found->second.size() != count) {
    return fail(ErrorCode::invalid_data, "'{}' must have {} numbers: {}", key, count, name_);
  }
  for (const double value : found->second) {
    if (!std::isfinite(value)) return fail(ErrorCode::invalid_data, "'{}' is not finite: {}", key, name_);
  }
  return found->second;
}

Result<Quaterniond> KeyedNumbers::rotation(const std::string& key) const {
  GS_TRY(const std::vector<double> m, numbers(key, 9));
  return rotation_from_rows(m, key).with_context(name_);
}

Result<Rigid3d> KeyedNumbers::transform(const std::string& key) const {
  GS_TRY(const std::vector<double> m, numbers(key, 12));
  return rigid_from_rows(m, key).with_context(name_);
}

Result<std::vector<std::vector<double>>> parse_number_lines(std::string_view text, std::size_t columns,
                                                            std::string_view name) {
  std::vector<std::vector<double>> rows;
  GS_CHECK(for_each_line(text, [&](std::size_t number, std::string_view line) -> Result<void> {
    const std::vector<std::string_view> words = split_words(line);
    if (words.empty()) return {};
    if (words.size() != columns) {
      return fail(ErrorCode::invalid_data, "line {} has {} numbers, {} are expected: {}", number, words.size(), columns,
                  name);
    }
    std::vector<double>& row = rows.emplace_back();
    row.reserve(columns);
    for (const std::string_view word : words) {
      const auto value = parse_decimal(word);
      if (!value || !std::isfinite(*value)) {
        return fail(ErrorCode::invalid_data, "line {}: '{}' is not a finite number: {}", number, word.substr(0, 40),
                    name);
      }
      row.push_back(*value);
    }
    return {};
  }));
  return rows;
}

Result<std::vector<std::vector<double>>> read_number_lines(const fs::path& path, std::size_t columns) {
  GS_TRY(const std::string text, read_text_file(path, kMostTableBytes));
  return parse_number_lines(text, columns, path.string());
}

Result<std::map<int, fs::path>> numbered_files(const fs::path& folder, std::string_view extension) {
  std::map<int, fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string file = at->path().filename().string();
    if (!file.ends_with(extension)) continue;
    const std::string stem = file.substr(0, file.size() - extension.size());
    int number = 0;
    const auto [last, status] = std::from_chars(stem.data(), stem.data() + stem.size(), number);
    // Other files lie beside the data: notes of people, thumbnails of file managers.
    if (status != std::errc() || last != stem.data() + stem.size() || number < 0) continue;
    files.emplace(number, at->path());
  }
  if (error) return system_error("cannot list", folder, error.value());
  return files;
}

fs::path whole_path(const fs::path& folder) {
  std::error_code ignored;
  const fs::path path = fs::absolute(folder, ignored).lexically_normal();
  // "sequences/04/" has no file name; its parent is "sequences/04".
  return path.has_filename() ? path : path.parent_path();
}

std::vector<std::string> folder_names(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (at->is_directory(ignored)) names.push_back(at->path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

Result<std::string> choose_scene(const std::vector<std::string>& found, const std::string& wanted,
                                 std::string_view what, const fs::path& folder) {
  if (std::ranges::find(found, wanted) != found.end()) return wanted;
  if (wanted.empty() && found.size() == 1) return found.front();
  constexpr std::size_t kMostListed = 40;
  std::string names;
  for (std::size_t i = 0; i < found.size() && i < kMostListed; ++i) names += " " + found[i];
  if (found.size() > kMostListed) names += format(" and {} more", found.size() - kMostListed);
  if (!wanted.empty()) {
    return fail(ErrorCode::not_found, "no {} '{}': {}", what, wanted, folder.string())
        .with_hint(found.empty() ? "the folder has none" : "use one of:" + names);
  }
  return fail(ErrorCode::not_found, "expected one {}, found {}: {}", what, found.size(), folder.string())
      .with_hint(found.empty() ? "check that the set was unpacked completely" : "choose one with --scene:" + names);
}

}  // namespace gs::importers
