// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/actors/sample_colours.h"

#include <algorithm>
#include <limits>

#include "gs/core/parallel.h"

namespace gs::builder {
namespace {

constexpr std::size_t kDonors = 1500;  // samples with a colour that others may take it from
constexpr Rgb8 kGrey{128, 128, 128};

}  // namespace

void SampleColours::add(std::size_t i, Rgb8 rgb, float quality) {
  Seen& seen = seen_[i];
  if (seen.count < kViews) {
    seen.rgb[seen.count] = rgb, seen.quality[seen.count] = quality;
    ++seen.count;
    return;
  }
  const auto worst = std::min_element(seen.quality.begin(), seen.quality.end());
  if (!(quality > *worst)) return;
  *worst = quality;
  seen.rgb[static_cast<std::size_t>(worst - seen.quality.begin())] = rgb;
}

double SampleColours::coverage() const {
  if (seen_.empty()) return 0;
  const auto known = std::count_if(seen_.begin(), seen_.end(), [](const Seen& s) { return s.count > 0; });
  return static_cast<double>(known) / static_cast<double>(seen_.size());
}

Rgb8 SampleColours::median_of(const Seen& seen) const {
  Rgb8 out;
  for (std::size_t c = 0; c < 3; ++c) {
    std::array<uint8_t, kViews> values{};
    for (std::size_t k = 0; k < seen.count; ++k) values[k] = seen.rgb[k][c];
    const auto middle = values.begin() + seen.count / 2;
    std::nth_element(values.begin(), middle, values.begin() + seen.count);
    out[c] = *middle;
  }
  return out;
}

std::vector<Rgb8> SampleColours::finish(std::span<const SurfaceSample> samples, bool mirrored) const {
  std::vector<Rgb8> out(seen_.size(), kGrey);
  std::vector<std::size_t> known;
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    if (seen_[i].count == 0) continue;
    out[i] = median_of(seen_[i]);
    known.push_back(i);
  }
  if (known.empty()) return out;
  std::vector<std::size_t> donors;
  const std::size_t count = std::min(known.size(), kDonors);
  for (std::size_t k = 0; k < count; ++k) donors.push_back(known[k * known.size() / count]);
  parallel_for(
      seen_.size(),
      [&](std::size_t i) {
        if (seen_[i].count > 0) return;
        const Vec3f p = samples[i].position;
        float nearest = std::numeric_limits<float>::infinity();
        for (const std::size_t donor : donors) {
          const Vec3f q = samples[donor].position, other{q.x, -q.y, q.z};
          const Vec3f d = p - q, e = p - other;
          const float distance = mirrored ? std::min(dot(d, d), dot(e, e)) : dot(d, d);
          if (distance < nearest) nearest = distance, out[i] = out[donor];
        }
      },
      256);
  return out;
}

}  // namespace gs::builder
