// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/camera_lidar/camera_judge.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>

namespace gs::mapping {
namespace {

constexpr int kJudgeCell_px = 3;
constexpr std::size_t kFewestSights = 3, kFewestShared = 200;

// Points in both lists; order does not matter.
std::vector<uint32_t> in_both(std::vector<uint32_t> a, std::vector<uint32_t> b) {
  std::ranges::sort(a), std::ranges::sort(b);
  std::vector<uint32_t> out;
  std::ranges::set_intersection(a, b, std::back_inserter(out));
  return out;
}

// Mean variance of the grey values of points that at least three views of a block see; negative without such points.
double spread_of(const CameraAlignment& alignment, const CameraAlignment::ViewList& views,
                 const CameraAlignment::Samples& seen, const CameraVector& unknowns) {
  struct Sums {
    std::size_t count = 0;
    double sum = 0, squares = 0;
  };
  std::map<uint32_t, Sums> of_point;
  for (std::size_t i = 0; i < views.size(); ++i) {
    const std::vector<float> greys = alignment.greys_at(views[i], seen[i], unknowns);
    for (std::size_t k = 0; k < greys.size(); ++k) {
      Sums& s = of_point[seen[i][k]];
      ++s.count, s.sum += double{greys[k]}, s.squares += double{greys[k]} * double{greys[k]};
    }
  }
  double total = 0;
  std::size_t points = 0;
  for (const auto& [point, s] : of_point) {
    if (s.count < kFewestSights) continue;
    const double n = static_cast<double>(s.count), mean = s.sum / n;
    total += (s.squares - n * mean * mean) / (n - 1);
    ++points;
  }
  return points < kFewestShared ? -1 : total / static_cast<double>(points);
}

}  // namespace

double CameraJudgement::share_better() const {
  const auto better = std::ranges::count_if(gains, [](double gain) { return gain > 0; });
  return gains.empty() ? 0 : static_cast<double>(better) / static_cast<double>(gains.size());
}

double CameraJudgement::in_sigmas(const std::vector<double>& gains) {
  if (gains.size() < 3) return 0;
  const double n = static_cast<double>(gains.size());
  const double mean = std::accumulate(gains.begin(), gains.end(), 0.0) / n;
  double squares = 0;
  for (const double gain : gains) squares += (gain - mean) * (gain - mean);
  return mean / std::max(std::sqrt(squares / (n - 1) / n), 1e-12);
}

void judge(const CameraAlignment& alignment, const CameraAlignment::ViewList& views, const CameraVector& before,
           const CameraVector& after, std::size_t block, CameraJudgement& out) {
  // Both states are compared on the points that are visible in both.
  CameraAlignment::Samples samples = alignment.select(views, before, {.cell_px = kJudgeCell_px});
  const CameraAlignment::Samples others = alignment.select(views, after, {});
  for (std::size_t i = 0; i < views.size(); ++i) samples[i] = in_both(std::move(samples[i]), others[i]);
  const auto old = alignment.evaluate(views, samples, before, 0, false);
  const auto now = alignment.evaluate(views, samples, after, 0, false);
  out.before += old.distance, out.after += now.distance, ++out.comparisons;
  for (std::size_t i = 0; i < views.size(); ++i) out.gains.push_back(now.information[i] - old.information[i]);

  // One point per pixel and not per cell: the spread needs points that several views have in common.
  CameraAlignment::Samples dense = alignment.select(views, before, {});
  for (std::size_t i = 0; i < views.size(); ++i) dense[i] = in_both(std::move(dense[i]), others[i]);
  for (std::size_t begin = 0; begin + kFewestSights <= views.size(); begin += block) {
    const auto first = static_cast<std::ptrdiff_t>(begin);
    const auto last = static_cast<std::ptrdiff_t>(std::min(begin + block, views.size()));
    const CameraAlignment::ViewList part(views.begin() + first, views.begin() + last);
    const CameraAlignment::Samples seen(dense.begin() + first, dense.begin() + last);
    const double a = spread_of(alignment, part, seen, before), b = spread_of(alignment, part, seen, after);
    if (a < 0 || b < 0) continue;
    out.spread_before += a, out.spread_after += b;
    out.spread_gains.push_back(a - b);
  }
}

}  // namespace gs::mapping
