// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/actors/sun_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "gs/core/numbers/math.h"
#include "gs/core/parallel.h"

namespace gs::builder {
namespace {

constexpr std::size_t kAzimuths = 72, kElevations = 15;
constexpr double kStep_deg = 5, kLowest_deg = 10;
constexpr double kContact_m = 0.3;
constexpr double kLeastStrength = 0.08, kLeastSigmas = 4;
constexpr double kAgreeAzimuth_deg = 15, kAgreeElevation_deg = 10;
constexpr std::size_t kLeastSamples = 100;  // in a shadow; directions with fewer are not compared

// Sum and number of log ratios.
struct Total {
  double sum = 0;
  std::size_t count = 0;
};
// By azimuth and elevation.
using Totals = std::array<std::array<Total, kElevations>, kAzimuths>;

// A point in the axes of a box.
Vec2d in_box(const CastingBox& box, Vec2d at) {
  const Vec2d off = at - box.centre;
  const double c = std::cos(box.yaw), s = std::sin(box.yaw);
  return {c * off.x + s * off.y, c * off.y - s * off.x};
}

// Whether the point is below the box or so near that its contact shadow counts.
bool touches(const CastingBox& box, Vec2d at) {
  const Vec2d p = in_box(box, at);
  const double x = std::max(std::abs(p.x) - box.length / 2, 0.0), y = std::max(std::abs(p.y) - box.width / 2, 0.0);
  return std::hypot(x, y) < kContact_m;
}

// Distance from the point to the footprint along a direction of map [m]; negative if the line misses it.
double way_to(const CastingBox& box, Vec2d at, double azimuth) {
  const Vec2d p = in_box(box, at);
  const Vec2d d{std::cos(azimuth - box.yaw), std::sin(azimuth - box.yaw)};
  double enter = 0, leave = 1e9;
  const auto slab = [&](double from, double along, double half) {
    if (std::abs(along) < 1e-9) {
      if (std::abs(from) > half) leave = -1;
      return;
    }
    const double a = (-half - from) / along, b = (half - from) / along;
    enter = std::max(enter, std::min(a, b)), leave = std::min(leave, std::max(a, b));
  };
  slab(p.x, d.x, box.length / 2);
  slab(p.y, d.y, box.width / 2);
  return enter <= leave ? enter : -1;
}

// Number of elevations, from the lowest, at which one of the boxes hides the sun from the point.
std::size_t hidden_elevations(std::span<const CastingBox> boxes, Vec2d at, double azimuth) {
  std::size_t most = 0;
  for (const CastingBox& box : boxes) {
    const double way = way_to(box, at, azimuth);
    if (way < 0) continue;
    const double highest_deg = std::atan2(box.height, way) * 180 / kPi;
    if (highest_deg < kLowest_deg) continue;
    const auto count = static_cast<std::size_t>((highest_deg - kLowest_deg) / kStep_deg) + 1;
    most = std::max(most, std::min(count, kElevations));
  }
  return most;
}

// Log ratios in the shadow of every direction.
Totals totals_of(std::span<const RoadImage> images) {
  Totals totals{};
  parallel_for(
      kAzimuths,
      [&](std::size_t a) {
        const double azimuth = static_cast<double>(a) * kStep_deg * kPi / 180;
        for (const RoadImage& image : images) {
          for (const RoadSample& sample : image.samples) {
            const std::size_t hidden = hidden_elevations(image.boxes, sample.at, azimuth);
            if (hidden == 0) continue;
            totals[a][hidden - 1].sum += static_cast<double>(sample.log_ratio);
            ++totals[a][hidden - 1].count;
          }
        }
        for (std::size_t e = kElevations - 1; e > 0; --e) {  // what hides a high sun hides a lower one, too
          totals[a][e - 1].sum += totals[a][e].sum;
          totals[a][e - 1].count += totals[a][e].count;
        }
      },
      1);
  return totals;
}

// Mean of the values, or of the darker ones if there are two kinds: where a building shades the road already, an object
// takes no light away. Two kinds: split so that the variance inside of both parts is smallest (Otsu 1979), their means
// lie 4 standard deviations apart. Halves of one normal distribution lie 2.6 apart.
double darker_mean(std::vector<double> values) {
  std::ranges::sort(values);
  const auto count = static_cast<double>(values.size());
  double sum = 0, squares = 0;
  for (const double v : values) sum += v, squares += v * v;
  double low_sum = 0, best = -1, best_mean = 0, best_gap = 0;
  for (std::size_t k = 1; k < values.size(); ++k) {
    low_sum += values[k - 1];
    const auto n = static_cast<double>(k);
    const double low = low_sum / n, gap = (sum - low_sum) / (count - n) - low;
    const double between = n * (count - n) * gap * gap;
    if (between > best) best = between, best_mean = low, best_gap = gap;
  }
  const double mean = sum / count, within = squares / count - mean * mean - best / (count * count);
  return best_gap * best_gap > 16 * std::max(within, 0.0) ? best_mean : mean;
}

// Light that is missing in the shadow of direction (a, e). Points that a sun one step higher would leave in shadow,
// too, do not lie at its edge, where some are lit.
double strength_of(std::span<const RoadImage> images, const Totals& totals, std::size_t a, std::size_t e) {
  const bool inner = e + 1 < kElevations && totals[a][e + 1].count >= kLeastSamples;
  const double azimuth = static_cast<double>(a) * kStep_deg * kPi / 180;
  std::vector<double> values;
  for (const RoadImage& image : images) {
    for (const RoadSample& sample : image.samples) {
      if (hidden_elevations(image.boxes, sample.at, azimuth) > (inner ? e + 1 : e))
        values.push_back(static_cast<double>(sample.log_ratio));
    }
  }
  return 1 - std::exp(darker_mean(std::move(values)));
}

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// The best direction with its strength; empty if nothing gets darker in any. With `distinct` it must stand out, too.
std::optional<world::SunLight> best_direction(std::span<const RoadImage> images, bool distinct) {
  const Totals totals = totals_of(images);
  std::vector<double> scores;
  double best = 0;
  std::size_t azimuth = 0, elevation = 0;
  for (std::size_t a = 0; a < kAzimuths; ++a) {
    for (std::size_t e = 0; e < kElevations; ++e) {
      const Total& total = totals[a][e];
      if (total.count < kLeastSamples) continue;
      const auto count = static_cast<double>(total.count);
      scores.push_back(-total.sum / std::sqrt(count));
      if (scores.back() <= best) continue;
      best = scores.back(), azimuth = a, elevation = e;
    }
  }
  if (best <= 0) return std::nullopt;
  const double median = median_of(scores);
  std::vector<double> deviations;
  for (const double score : scores) deviations.push_back(std::abs(score - median));
  const double sigma = 1.4826 * median_of(std::move(deviations));
  if (distinct && best <= median + kLeastSigmas * sigma) return std::nullopt;
  const double strength = strength_of(images, totals, azimuth, elevation);
  if (distinct && strength <= kLeastStrength) return std::nullopt;
  return world::SunLight{.azimuth_deg = static_cast<double>(azimuth) * kStep_deg,
                         .elevation_deg = kLowest_deg + static_cast<double>(elevation) * kStep_deg,
                         .strength = strength};
}

}  // namespace

std::optional<world::SunLight> fit_sun(std::span<const RoadImage> images) {
  std::vector<RoadImage> free(images.begin(), images.end());
  for (RoadImage& image : free) {
    std::erase_if(image.samples, [&](const RoadSample& sample) {
      return std::ranges::any_of(image.boxes, [&](const CastingBox& box) { return touches(box, sample.at); });
    });
  }
  const std::optional<world::SunLight> sun = best_direction(free, true);
  if (!sun) return std::nullopt;
  // Images come camera by camera: the first and third quarter of them, and the second and fourth.
  std::array<std::vector<RoadImage>, 2> halves;
  for (std::size_t k = 0; k < free.size(); ++k) halves[4 * k / free.size() % 2].push_back(std::move(free[k]));
  for (const std::vector<RoadImage>& half : halves) {
    const std::optional<world::SunLight> own = best_direction(half, false);
    if (!own || std::abs(std::remainder(own->azimuth_deg - sun->azimuth_deg, 360)) > kAgreeAzimuth_deg ||
        std::abs(own->elevation_deg - sun->elevation_deg) > kAgreeElevation_deg)
      return std::nullopt;
  }
  return sun;
}

}  // namespace gs::builder
