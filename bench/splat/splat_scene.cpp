// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/splat/splat_scene.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "gs/core/file.h"

namespace bench {
namespace {

using namespace gs;

// All numbers of the value of a key: a number, or nested lists of numbers.
Result<std::vector<double>> numbers_of(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(format("\"{}\"", key));
  if (at == std::string_view::npos) return fail(ErrorCode::invalid_data, "the cameras have no \"{}\"", key);
  std::vector<double> numbers;
  int depth = 0;
  for (std::size_t i = text.find(':', at) + 1; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '[') ++depth;
    if (c == ']') --depth;
    if (c == '}' || (depth == 0 && (c == ',' || c == ']'))) break;
    if (c != '-' && (c < '0' || c > '9')) continue;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data() + i, text.data() + text.size(), value);
    if (error != std::errc()) return fail(ErrorCode::invalid_data, "\"{}\" holds something that is not a number", key);
    numbers.push_back(value);
    i = static_cast<std::size_t>(end - text.data()) - 1;
  }
  if (numbers.empty()) return fail(ErrorCode::invalid_data, "\"{}\" is empty", key);
  return numbers;
}

}  // namespace

Result<std::vector<splat::RenderView>> read_cameras(const std::filesystem::path& path) {
  GS_TRY(const std::string text, read_text_file(path));
  double value[6];
  const std::string_view keys[6] = {"width", "height", "fx", "fy", "cx", "cy"};
  for (int k = 0; k < 6; ++k) {
    GS_TRY(const std::vector<double> found, numbers_of(text, keys[k]));
    value[k] = found.front();
  }
  CameraD camera{.width = static_cast<int>(value[0]), .height = static_cast<int>(value[1])};
  camera.fx = value[2], camera.fy = value[3], camera.cx = value[4] - 0.5, camera.cy = value[5] - 0.5;
  GS_TRY(const std::vector<double> m, numbers_of(text, "world_to_camera"));
  if (m.size() % 16 != 0)
    return fail(ErrorCode::invalid_data, "world_to_camera holds {} numbers, not 16 each", m.size());
  std::vector<splat::RenderView> views;
  for (std::size_t at = 0; at < m.size(); at += 16) {
    const double* p = m.data() + at;
    const Mat3d rotation = Mat3d::from_rows({p[0], p[1], p[2]}, {p[4], p[5], p[6]}, {p[8], p[9], p[10]});
    const Rigid3d camera_from_map{to_quaternion(rotation), {p[3], p[7], p[11]}};
    views.push_back({with_limits(camera), camera_from_map.inverse(), {}});
  }
  return views;
}

Difference compare(const std::vector<uint8_t>& a, const std::vector<uint8_t>& b) {
  if (a.size() != b.size() || a.empty()) return {.psnr_db = 0, .largest = 255, .share_different = 1};
  double squares = 0;
  Difference out;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const int d = std::abs(a[i] - b[i]);
    squares += d * d;
    out.largest = std::max(out.largest, d);
    out.share_different += d != 0;
  }
  const auto count = static_cast<double>(a.size());
  out.share_different /= count;
  out.psnr_db = squares == 0 ? 200.0 : 10 * std::log10(255.0 * 255.0 * count / squares);
  return out;
}

}  // namespace bench
