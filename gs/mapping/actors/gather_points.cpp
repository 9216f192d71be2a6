// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/actors/gather_points.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace gs::mapping {
namespace {

constexpr double kAround_s = 0.55;  // other sightings that make the box
constexpr double kOutliers = 0.01;  // share of points beyond each side
constexpr double kMargin_m = 0.25;  // around the box, for points that do not stand
// Parts of a vehicle move at its speed and lie at most this far beside what was seen of it.
constexpr double kSameSpeed_mps = 1.5, kBeside_m = 1, kNear_m = 0.3;
constexpr double kVehicle_m = 2, kLongestVehicle_m = 26, kWidestVehicle_m = 3.5;
constexpr double kInside_m = 0.05;  // standing points lie this far inside

// The middle of a box in map, on the ground.
Vec3d middle_of(const SightingBox& box) {
  const Vec3d middle = (box.low + box.high) * 0.5;
  return box.centre + Quaterniond::from_rpy(0.0, 0.0, box.yaw) * Vec3d{middle.x, middle.y, 0};
}

// Direction of motion: of the velocity, or of the whole track turned with the object.
double yaw_of(Vec3d velocity, double chained) {
  constexpr double kMoving_mps = 1;
  return std::hypot(velocity.x, velocity.y) > kMoving_mps ? std::atan2(velocity.y, velocity.x) : chained;
}

// The values without a share at both ends.
std::pair<double, double> range_of(std::vector<double>& values) {
  const auto cut = static_cast<std::ptrdiff_t>(kOutliers * static_cast<double>(values.size()));
  std::ranges::nth_element(values, values.begin() + cut);
  const double low = values[static_cast<std::size_t>(cut)];
  std::ranges::nth_element(values, values.end() - 1 - cut);
  return {low, values[values.size() - 1 - static_cast<std::size_t>(cut)]};
}

SightingBox box_of_sighting(const LiveTrack& track, const std::vector<Rigid3d>& poses, double heading, std::size_t k) {
  const ObjectCloud& own = track.clouds[k];
  const auto near = [&](std::size_t j) { return std::abs((track.clouds[j].stamp - own.stamp).seconds()) < kAround_s; };
  std::size_t first = k, last = k;
  while (first > 0 && near(first - 1)) --first;
  while (last + 1 < poses.size() && near(last + 1)) ++last;

  SightingBox box{.centre = {own.mean.x, own.mean.y, own.ground_z}};
  const Vec3d in_first = poses[k].inverse() * own.mean;
  const double time_s = (track.clouds[last].stamp - track.clouds[first].stamp).seconds();
  if (time_s > 0) box.velocity = (poses[last] * in_first - poses[first] * in_first) / time_s;
  box.yaw = yaw_of(box.velocity, to_rpy(poses[k].rotation).yaw + heading);

  const Quaterniond turned = Quaterniond::from_rpy(0.0, 0.0, -box.yaw);
  std::vector<double> x, y, z;
  for (std::size_t j = first; j <= last; ++j) {
    const Rigid3d now_from_then = poses[k] * poses[j].inverse();
    const ObjectCloud& cloud = track.clouds[j];
    for (std::size_t i = 0; i < cloud.size(); ++i) {
      const Vec3d p = cloud.mean + cast<double>(Vec3f{cloud.x[i], cloud.y[i], cloud.z[i]}) -
                      box.velocity * static_cast<double>(cloud.after_s[i]);
      const Vec3d in_box = turned * (now_from_then * p - box.centre);
      x.push_back(in_box.x), y.push_back(in_box.y), z.push_back(in_box.z);
    }
  }
  const auto [x0, x1] = range_of(x);
  const auto [y0, y1] = range_of(y);
  const auto [z0, z1] = range_of(z);
  box.low = {x0, y0, z0}, box.high = {x1, y1, z1};
  return box;
}

// The box of all that was seen of a track, at one of its sightings.
SightingBox box_of_state(const ObjectTrack& track, std::size_t k) {
  const ObjectState& state = track.states[k];
  return {.centre = state.position_in_map, .yaw = state.yaw, .low = track.extent.low, .high = track.extent.high};
}

// Pairs of sightings in one sweep where the middle of the first track's box lies in or beside the box of the second,
// and both move alike.
std::vector<std::pair<std::size_t, std::size_t>> inside(const ObjectTrack& part, const std::vector<SightingBox>& parts,
                                                        const ObjectTrack& whole,
                                                        const std::vector<SightingBox>& wholes) {
  const Vec3d size = whole.extent.size();
  const bool vehicle_size = size.x > kVehicle_m && size.x < kLongestVehicle_m && size.y < kWidestVehicle_m;
  std::vector<std::pair<std::size_t, std::size_t>> out;
  std::size_t k = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    while (k < wholes.size() && whole.sightings[k].sweep < part.sightings[i].sweep) ++k;
    if (k == wholes.size()) break;
    if (whole.sightings[k].sweep != part.sightings[i].sweep) continue;
    const SightingBox &own = parts[i], &box = wholes[k];
    const bool vehicle = box.high.x - box.low.x > kVehicle_m;
    Vec3d middle = middle_of(own);
    middle.z = box.centre.z;
    const Vec3d apart = own.velocity - box.velocity;
    if (std::hypot(apart.x, apart.y) > kSameSpeed_mps) continue;
    const bool in_whole = vehicle_size && depth_in(box_of_state(whole, k), middle) > -kNear_m;
    if (in_whole || depth_in(box, middle) > (vehicle ? -kBeside_m : 0)) out.push_back({i, k});
  }
  return out;
}

