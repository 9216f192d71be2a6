// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/objects/sighted_poses.h"

#include <algorithm>
#include <cmath>

#include "gs/mapping/objects/object_shape.h"

namespace gs::mapping {
namespace {

constexpr std::size_t kPointsPerFit = 400;
constexpr std::size_t kRebuild = 6;  // the shape is gathered again after a sixth more sightings

// Points of one sighting.
using Part = std::span<const ObjectPoint>;
std::vector<Part> parts_of(std::span<const ObjectPoint> points, std::size_t sightings) {
  std::vector<Part> out(sightings);
  for (std::size_t begin = 0; begin < points.size();) {
    std::size_t end = begin;
    while (end < points.size() && points[end].sighting == points[begin].sighting) ++end;
    out[points[begin].sighting] = points.subspan(begin, end - begin);
    begin = end;
  }
  return out;
}

std::vector<Vec3d> some_of(Part part, const Rigid3d& moved) {
  const std::size_t step = 1 + part.size() / (kPointsPerFit + 1);
  std::vector<Vec3d> out;
  for (std::size_t k = 0; k < part.size(); k += step) out.push_back(moved * cast<double>(part[k].position_in_object));
  return out;
}

// The state with which the fitted points lie where they were measured.
ObjectState fitted_state(ObjectState state, const SightedPose& pose) {
  state.yaw = pose.yaw;
  state.position_in_map = {};
  state.position_in_map = pose.point_in_map - state.map_from_object() * pose.point_in_object;
  return state;
}

SightedPoses collected(const std::vector<std::optional<ShapeFit>>& fits) {
  SightedPoses out;
  std::vector<double> misfits;
  for (std::size_t i = 0; i < fits.size(); ++i) {
    if (!fits[i]) continue;
    out.poses.push_back(fits[i]->pose);
    out.poses.back().sighting = i;
    misfits.push_back(fits[i]->misfit_m);
  }
  if (misfits.empty()) return out;
  const auto middle = misfits.begin() + static_cast<std::ptrdiff_t>(misfits.size() / 2);
  std::nth_element(misfits.begin(), middle, misfits.end());
  out.misfit_m = *middle;
  return out;
}

// A shape that sightings are added to.
class GrowingShape {
 public:
  GrowingShape(std::span<const ObjectPoint> points, const std::vector<ObjectState>& states)
      : parts_(parts_of(points, states.size())), states_(states), refined_(states), fits_(states.size()) {}

  std::vector<std::optional<ShapeFit>> run() {
    const auto most = std::ranges::max_element(parts_, {}, [](Part part) { return part.size(); });
    const auto seed = static_cast<std::size_t>(most - parts_.begin());
    add(seed);
    for (std::size_t i = seed + 1; i < states_.size(); ++i) lay(i, i - 1);
    for (std::size_t i = seed; i-- > 0;) lay(i, i + 1);
    fits_[seed] = fit_on_shape(some_of(parts_[seed], {}), ShapeGrid(shape_), states_[seed]);
    return std::move(fits_);
  }

 private:
  // Carries the refined pose of the neighbour on by the known motion, and lays the sighting on the shape.
  void lay(std::size_t i, std::size_t neighbour) {
    const Rigid3d moved = states_[neighbour].map_from_object().inverse() * states_[i].map_from_object();
    const Rigid3d guess = refined_[neighbour].map_from_object() * moved;
    refined_[i].position_in_map = guess.translation;
    refined_[i].yaw = refined_[neighbour].yaw + states_[i].yaw - states_[neighbour].yaw;
    const Rigid3d correction = refined_[i].map_from_object().inverse() * states_[i].map_from_object();
    fits_[i] = fit_on_shape(some_of(parts_[i], correction), ShapeGrid(shape_), refined_[i]);
    if (!fits_[i]) return;
    refined_[i] = fitted_state(refined_[i], fits_[i]->pose);
    add(i);
  }

  void add(std::size_t i) {
    const Rigid3d correction = refined_[i].map_from_object().inverse() * states_[i].map_from_object();
    for (ObjectPoint p : parts_[i]) {
      p.position_in_object = cast<float>(correction * cast<double>(p.position_in_object));
      p.ray_origin_in_object = cast<float>(correction * cast<double>(p.ray_origin_in_object));
      points_.push_back(p);
    }
    ++waiting_, ++added_;
    if (kRebuild * waiting_ < added_) return;
    shape_ = gather_shape(points_, 1);
    waiting_ = 0;
  }

  std::vector<Part> parts_;
  const std::vector<ObjectState>& states_;
  std::vector<ObjectState> refined_;
  std::vector<std::optional<ShapeFit>> fits_;
  std::vector<ObjectPoint> points_;
  std::vector<ShapePoint> shape_;
  std::size_t added_ = 0, waiting_ = 0;
};

}  // namespace

SightedPoses poses_on_growing_shape(std::span<const ObjectPoint> points, const std::vector<ObjectState>& states) {
  return points.empty() ? SightedPoses{} : collected(GrowingShape(points, states).run());
}

SightedPoses poses_on_other_half(std::span<const ObjectPoint> points, const std::vector<ObjectState>& states) {
  std::vector<ObjectPoint> halves[2];
  for (const ObjectPoint& p : points) halves[p.sighting % 2].push_back(p);
  const std::vector<ShapePoint> shapes[2] = {gather_shape(halves[1]), gather_shape(halves[0])};
  const ShapeGrid grids[2] = {ShapeGrid(shapes[0]), ShapeGrid(shapes[1])};
  const std::vector<Part> parts = parts_of(points, states.size());
  std::vector<std::optional<ShapeFit>> fits(states.size());
  for (std::size_t i = 0; i < states.size(); ++i)
    fits[i] = fit_on_shape(some_of(parts[i], {}), grids[i % 2], states[i]);
  return collected(fits);
}

}  // namespace gs::mapping
