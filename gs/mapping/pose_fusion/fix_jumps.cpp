// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/pose_fusion/fix_jumps.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace gs::mapping {
namespace {

constexpr double kLeastJump_m = 5, kJumpSigmas = 4, kShareOfWay = 0.2, kFastest_mps = 70;
constexpr std::size_t kMostTried = 100;

// Fixes between two jumps.
struct SteadyPart {
  std::size_t first = 0, last = 0;  // both inclusive
  Vec3d jumped{};                   // sum of the jumps before it
};

double level_length(Vec3d v) { return std::hypot(v.x, v.y); }

// The longest step between two poses of the path from one time to another, beyond what a vehicle drives [m]: the path
// was reset, or changed its map.
double jump_of_path(const Trajectory& path, Timestamp from, Timestamp to) {
  const std::vector<StampedPose>& poses = path.poses();
  auto next = std::ranges::upper_bound(poses, from, {}, &StampedPose::stamp);
  if (next == poses.begin() && next != poses.end()) ++next;
  double longest_m = 0;
  for (; next != poses.end() && (next - 1)->stamp < to; ++next) {
    const StampedPose &a = *(next - 1), &b = *next;
    const double step_m = level_length(b.map_from_body.translation - a.map_from_body.translation);
    longest_m = std::max(longest_m, step_m - kFastest_mps * (b.stamp - a.stamp).seconds());
  }
  return longest_m;
}

// Number of fixes in the parts that lie near one part: those whose jumps cancel.
std::size_t size_near(const std::vector<SteadyPart>& parts, const SteadyPart& centre) {
  std::size_t count = 0;
  for (const SteadyPart& part : parts) {
    if (level_length(part.jumped - centre.jumped) < kLeastJump_m) count += part.last - part.first + 1;
  }
  return count;
}

// The part that agrees with most fixes; of equals, the earliest. Only the longest parts are tried: fixes that jump all
// the time would take the square of their number.
const SteadyPart& best_of(const std::vector<SteadyPart>& parts) {
  std::vector<std::size_t> tried(parts.size());
  std::iota(tried.begin(), tried.end(), std::size_t{0});
  if (tried.size() > kMostTried) {
    std::ranges::stable_sort(tried, std::greater{}, [&](std::size_t i) { return parts[i].last - parts[i].first; });
    tried.resize(kMostTried);
    std::ranges::sort(tried);
  }
  std::size_t best = tried[0], most = 0;
  for (const std::size_t i : tried) {
    const std::size_t size = size_near(parts, parts[i]);
    if (size > most) most = size, best = i;
  }
  return parts[best];
}

}  // namespace

SteadyFixes without_jumps(const Trajectory& path, const std::vector<PositionFix>& fixes, Vec3d antenna_in_base) {
  SteadyFixes out{.fixes = fixes};
  const auto fit = fit_alignment(path, fixes, antenna_in_base);
  if (!fit) return out;
  std::vector<SteadyPart> parts;
  Vec3d last_offset{}, last_antenna{};
  Timestamp last_stamp;
  double last_sigma = 0;
  for (std::size_t i = 0; i < fixes.size(); ++i) {
    const auto pose = path.at(fixes[i].stamp);
    // A fix outside the path has no offset; it belongs to the part around it.
    if (!pose) {
      if (!parts.empty()) parts.back().last = i;
      continue;
    }
    const Vec3d antenna = *pose * antenna_in_base, offset = fit->map_from_enu * fixes[i].position_in_enu - antenna;
    const double sigma = std::max(fixes[i].sigma_m.x, fixes[i].sigma_m.y);
    // Against the fix before, not against the fit: a path that drifts slowly away from the fixes is not cut.
    const Vec3d jump = offset - last_offset;
    const double limit_m = std::max(
        {kLeastJump_m, kJumpSigmas * std::hypot(sigma, last_sigma), kShareOfWay * norm(antenna - last_antenna)});
    if (parts.empty()) {
      parts.push_back({0, i, {}});
    } else if (level_length(jump) > limit_m &&
               jump_of_path(path, last_stamp, fixes[i].stamp) < 0.5 * level_length(jump)) {
      out.jumps.push_back({fixes[i].stamp, level_length(jump)});
      parts.push_back({i, i, parts.back().jumped + jump});
    }
    parts.back().last = i;
    last_offset = offset, last_antenna = antenna, last_sigma = sigma, last_stamp = fixes[i].stamp;
  }
  if (out.jumps.empty()) return out;
  const SteadyPart& best = best_of(parts);
  out.fixes.clear();
  for (const SteadyPart& part : parts) {
    if (level_length(part.jumped - best.jumped) >= kLeastJump_m) continue;
    for (std::size_t i = part.first; i <= part.last; ++i) out.fixes.push_back(fixes[i]);
  }
  out.left_out = fixes.size() - out.fixes.size();
  return out;
}

}  // namespace gs::mapping
