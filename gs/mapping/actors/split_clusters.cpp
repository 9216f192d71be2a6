// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/actors/split_clusters.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gs/mapping/actors/point_gate.h"

namespace gs::mapping {
namespace {

constexpr double kBeside_m = 0.3;  // an expected person this far outside of a cluster may be part of it
constexpr double kApart_m = 0.35;  // people nearer to each other than this are expected to be one
// Clusters with a shorter diagonal are not split: two people are wider, and one person in a long stride is not.
constexpr double kTwo_m = 0.6, kStride_m = 1.0;

constexpr double kOwn_m = 0.35;  // points farther from the last sighting of a person do not belong to it

Vec3d in_map(const Sweep& sweep, uint32_t i) {
  return sweep.map_from_base * cast<double>(sweep.points[i].position_in_base);
}

// Bounding rectangle of the points of a cluster.
struct Rectangle {
  double x0 = std::numeric_limits<double>::max(), y0 = x0, x1 = -x0, y1 = -x0;
  void add(Vec3d p) { x0 = std::min(x0, p.x), y0 = std::min(y0, p.y), x1 = std::max(x1, p.x), y1 = std::max(y1, p.y); }
  bool near(Vec3d p) const {
    return p.x > x0 - kBeside_m && p.x < x1 + kBeside_m && p.y > y0 - kBeside_m && p.y < y1 + kBeside_m;
  }
};

// Squared distance of a point to the nearest point of the last sighting at its expected place.
double distance2(const ExpectedPerson& person, Timestamp time, Vec3d p) {
  const Vec3f d = cast<float>(p - person.mean_at(time));
  float least = std::numeric_limits<float>::max();
  for (std::size_t i = 0; i < person.last->size(); ++i) {
    const float dx = d.x - person.last->x[i], dy = d.y - person.last->y[i];
    least = std::min(least, dx * dx + dy * dy);
  }
  return static_cast<double>(least);
}

// The people expected in a cluster; of two in one place the first.
std::vector<const ExpectedPerson*> expected_in(const Rectangle& around, Timestamp time,
                                               std::span<const ExpectedPerson> people) {
  std::vector<const ExpectedPerson*> out;
  for (const ExpectedPerson& person : people) {
    const Vec3d mean = person.mean_at(time);
    if (!around.near(mean)) continue;
    const bool known = std::ranges::any_of(out, [&](const ExpectedPerson* other) {
      const Vec3d d = other->mean_at(time) - mean;
      return std::hypot(d.x, d.y) < kApart_m;
    });
    if (!known) out.push_back(&person);
  }
  return out;
}

// Parts of a cluster: one for each person, then the points that are near nobody.
std::vector<std::vector<uint32_t>> parts_of(const Sweep& sweep, const std::vector<uint32_t>& cluster, Timestamp time,
                                            const std::vector<const ExpectedPerson*>& people) {
  std::vector<std::vector<uint32_t>> parts(people.size() + 1);
  for (const uint32_t i : cluster) {
    const Vec3d p = in_map(sweep, i);
    std::size_t best = people.size();
    double least = kOwn_m * kOwn_m;
    for (std::size_t k = 0; k < people.size(); ++k) {
      if (const double own = distance2(*people[k], time, p); own < least) best = k, least = own;
    }
    parts[best].push_back(i);
  }
  return parts;
}

}  // namespace

void split_people(const Sweep& sweep, std::span<const ExpectedPerson> people, const ClusterOptions& options,
                  std::vector<std::vector<uint32_t>>& clusters) {
  std::vector<std::vector<uint32_t>> out;
  for (std::vector<uint32_t>& cluster : clusters) {
    Rectangle around;
    double after_s = 0;
    for (const uint32_t i : cluster) {
      around.add(in_map(sweep, i)), after_s += static_cast<double>(measured_after(sweep, i));
    }
    const Timestamp time = sweep.stamp + Duration::from_seconds(after_s / static_cast<double>(cluster.size()));
    const auto inside = expected_in(around, time, people);
    const double diagonal_m = std::hypot(around.x1 - around.x0, around.y1 - around.y0);
    if (inside.empty() || diagonal_m < (inside.size() > 1 ? kTwo_m : kStride_m)) {
      out.push_back(std::move(cluster));
      continue;
    }
    for (std::vector<uint32_t>& part : parts_of(sweep, cluster, time, inside)) {
      if (part.empty()) continue;
      const auto range_m = static_cast<double>(norm(sweep.points[part[0]].position_in_base));
      if (part.size() >= options.fewest_at(range_m)) out.push_back(std::move(part));
    }
  }
  clusters = std::move(out);
}

}  // namespace gs::mapping
