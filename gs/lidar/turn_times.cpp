// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/lidar/turn_times.h"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <optional>
#include <vector>

namespace gs::lidar {
namespace {

constexpr double kNearest_m = 0.5;       // nearer points have no exact azimuth
constexpr std::size_t kFewestRings = 4;  // with at least kFewestOfRing points
constexpr std::size_t kFewestOfRing = 50;
constexpr double kLongestStep = 0.25;  // turn between two points of a ring that shows the sense
constexpr double kShortestStep = 1e-7;
constexpr double kInOrder = 0.95;  // share of steps in the sense of the turn
constexpr std::size_t kFewestDegrees = 300;
constexpr double kStartSpread = 0.08;  // turn: lasers of one firing point up to 13 deg apart
constexpr double kMostTurns = 1.1;
constexpr double kEarly = 0.005;  // turn by which a ring may begin before the start

// What the points of one ring show, in the order in which they are stored.
struct RingWalk {
  std::size_t points = 0;
  double first_rad = 0, last_rad = 0;
  std::size_t left = 0, right = 0;  // steps counter-clockwise and clockwise
  double turned = 0;                // sum of the steps, counter-clockwise

  void add(double x, double y) {
    const double azimuth = std::atan2(y, x);
    if (points++ == 0) first_rad = azimuth;
    const double step = points == 1 ? 0 : turn_from(last_rad, x, y, TurnSense::counter_clockwise);
    last_rad = azimuth;
    turned += step;
    if (std::abs(step) < kShortestStep || std::abs(step) > kLongestStep) return;
    ++(step > 0 ? left : right);
  }
};

bool has_azimuth(const DecodedPoint& point) {
  const Vec3d& p = point.position;
  return point.ring >= 0 && is_finite(p) && p.x * p.x + p.y * p.y > kNearest_m * kNearest_m;
}

// Rings with enough points, the ones with most points first: these miss least of the start.
std::vector<RingWalk> walk_rings(const DecodedSweep& sweep, std::bitset<360>& degrees) {
  std::map<int, RingWalk> rings;
  for (const DecodedPoint& point : sweep.points) {
    if (!has_azimuth(point)) continue;
    rings[point.ring].add(point.position.x, point.position.y);
    const double turn = turn_from(0, point.position.x, point.position.y, TurnSense::counter_clockwise) + 0.5;
    degrees.set(std::min<std::size_t>(359, static_cast<std::size_t>(360 * turn)));
  }
  std::vector<RingWalk> out;
  for (const auto& [number, ring] : rings) {
    if (ring.points >= kFewestOfRing) out.push_back(ring);
  }
  std::ranges::stable_sort(out, std::greater{}, &RingWalk::points);
  return out;
}

// The earliest of the first azimuths of the fuller half of the rings; empty if they lie apart.
std::optional<double> start_of(std::vector<RingWalk> rings, TurnSense sense) {
  rings.resize(rings.size() / 2);
  double sine = 0, cosine = 0;
  for (const RingWalk& ring : rings) sine += std::sin(ring.first_rad), cosine += std::cos(ring.first_rad);
  const double mean = std::atan2(sine, cosine);
  double earliest = 0;
  for (const RingWalk& ring : rings) {
    const double apart = turn_from(mean, std::cos(ring.first_rad), std::sin(ring.first_rad), sense);
    if (std::abs(apart) > kStartSpread) return std::nullopt;
    earliest = std::min(earliest, apart);
  }
  const double angle = 2 * std::numbers::pi * earliest;
  return mean + (sense == TurnSense::clockwise ? -angle : angle);
}

}  // namespace

Result<SweepTurn> find_turn(const DecodedSweep& sweep) {
  std::bitset<360> degrees;
  const std::vector<RingWalk> rings = walk_rings(sweep, degrees);
  if (rings.size() < kFewestRings) {
    return fail(ErrorCode::invalid_data, "{} rings have {} or more points, {} are needed", rings.size(), kFewestOfRing,
                kFewestRings);
  }
  if (degrees.count() < kFewestDegrees) {
    return fail(ErrorCode::invalid_data, "the points cover {} of 360 deg, {} are needed", degrees.count(),
                kFewestDegrees);
  }
  std::size_t left = 0, right = 0;
  for (const RingWalk& ring : rings) left += ring.left, right += ring.right;
  SweepTurn out{.sense = left > right ? TurnSense::counter_clockwise : TurnSense::clockwise};
  const double in_order = static_cast<double>(std::max(left, right)) / std::max(1.0, static_cast<double>(left + right));
  const bool once = std::ranges::all_of(rings, [](const RingWalk& r) { return std::abs(r.turned) < kMostTurns; });
  const std::optional<double> start = start_of(rings, out.sense);
  if (in_order < kInOrder || !once || !start) {
    return fail(ErrorCode::invalid_data, "the points of a ring are not stored in the order of measurement");
  }
  out.start_rad = *start;
  return out;
}

Result<void> set_turn_times(TurnSense sense, double period_s, DecodedSweep& sweep) {
  GS_TRY(const SweepTurn turn, find_turn(sweep));
  if (turn.sense != sense) {
    return fail(ErrorCode::invalid_data, "the points of the sweep turn the other way round than those before");
  }
  // Rings may begin a little before the start: that must not become a whole turn.
  std::map<int, double> before;  // of each ring: turn of its last point
  for (DecodedPoint& point : sweep.points) {
    if (!has_azimuth(point)) continue;
    double passed = turn_from(turn.start_rad, point.position.x, point.position.y, sense);
    if (passed < -kEarly) passed += 1;
    const auto [last, first_of_ring] = before.try_emplace(point.ring, passed);
    if (!first_of_ring && passed < last->second - 0.5) passed += 1;
    last->second = passed;
    point.time_s = static_cast<float>(std::max(0.0, passed) * period_s);
  }
  sweep.has_times = true;
  return {};
}

}  // namespace gs::lidar
