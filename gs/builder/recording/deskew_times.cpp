// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/recording/deskew_times.h"

#include <algorithm>
#include <cmath>

#include "gs/core/format.h"

namespace gs::builder {
namespace {

constexpr uint64_t kMaxBytes = 64u << 20;

}  // namespace

StoredTimes quantized_times(std::span<const float> offsets_s) {
  if (offsets_s.empty()) return {};
  const auto [low, high] = std::ranges::minmax_element(offsets_s);
  StoredTimes times{.first_s = *low, .step_s = (*high - *low) / 255};
  times.steps.reserve(offsets_s.size());
  // All points at the same time: step 0.
  const float scale = times.step_s > 0 ? 1 / times.step_s : 0;
  for (const float offset : offsets_s) {
    times.steps.push_back(static_cast<uint8_t>(std::clamp(std::lrint((offset - *low) * scale), 0l, 255l)));
  }
  return times;
}

std::string write_stored_times(const StoredTimes& times) {
  // 8 bytes of header, then one byte per point.
  std::string out(8 + times.steps.size(), '\0');
  std::memcpy(out.data(), &times.first_s, 4);
  std::memcpy(out.data() + 4, &times.step_s, 4);
  std::ranges::copy(times.steps, reinterpret_cast<uint8_t*>(out.data()) + 8);
  return out;
}

Result<StoredTimes> read_stored_times(const fs::path& path) {
  GS_TRY(const std::vector<std::byte> bytes, read_binary_file(path, kMaxBytes));
  if (bytes.size() < 8) return fail(ErrorCode::truncated, "{} bytes of point times: {}", bytes.size(), path.string());
  StoredTimes times{.first_s = load_le<float>(bytes.data()), .step_s = load_le<float>(bytes.data() + 4)};
  if (!std::isfinite(times.first_s) || !std::isfinite(times.step_s)) {
    return fail(ErrorCode::corrupt, "point times are not finite: {}", path.string());
  }
  const auto* steps = reinterpret_cast<const uint8_t*>(bytes.data()) + 8;
  times.steps.assign(steps, steps + bytes.size() - 8);
  return times;
}

std::string stored_times_path(const std::string& lidar_key, std::size_t index) {
  return format("point_times/{}/{:010}.bin", lidar_key, index);
}

}  // namespace gs::builder
