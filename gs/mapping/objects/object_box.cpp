// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/objects/object_box.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace gs::mapping {
namespace {

constexpr double kAbove = 0.01;             // share of the points above the top
constexpr double kOutliers = 0.005;         // share of the points beyond each end
constexpr std::ptrdiff_t kOuterPoints = 8;  // at most: more would cut off thinly sampled ends
constexpr double kFaceDepth_m = 0.1;        // points of a face lie within it
constexpr std::size_t kFacePoints = 20;     // at least, for a face to count as seen
constexpr double kFaceAngle = 10 * kPi / 180, kShareAngle = 20 * kPi / 180;  // least angle of the rays to a face
constexpr double kShareCell_m = 0.2;

// Value below which a share of the values lies.
double percentile(std::vector<double>& values, double share) {
  const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1) + 0.5);
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

// Extremes without the outermost points; a share of them would cut off thinly sampled ends.
ObjectExtent extent_of(std::span<const ShapePoint> shape) {
  std::array<std::vector<double>, 3> v;
  for (const ShapePoint& p : shape) {
    v[0].push_back(p.position.x), v[1].push_back(p.position.y), v[2].push_back(p.position.z);
  }
  const auto outer = std::min(kOuterPoints, static_cast<std::ptrdiff_t>(kOutliers * static_cast<double>(shape.size())));
  std::array<double, 3> low{}, high{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::ranges::nth_element(v[axis], v[axis].begin() + outer);
    low[axis] = v[axis][static_cast<std::size_t>(outer)];
    std::ranges::nth_element(v[axis], v[axis].begin() + outer, std::greater{});
    high[axis] = v[axis][static_cast<std::size_t>(outer)];
  }
  // Roofs and heads are seen well; things above the object are not part of it.
  high[2] = percentile(v[2], 1 - kAbove);
  return {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}

// A side of the box: along `axis` (0 x, 1 y, 2 z) at its high or low end.
struct Side {
  int axis;
  bool high;
};
double part(Vec3d v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

// Points of a side: near enough to its plane, seen from outside at this angle or more.
template <class Visit>
void for_points_of(Side side, double depth, double angle, const ObjectExtent& e, std::span<const ShapePoint> shape,
                   const Visit& visit) {
  const double sign = side.high ? 1 : -1, plane = part(side.high ? e.high : e.low, side.axis);
  for (const ShapePoint& p : shape) {
    const Vec3d at = cast<double>(p.position), ray = cast<double>(p.to_sensor);
    if (sign * (plane - part(at, side.axis)) > depth) continue;
    if (sign * part(ray, side.axis) > std::sin(angle) * norm(ray)) visit(at);
  }
}

bool is_seen(Side side, const ObjectExtent& e, std::span<const ShapePoint> shape) {
  std::size_t count = 0;
  for_points_of(side, kFaceDepth_m, kFaceAngle, e, shape, [&](Vec3d) { ++count; });
  return count >= kFacePoints;
}

// Share of the cells of a side with a point, seen along the side's normal.
double share_of(Side side, const ObjectExtent& e, std::span<const ShapePoint> shape) {
  const int a = side.axis == 0 ? 1 : 0, b = side.axis == 2 ? 1 : 2;
  const auto cells = [&](int axis) {
    return static_cast<std::size_t>(std::max(1.0, std::ceil(part(e.size(), axis) / kShareCell_m)));
  };
  const std::size_t columns = cells(a), rows = cells(b);
  std::vector<uint8_t> seen(columns * rows, 0);
  const auto cell = [&](Vec3d p, int axis, std::size_t count) {
    const double at = (part(p, axis) - part(e.low, axis)) / std::max(1e-6, part(e.size(), axis));
    return static_cast<std::size_t>(std::clamp(at * static_cast<double>(count), 0.0, static_cast<double>(count) - 1));
  };
  for_points_of(side, 0.4 * part(e.size(), side.axis), kShareAngle, e, shape,
                [&](Vec3d p) { seen[cell(p, b, rows) * columns + cell(p, a, columns)] = 1; });
  return static_cast<double>(std::ranges::count(seen, uint8_t{1})) / static_cast<double>(seen.size());
}

}  // namespace

SeenBox seen_box(std::span<const ShapePoint> shape) {
  SeenBox out;
  if (shape.empty()) return out;
  const ObjectExtent e = out.extent = extent_of(shape);
  constexpr Side kFront{0, true}, kBack{0, false}, kLeft{1, true}, kRight{1, false}, kTop{2, true};
  out.sides = {share_of(kFront, e, shape), share_of(kBack, e, shape), share_of(kLeft, e, shape),
               share_of(kRight, e, shape), share_of(kTop, e, shape)};
  out.front = is_seen(kFront, e, shape), out.back = is_seen(kBack, e, shape);
  out.left = is_seen(kLeft, e, shape), out.right = is_seen(kRight, e, shape);
  std::size_t high = 0;
  for (const ShapePoint& p : shape) high += p.position.z > e.high.z - kFaceDepth_m ? 1 : 0;
  out.top = high >= kFacePoints;
  return out;
}

double yaw_of_sides(std::span<const ShapePoint> shape, double reach) {
  constexpr double kStep = 0.1 * kPi / 180, kClosest_m = 0.01;
  const int steps = static_cast<int>(reach / kStep);
  std::vector<double> xs(shape.size()), ys(shape.size());
  std::vector<double> sorted_x, sorted_y;
  double best = -1, best_yaw = 0;
  for (int k = 0; k <= 2 * steps; ++k) {
    // From the present angle outwards, so that ties keep it.
    const double yaw = kStep * (k % 2 == 0 ? k / 2 : -(k + 1) / 2), c = std::cos(yaw), s = std::sin(yaw);
    for (std::size_t i = 0; i < shape.size(); ++i) {
      const Vec3f p = shape[i].position;
      xs[i] = c * p.x + s * p.y, ys[i] = c * p.y - s * p.x;
    }
    sorted_x = xs, sorted_y = ys;
    const double x0 = percentile(sorted_x, kOutliers), x1 = percentile(sorted_x, 1 - kOutliers);
    const double y0 = percentile(sorted_y, kOutliers), y1 = percentile(sorted_y, 1 - kOutliers);
    double sum = 0;
    for (std::size_t i = 0; i < shape.size(); ++i) {
      const double dx = std::min(std::abs(xs[i] - x0), std::abs(x1 - xs[i]));
      const double dy = std::min(std::abs(ys[i] - y0), std::abs(y1 - ys[i]));
      sum += 1 / std::max(std::min(dx, dy), kClosest_m);
    }
    if (sum > best) best = sum, best_yaw = yaw;
  }
  return best_yaw;
}

}  // namespace gs::mapping