// Grows a box to contain the corners of another one.
void grow(SightingBox& box, const SightingBox& other) {
  const Quaterniond turned = Quaterniond::from_rpy(0.0, 0.0, other.yaw - box.yaw);
  const Vec3d d = Quaterniond::from_rpy(0.0, 0.0, -box.yaw) * (other.centre - box.centre);
  for (const double x : {other.low.x, other.high.x}) {
    for (const double y : {other.low.y, other.high.y}) {
      const Vec3d p = d + turned * Vec3d{x, y, 0};
      box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y), box.low.z};
      box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y), std::max(box.high.z, other.high.z)};
    }
  }
}

}  // namespace

double depth_in(const SightingBox& box, Vec3d p) {
  const Vec3d d = p - box.centre;
  const double c = std::cos(box.yaw), s = std::sin(box.yaw), x = c * d.x + s * d.y, y = c * d.y - s * d.x;
  return std::min({x - box.low.x, box.high.x - x, y - box.low.y, box.high.y - y, box.high.z - d.z});
}

std::vector<SightingBox> sighting_boxes(const LiveTrack& track) {
  const std::vector<Rigid3d> poses = chained_poses(track);
  const double heading = heading_in_first(poses);
  std::vector<SightingBox> boxes;
  for (std::size_t k = 0; k < poses.size(); ++k) boxes.push_back(box_of_sighting(track, poses, heading, k));
  return boxes;
}

void reject_duplicates(std::vector<ObjectTrack>& tracks, std::vector<std::vector<SightingBox>>& boxes) {
  std::vector<std::size_t> points(tracks.size(), 0), order;
  for (std::size_t t = 0; t < tracks.size(); ++t) {
    for (const Sighting& sighting : tracks[t].sightings) points[t] += sighting.points.size();
    if (!tracks[t].rejection) order.push_back(t);
  }
  std::ranges::stable_sort(order, std::greater{}, [&](std::size_t t) { return points[t]; });
  for (std::size_t rank = 1; rank < order.size(); ++rank) {
    const std::size_t part = order[rank];
    for (std::size_t other = 0; other < rank && !tracks[part].rejection; ++other) {
      const std::size_t whole = order[other];
      if (tracks[whole].rejection) continue;
      const auto shared = inside(tracks[part], boxes[part], tracks[whole], boxes[whole]);
      if (10 * shared.size() < 6 * tracks[part].sightings.size()) continue;
      tracks[part].rejection = TrackRejection::duplicate;
      for (const auto& [own, in] : shared) grow(boxes[whole][in], boxes[part][own]);
    }
  }
}

void gather_points(const Sweep& sweep, const std::vector<PointMotion>& motion,
                   const std::vector<BoxedSighting>& sightings) {
  std::vector<uint8_t> taken(motion.size(), 0);
  for (const BoxedSighting& own : sightings) {
    for (const uint32_t i : own.sighting->points) taken[i] = 1;
  }
  for (std::size_t i = 0; i < motion.size() && !sightings.empty(); ++i) {
    if (motion[i] == PointMotion::none || taken[i] != 0) continue;
    const Vec3d in_map = sweep.map_from_base * cast<double>(sweep.points[i].position_in_base);
    const double limit = motion[i] == PointMotion::stands ? kInside_m : -kMargin_m;
    for (const BoxedSighting& own : sightings) {
      const Vec3d d = in_map - own.box->centre, reach = own.box->high - own.box->low;
      if (d.x * d.x + d.y * d.y > reach.x * reach.x + reach.y * reach.y + 1) continue;
      const double after_s =
          static_cast<double>(measured_after(sweep, i)) - (own.sighting->stamp - sweep.stamp).seconds();
      if (depth_in(*own.box, in_map - own.box->velocity * after_s) < limit) continue;
      own.sighting->points.push_back(static_cast<uint32_t>(i));
      break;
    }
  }
  for (const BoxedSighting& own : sightings) std::ranges::sort(own.sighting->points);
}

}  // namespace gs::mapping
