// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "gs/mapping/objects/object_box.h"

namespace gs::mapping {
namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();
struct Bounds {
  double min = 0, max = kNoLimit;
};
// Sizes and speeds of a class; the means complete sides that were not seen.
struct ClassRule {
  ObjectClass type;
  Bounds length, width, height, speed;
  Vec3d mean;
};
constexpr ClassRule kRules[] = {
    {ObjectClass::pedestrian, {0, 1.3}, {0, 1.3}, {0.9, 2.3}, {0, 3.5}, {0.6, 0.6, 1.75}},
    {ObjectClass::two_wheeler, {1.0, 2.8}, {0, 1.2}, {0.9, 2.3}, {0, 25}, {1.8, 0.7, 1.7}},
    {ObjectClass::car, {3.0, 5.9}, {1.3, 2.35}, {1.1, 2.4}, {}, {4.5, 1.85, 1.55}},
    {ObjectClass::large_vehicle, {0, 26}, {1.6, 3.2}, {0, kNoLimit}, {}, {9, 2.5, 3.2}},
};
// Vehicles of the class car that are at least this high are vans.
constexpr double kVanHeight_m = 1.95, kVanLength_m = 5.4;
constexpr double kWholeFace = 0.6;              // share of a face that shows its size
constexpr double kLong_m = 5.9, kHigh_m = 2.4;  // a vehicle beyond one of them is large

// Near 1 well inside the bound, 0.5 at it, near 0 well outside; a tenth of the bound is the scale.
double sure(double margin, double bound) { return 1 / (1 + std::exp(-margin / std::max(0.01, 0.1 * bound))); }
double sure_within(double value, Bounds b) {
  double out = 1;
  if (b.min > 0) out = std::min(out, sure(value - b.min, b.min));
  if (b.max < kNoLimit) out = std::min(out, sure(b.max - value, b.max));
  return out;
}

// The rule with the mean size of what the object is: of a van where the height shows one, or as others say.
ClassRule fitted(ClassRule rule, Vec3d seen, const std::array<bool, 3>& measured, const GivenObject* given) {
  if (rule.type == ObjectClass::car && measured[2] && seen.z > kVanHeight_m) rule.mean.x = kVanLength_m;
  if (given != nullptr) rule.mean = given->size;
  return rule;
}

// The size if the object is of this class.
Vec3d size_as(const ClassRule& rule, Vec3d seen, const std::array<bool, 3>& measured) {
  return {measured[0] ? seen.x : std::max(seen.x, rule.mean.x), measured[1] ? seen.y : std::max(seen.y, rule.mean.y),
          measured[2] ? seen.z : std::max(seen.z, rule.mean.z)};
}

double sure_of(const ClassRule& rule, Vec3d size, double speed) {
  double out = std::min({sure_within(size.x, rule.length), sure_within(size.y, rule.width),
                         sure_within(size.z, rule.height), sure_within(speed, rule.speed)});
  if (rule.type == ObjectClass::large_vehicle) {
    out = std::min(out, std::max(sure(size.x - kLong_m, kLong_m), sure(size.z - kHigh_m, kHigh_m)));
  }
  return out;
}

// Grows one axis of the box to `length`, away from the face that was seen, else away from the sensor.
void grow(double& low, double& high, double length, bool low_seen, bool high_seen, double mean_ray) {
  if (length <= high - low) return;
  const bool keep_high = high_seen != low_seen ? high_seen : mean_ray > 0;
  keep_high ? low = high - length : high = low + length;
}

}  // namespace

ClassifiedBox classify(const SeenBox& box, double floor_z, double speed_95_mps, std::size_t points,
                       std::span<const ShapePoint> shape, const GivenObject* given) {
  ClassifiedBox out;
  out.extent = box.extent;
  out.extent.low.z = std::min(floor_z, box.extent.high.z - 0.1);
  // The length of a side face and the width of an end face are those of the box.
  const bool side = (box.left && box.sides.left > kWholeFace) || (box.right && box.sides.right > kWholeFace);
  const bool end = (box.front && box.sides.front > kWholeFace) || (box.back && box.sides.back > kWholeFace);
  out.measured = {side || box.length || (box.front && box.back), end || (box.left && box.right), box.top};
  const Vec3d seen = out.extent.size();
  Vec3d size = seen;
  for (const ClassRule& general : kRules) {
    const ClassRule rule = fitted(general, seen, out.measured, given);
    const Vec3d as = size_as(rule, seen, out.measured);
    double confidence = sure_of(rule, as, speed_95_mps);
    if (given != nullptr && given->type != ObjectClass::unknown) confidence = rule.type == given->type ? 1 : 0;
    if (confidence < 0.5) continue;
    out.type = rule.type, out.confidence = confidence, size = as;
    break;
  }
  if (out.type == ObjectClass::unknown) {
    // As sure as all classes are out of the question.
    double most = 0;
    for (const ClassRule& rule : kRules) {
      most = std::max(most, sure_of(rule, size_as(rule, seen, out.measured), speed_95_mps));
    }
    out.confidence = 1 - most;
  }
  out.confidence *= 1 - std::exp(-static_cast<double>(points) / 100);
  Vec3d ray{};
  for (const ShapePoint& p : shape) ray += cast<double>(p.to_sensor);
  ObjectExtent& e = out.extent;
  grow(e.low.x, e.high.x, size.x, box.back, box.front, ray.x);
  grow(e.low.y, e.high.y, size.y, box.right, box.left, ray.y);
  e.high.z = std::max(e.high.z, e.low.z + size.z);
  return out;
}

}  // namespace gs::mapping
