// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/pose_fusion/fix_jumps.h"

#include <algorithm>
#include <cmath>

namespace gs::mapping {
namespace {

constexpr double kLeastJump_m = 5, kJumpSigmas = 4, kShareOfWay = 0.2;

// Fixes between two jumps.
struct SteadyPart {
  std::size_t first = 0, last = 0;  // both inclusive
  Vec3d jumped{};                   // sum of the jumps before it
};

double level_length(Vec3d v) { return std::hypot(v.x, v.y); }

// Number of fixes in the parts that lie near one part: those whose jumps cancel.
std::size_t size_near(const std::vector<SteadyPart>& parts, const SteadyPart& centre) {
  std::size_t count = 0;
  for (const SteadyPart& part : parts) {
    if (level_length(part.jumped - centre.jumped) < kLeastJump_m) count += part.last - part.first + 1;
  }
  return count;
}

}  // namespace

SteadyFixes without_jumps(const Trajectory& path, const std::vector<PositionFix>& fixes, Vec3d antenna_in_base) {
  SteadyFixes out{.fixes = fixes};
  const auto fit = fit_alignment(path, fixes, antenna_in_base);
  if (!fit) return out;
  std::vector<SteadyPart> parts;
  Vec3d last_offset{}, last_antenna{};
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
    } else if (level_length(jump) > limit_m) {
      out.jumps.push_back({fixes[i].stamp, level_length(jump)});
      parts.push_back({i, i, parts.back().jumped + jump});
    }
    parts.back().last = i;
    last_offset = offset, last_antenna = antenna, last_sigma = sigma;
  }
  if (out.jumps.empty()) return out;
  const auto best = std::ranges::max_element(
      parts, [&](const SteadyPart& a, const SteadyPart& b) { return size_near(parts, a) < size_near(parts, b); });
  out.fixes.clear();
  for (const SteadyPart& part : parts) {
    if (level_length(part.jumped - best->jumped) >= kLeastJump_m) continue;
    for (std::size_t i = part.first; i <= part.last; ++i) out.fixes.push_back(fixes[i]);
  }
  out.left_out = fixes.size() - out.fixes.size();
  return out;
}

}  // namespace gs::mapping
