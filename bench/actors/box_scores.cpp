// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/actors/box_scores.h"

#include <algorithm>
#include <cmath>

#include "gs/core/format.h"

namespace bench {
namespace {

using namespace gs;
using namespace gs::mapping;

constexpr double kRange_m = 20, kVehicleOverlap = 0.7, kPersonOverlap = 0.5;

struct Corner {
  double x, y;
};
std::vector<Corner> corners_of(const GroundBox& box) {
  const double c = std::cos(box.yaw), s = std::sin(box.yaw), l = 0.5 * box.length, w = 0.5 * box.width;
  std::vector<Corner> out;
  for (const auto& [x, y] : {Corner{l, w}, Corner{-l, w}, Corner{-l, -w}, Corner{l, -w}}) {
    out.push_back({box.floor.x + c * x - s * y, box.floor.y + s * x + c * y});
  }
  return out;
}

// Part of a convex polygon on the left of the line from a to b.
std::vector<Corner> cut(const std::vector<Corner>& polygon, Corner a, Corner b) {
  const auto side = [&](Corner p) { return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x); };
  std::vector<Corner> out;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Corner p = polygon[i], q = polygon[(i + 1) % polygon.size()];
    const double at_p = side(p), at_q = side(q);
    if (at_p >= 0) out.push_back(p);
    if ((at_p > 0 && at_q < 0) || (at_p < 0 && at_q > 0)) {
      const double share = at_p / (at_p - at_q);
      out.push_back({p.x + share * (q.x - p.x), p.y + share * (q.y - p.y)});
    }
  }
  return out;
}

double area_of(const std::vector<Corner>& polygon) {
  double twice = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Corner p = polygon[i], q = polygon[(i + 1) % polygon.size()];
    twice += p.x * q.y - q.x * p.y;
  }
  return 0.5 * std::abs(twice);
}

bool is_vehicle(const std::string& kind) { return kind == "car" || kind == "van" || kind == "truck"; }
bool is_vehicle(ObjectClass type) { return type == ObjectClass::car || type == ObjectClass::large_vehicle; }
double bar_of(bool vehicle) { return vehicle ? kVehicleOverlap : kPersonOverlap; }

// The box of an object at a time; empty outside the time of its states.
std::optional<GroundBox> box_at(const MovingObjectModel& model, Timestamp time) {
  const Duration half = Duration::from_ms(60);
  if (model.states.empty() || time < model.states.front().stamp - half || time > model.states.back().stamp + half) {
    return std::nullopt;
  }
  const ObjectState state = state_at(model.states, time);
  return GroundBox{state.position_in_map, state.yaw, model.size.x, model.size.y};
}

// A box of an object found in one sweep.
struct Found {
  const MovingObjectModel* model;
  GroundBox box;
};

// Number of the range of a position; empty beyond the last.
std::optional<std::size_t> range_of(const Sweep& sweep, Vec3d at) {
  const Vec3d d = at - sweep.map_from_base.translation;
  const auto range = static_cast<std::size_t>(std::hypot(d.x, d.y) / kRange_m);
  return range < BoxScore::kRanges ? std::optional(range) : std::nullopt;
}

// Adds a true box to the errors of its class; returns whether it was found.
bool add_box(const GroundBox& box, bool vehicle, const std::vector<Found>& found, BoxErrors& errors) {
  ++errors.boxes;
  double most = 0;
  const Found* best = nullptr;
  for (const Found& own : found) {
    const double overlap = overlap_from_above(box, own.box);
    if (overlap > most) most = overlap, best = &own;
  }
  if (most < bar_of(vehicle)) return false;
  ++errors.found;
  errors.centre_m.push_back(std::hypot(box.floor.x - best->box.floor.x, box.floor.y - best->box.floor.y));
  errors.yaw_rad.push_back(std::abs(std::remainder(box.yaw - best->box.yaw, 2 * kPi)));
  if (best->model->measured[0]) errors.length_m.push_back(std::abs(box.length - best->box.length));
  if (best->model->measured[1]) errors.width_m.push_back(std::abs(box.width - best->box.width));
  return true;
}

// Adds the objects found in a sweep.
void add_found(const Sweep& sweep, std::size_t s, const std::vector<Found>& found, const TrackTruth& truth,
               BoxScore& score) {
  for (const Found& own : found) {
    const auto range = range_of(sweep, own.box.floor);
    const bool vehicle = is_vehicle(own.model->type);
    if (!range) continue;
    BoxCounts& counts = (vehicle ? score.vehicles : score.others)[*range];
    ++counts.boxes;
    counts.right += std::ranges::any_of(truth.objects, [&](const TruthObject& object) {
      return object.boxes[s] && overlap_from_above(*object.boxes[s], own.box) >= bar_of(vehicle);
    });
  }
}

// The objects at a time.
std::vector<Found> found_in(const std::vector<MovingObjectModel>& models, Timestamp time) {
  std::vector<Found> out;
  for (const MovingObjectModel& model : models) {
    if (const auto box = box_at(model, time)) out.push_back({&model, *box});
  }
  return out;
}

}  // namespace

double overlap_from_above(const GroundBox& a, const GroundBox& b) {
  std::vector<Corner> common = corners_of(a);
  const std::vector<Corner> other = corners_of(b);
  for (std::size_t i = 0; i < other.size() && !common.empty(); ++i) common = cut(common, other[i], other[(i + 1) % 4]);
  const double both = area_of(common);
  return both > 0 ? both / (a.length * a.width + b.length * b.width - both) : 0;
}

BoxScore score_boxes(const std::vector<Sweep>& sweeps, const std::vector<MovingObjectModel>& models,
                     const TrackTruth& truth) {
  BoxScore score;
  std::vector<SeenObject> objects = seen_objects(sweeps, truth, BoxScore::kRanges * kRange_m);
  std::erase_if(objects, [](const SeenObject& seen) { return !seen.counts(); });
  std::vector<std::array<BoxCounts, BoxScore::kRanges>> shares(objects.size());
  for (std::size_t s = 0; s < sweeps.size(); ++s) {
    const std::vector<Found> found = found_in(models, sweeps[s].stamp + Duration::from_ms(50));
    add_found(sweeps[s], s, found, truth, score);
    for (std::size_t k = 0; k < objects.size(); ++k) {
      const SeenObject& seen = objects[k];
      if (seen.returns[s] < SeenObject::kFewReturns || !seen.moves(s)) continue;
      const GroundBox& box = *seen.truth->boxes[s];
      const auto range = range_of(sweeps[s], box.floor);
      if (!range) continue;
      ++shares[k][*range].boxes;
      const bool vehicle = is_vehicle(seen.truth->kind);
      shares[k][*range].right += add_box(box, vehicle, found, score.classes[seen.truth->kind][*range]);
    }
  }
  for (std::size_t k = 0; k < objects.size(); ++k) {
    score.misses += gs::format("{} {}: boxes found", objects[k].truth->kind, objects[k].truth->instance);
    for (const BoxCounts& own : shares[k]) score.misses += gs::format(" {}/{}", own.right, own.boxes);
    score.misses += "\n";
  }
  return score;
}

}  // namespace bench
