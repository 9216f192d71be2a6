// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>

#include "gs/mapping/objects/sighted_poses.h"

namespace gs::mapping {
namespace {

constexpr std::size_t kMinSpanPoints = 40, kMinSpans = 3;
constexpr std::size_t kSpanOutliers = 2;   // points beyond each end
constexpr double kTrimmed_m = 0.04;        // by which they shorten an object
constexpr std::size_t kDensePoints = 300;  // of sightings whose beams lie close together
constexpr double kWhole = 0.9;             // least share of the gathered length for a sighting that shows both ends
constexpr double kEnds_m = 0.1;            // such sightings agree within
constexpr double kBefore_m = 0.5;          // a sensor this far before the front sees it, and one behind sees the back
constexpr double kEnd_m = 0.03, kEndPerDistance = 0.003;  // beams are apart
constexpr double kSliding_m = 0.15, kOpen = 10;
constexpr double kNarrowEnd_m = 1.2, kWideEnd_m = 3.5;  // of vehicles
constexpr double kFromMiddle_m = 2;  // a sensor this far ahead of the middle or behind it sees an end
constexpr double kTooFar_m = 0.5;    // an end this far from its place is hidden by something
constexpr double kDrifted_m =
    2.5;  // both flanks together may lie this far from their place before the motion is smooth

// Both ends of the points of a sighting along an axis, and the sensor along and across it.
struct Span {
  uint32_t sighting;
  double low, high, sensor, sensor_across;
  std::size_t points;
  double length() const { return high - low; }
  double middle() const { return 0.5 * (low + high); }
};

std::vector<Span> spans_of(std::span<const ObjectPoint> points, float Vec3f::*axis = &Vec3f::x) {
  const auto across = axis == &Vec3f::x ? &Vec3f::y : &Vec3f::x;
  std::vector<Span> out;
  std::vector<double> values;
  for (std::size_t begin = 0; begin < points.size();) {
    const uint32_t sighting = points[begin].sighting;
    const Vec3f sensor = points[begin].ray_origin_in_object;
    values.clear();
    while (begin < points.size() && points[begin].sighting == sighting) {
      values.push_back(static_cast<double>(points[begin++].position_in_object.*axis));
    }
    if (values.size() < kMinSpanPoints) continue;
    std::ranges::sort(values);
    out.push_back({sighting, values[kSpanOutliers], values[values.size() - 1 - kSpanOutliers],
                   static_cast<double>(sensor.*axis), static_cast<double>(sensor.*across), values.size()});
  }
  return out;
}

// Adds variances along and across the heading to those of x and y.
void add_variance(std::array<double, 16>& covariance, double yaw, double along_m, double across_m) {
  const double c = std::cos(yaw), s = std::sin(yaw), a = along_m * along_m, b = across_m * across_m;
  covariance[0] += c * c * a + s * s * b;
  covariance[1] += c * s * (a - b), covariance[4] += c * s * (a - b);
  covariance[5] += s * s * a + c * c * b;
}

// The length that all but a tenth of the spans stay below; empty if there are too few.
std::optional<double> long_span(const std::vector<Span>& spans) {
  std::vector<double> lengths;
  for (const Span& span : spans) lengths.push_back(span.length());
  if (lengths.size() < kMinSpans) return std::nullopt;
  const auto long_one = lengths.begin() + static_cast<std::ptrdiff_t>(0.9 * static_cast<double>(lengths.size() - 1));
  std::nth_element(lengths.begin(), long_one, lengths.end());
  return *long_one;
}

// The length of the object by the sightings that show both ends; empty if there are too few.
std::optional<double> whole_length(const std::vector<Span>& spans, double gathered) {
  const double whole = long_span(spans).value_or(0);
  const auto both = std::ranges::count_if(spans, [&](const Span& s) { return std::abs(s.length() - whole) < kEnds_m; });
  if (whole < kWhole * gathered || both < static_cast<std::ptrdiff_t>(kMinSpans)) return std::nullopt;
  return whole;
}

// How far the points of a sighting lie ahead of where its ends say; empty if it shows no end for certain.
std::optional<double> ahead_of_ends(const Span& span, double length) {
  const double half = length / 2;
  if (span.sensor > half + kBefore_m) return span.high - half;
  if (span.sensor < -half - kBefore_m) return span.low + half;
  if (std::abs(span.length() - length) < kEnds_m) return span.middle();
  return std::nullopt;
}

// The middle of the object in one sighting, known with these deviations along and across the heading.
SightedPose middle_at(uint32_t sighting, const ObjectState& state, Vec3d in_object, double along_m, double across_m) {
  SightedPose out{.sighting = sighting, .point_in_object = {}, .yaw = state.yaw};
  out.point_in_map = state.map_from_object() * in_object;
  add_variance(out.covariance, state.yaw, along_m, across_m);
  out.covariance[10] = out.covariance[15] = kOpen * kOpen;
  return out;
}

}  // namespace

void add_ends(std::span<const ObjectPoint> points, const std::vector<ObjectState>& states, double gathered_length,
              std::vector<SightedPose>& poses) {
  const std::vector<Span> spans = spans_of(points);
  const auto length = whole_length(spans, gathered_length);
  if (!length) return;
  for (const Span& span : spans) {
    const auto ahead = ahead_of_ends(span, *length);
    if (!ahead || std::abs(*ahead) > kTooFar_m) continue;
    const ObjectState& state = states[span.sighting];
    for (SightedPose& pose : poses) {
      if (pose.sighting == span.sighting) add_variance(pose.covariance, state.yaw, kSliding_m, 0);
    }
    const double sigma_m = kEnd_m + kEndPerDistance * std::abs(span.sensor);
    poses.push_back(middle_at(span.sighting, state, {*ahead, 0, 0}, sigma_m, kOpen));
  }
}

void add_flanks(std::span<const ObjectPoint> points, const std::vector<ObjectState>& states,
                std::vector<SightedPose>& poses) {
  std::vector<Span> spans = spans_of(points, &Vec3f::y);
  const double width = long_span(spans).value_or(0);
  if (width < kNarrowEnd_m || width > kWideEnd_m) return;
  // From straight ahead or behind: the sides of the object are not seen.
  std::erase_if(spans, [&](const Span& s) {
    return std::abs(s.length() - width) > kEnds_m || std::abs(s.sensor - s.middle()) > 0.5 * width ||
           std::abs(s.sensor_across) < kFromMiddle_m || std::abs(s.middle()) > kDrifted_m;
  });
  if (spans.size() < kMinSpans) return;
  for (const Span& span : spans) {
    const ObjectState& state = states[span.sighting];
    for (SightedPose& pose : poses) {
      if (pose.sighting == span.sighting) add_variance(pose.covariance, state.yaw, 0, kSliding_m);
    }
    const double sigma_m = kEnd_m + kEndPerDistance * std::abs(span.sensor_across);
    poses.push_back(middle_at(span.sighting, state, {0, span.middle(), 0}, kOpen, sigma_m));
  }
}

std::optional<double> length_by_ends(std::span<const ObjectPoint> points, double gathered_length) {
  std::vector<Span> spans = spans_of(points);
  std::erase_if(spans, [](const Span& span) { return span.points < kDensePoints; });
  const auto length = whole_length(spans, gathered_length);
  if (!length) return std::nullopt;
  return *length + kTrimmed_m;
}

bool shows_length(std::span<const ObjectPoint> points, const ObjectExtent& gathered) {
  const std::vector<Span> spans = spans_of(points);
  const auto shows = [&](const Span& s) {
    const bool beside = s.sensor > gathered.low.x && s.sensor < gathered.high.x;
    return beside && std::abs(s.low - gathered.low.x) < kEnds_m && std::abs(s.high - gathered.high.x) < kEnds_m;
  };
  return std::ranges::count_if(spans, shows) >= static_cast<std::ptrdiff_t>(kMinSpans);
}

}  // namespace gs::mapping
