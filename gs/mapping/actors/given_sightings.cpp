// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/actors/given_sightings.h"

#include <algorithm>
#include <cmath>

#include "gs/mapping/actors/register_clusters.h"

namespace gs::mapping {
namespace {

constexpr double kLongestGap_s = 2.1;                // between boxes that are interpolated: labels may come at 0.5 Hz
constexpr double kMoving_mps = 1;                    // slower objects say little of their motion
constexpr double kBesideBox_m = 1, kInBox_m = 0.25;  // returns this far outside count as beside, and as inside
constexpr double kFewestInside = 0.75;               // median share of the moving returns
constexpr double kMostStanding = 0.5;                // median share of the returns inside a moving box
constexpr std::size_t kCloudPoints = 8, kMinCompared = 3;  // of a registration; registrations that decide
constexpr double kSpeedError_mps = 1, kSpeedErrorShare = 0.1;
constexpr double kBoxSd_m = 0.1, kBoxSd_rad = kPi / 180;  // of the motion between two boxes

double median_value(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// The box at a time, with the velocity of its floor.
struct PlacedBox {
  ObjectState state;
  Vec3d velocity, size;
};
std::optional<PlacedBox> placed_at(const std::vector<GivenBox>& boxes, Timestamp time) {
  if (boxes.size() < 2 || time < boxes.front().stamp || time > boxes.back().stamp) return std::nullopt;
  auto after = std::ranges::upper_bound(boxes, time, {}, &GivenBox::stamp);
  if (after == boxes.end()) --after;
  const GivenBox &a = *(after - 1), &b = *after;
  const double length_s = (b.stamp - a.stamp).seconds();
  if (length_s > kLongestGap_s) return std::nullopt;
  const double share = (time - a.stamp).seconds() / length_s, turn = std::remainder(b.yaw - a.yaw, 2 * kPi);
  PlacedBox out;
  out.velocity = (b.floor_in_map - a.floor_in_map) / length_s;
  out.size = a.size + (b.size - a.size) * share;
  out.state.stamp = time;
  out.state.position_in_map = a.floor_in_map + (b.floor_in_map - a.floor_in_map) * share;
  out.state.yaw = a.yaw + share * turn;
  out.state.v = out.velocity.x * std::cos(out.state.yaw) + out.velocity.y * std::sin(out.state.yaw);
  out.state.yaw_rate = turn / length_s;
  return out;
}

SightingBox sighting_box(const PlacedBox& placed) {
  const Vec3d half = placed.size * 0.5;
  return {.centre = placed.state.position_in_map,
          .yaw = placed.state.yaw,
          .low = {-half.x, -half.y, 0},
          .high = {half.x, half.y, placed.size.z},
          .velocity = placed.velocity};
}

// Greatest extent of the positions along x or y.
double reach_of(const std::vector<GivenBox>& boxes) {
  double reach = 0;
  for (const GivenBox& box : boxes) {
    const Vec3d d = box.floor_in_map - boxes.front().floor_in_map;
    reach = std::max(reach, std::hypot(d.x, d.y));
  }
  return reach;
}

GivenObject facts_of(const GivenTrack& given) {
  std::array<std::vector<double>, 3> sides;
  for (const GivenBox& box : given.boxes) {
    sides[0].push_back(box.size.x), sides[1].push_back(box.size.y), sides[2].push_back(box.size.z);
  }
  return {
      .id = given.id,
      .type = given.type,
      .size = {median_value(std::move(sides[0])), median_value(std::move(sides[1])), median_value(std::move(sides[2]))},
      .boxes = given.boxes.size()};
}

// Mean measurement time of some points after the stamp of the sweep.
double mean_after_s(const Sweep& sweep, std::span<const uint32_t> points) {
  double sum = 0;
  for (const uint32_t i : points) sum += static_cast<double>(measured_after(sweep, i));
  return sum / static_cast<double>(points.size());
}

// Share of the moving returns in and around a box that lie inside of it; those of other boxes do not count.
std::optional<double> inside_share(const Sweep& sweep, const std::vector<PointMotion>& motion, const SightingBox& box,
                                   const std::vector<uint8_t>& taken) {
  std::size_t inside = 0, beside = 0;
  const Vec3d reach = box.high - box.low;
  for (std::size_t i = 0; i < motion.size(); ++i) {
    if (motion[i] != PointMotion::moved) continue;
    const Vec3d in_map = sweep.map_from_base * cast<double>(sweep.points[i].position_in_base);
    const Vec3d d = in_map - box.centre;
    if (d.x * d.x + d.y * d.y > reach.x * reach.x + reach.y * reach.y + 4) continue;
    const double depth = depth_in(box, in_map - box.velocity * static_cast<double>(measured_after(sweep, i)));
    if (depth >= -kInBox_m) {
      ++inside;
    } else if (depth > -kBesideBox_m && taken[i] == 0) {
      ++beside;
    }
  }
  if (inside + beside < kCloudPoints) return std::nullopt;
  return static_cast<double>(inside) / static_cast<double>(inside + beside);
}

std::vector<RelativePose> motions_of(const std::vector<ObjectState>& states) {
  std::vector<RelativePose> out;
  for (std::size_t i = 1; i < states.size(); ++i) {
    const ObjectState &a = states[i - 1], &b = states[i];
    RelativePose motion{.from = i - 1, .to = i, .pivot_in_map = a.position_in_map};
    motion.translation = b.position_in_map - a.position_in_map;
    motion.yaw = b.yaw - a.yaw;
    for (const std::size_t k : {0U, 5U, 10U}) motion.covariance[k] = kBoxSd_m * kBoxSd_m;
    motion.covariance[15] = kBoxSd_rad * kBoxSd_rad;
    motion.overlap = 1;
    out.push_back(motion);
  }
  return out;
}

}  // namespace

GivenSightings::GivenSightings(std::span<const GivenTrack> given, double min_travel_m)
    : given_(given), followers_(given.size()) {
  for (std::size_t i = 0; i < given.size(); ++i) {
    ObjectTrack& track = followers_[i].track;
    track.given = facts_of(given[i]);
    if (given[i].boxes.empty() || reach_of(given[i].boxes) < min_travel_m) track.rejection = TrackRejection::is_short;
  }
}

void GivenSightings::add(const Sweep& sweep, std::size_t index, const std::vector<PointMotion>& motion) {
  std::vector<std::size_t> of;
  std::vector<PlacedBox> placed;
  for (std::size_t i = 0; i < given_.size(); ++i) {
    if (followers_[i].track.rejection) continue;
    if (const auto box = placed_at(given_[i].boxes, sweep.stamp)) of.push_back(i), placed.push_back(*box);
  }
  if (of.empty()) return;
  std::vector<Sighting> sightings(of.size());
  std::vector<SightingBox> boxes;
  for (const PlacedBox& box : placed) boxes.push_back(sighting_box(box));
  std::vector<BoxedSighting> boxed;
  for (std::size_t k = 0; k < of.size(); ++k) {
    sightings[k] = {.sweep = index, .sensor = sweep.sensor, .stamp = sweep.stamp, .points = {}};
    boxed.push_back({&sightings[k], &boxes[k]});
  }
  gather_points(sweep, motion, boxed);
  std::vector<uint8_t> taken(motion.size(), 0);
  for (const Sighting& sighting : sightings) {
    for (const uint32_t i : sighting.points) taken[i] = 1;
  }
  for (std::size_t k = 0; k < of.size(); ++k) {
    Follower& own = followers_[of[k]];
    const double speed = std::hypot(placed[k].velocity.x, placed[k].velocity.y);
    if (speed > kMoving_mps) {
      if (const auto share = inside_share(sweep, motion, boxes[k], taken)) own.inside.push_back(*share);
      if (const auto& points = sightings[k].points; !points.empty()) {
        const auto stands = std::ranges::count(points, PointMotion::stands, [&](uint32_t i) { return motion[i]; });
        own.standing.push_back(static_cast<double>(stands) / static_cast<double>(points.size()));
      }
    }
    if (sightings[k].points.empty()) continue;
    const Timestamp seen = sweep.stamp + Duration::from_seconds(mean_after_s(sweep, sightings[k].points));
    ObjectState state = placed_at(given_[of[k]].boxes, seen).value_or(placed[k]).state;
    sightings[k].stamp = state.stamp;
    if (!own.track.states.empty()) {
      const double before = own.track.states.back().yaw;
      if (!(own.track.states.back().stamp < state.stamp)) continue;
      state.yaw = before + std::remainder(state.yaw - before, 2 * kPi);
    }
    own.track.sightings.push_back(std::move(sightings[k]));
    own.track.states.push_back(state);
    check_motion(own, sweep, state, placed[k].velocity);
  }
}

// Registers the returns of two sightings with each other, beginning once with the motion of the box and once without
// motion, and notes how far the result is from the motion of the box.
void GivenSightings::check_motion(Follower& own, const Sweep& sweep, const ObjectState& state, Vec3d velocity) {
  if (own.track.sightings.back().points.size() < kCloudPoints) return;
  ObjectCloud cloud = object_cloud(sweep, own.track.sightings.back().points);
  if (own.last) {
    const double dt_s = (cloud.stamp - own.last->stamp).seconds();
    if (dt_s > 0.04 && dt_s < 0.6 && norm(velocity) > kMoving_mps) {
      const Rigid3d now_from_then = state.map_from_object() * own.last_state.map_from_object().inverse();
      const ClusterMotion stated{now_from_then * own.last->mean - own.last->mean, state.yaw - own.last_state.yaw};
      const ClusterMotion starts[] = {stated, {}};
      const std::size_t best = best_start(*own.last, cloud, starts, velocity);
      const ClusterFit fit = register_clusters(*own.last, cloud, starts[best], best == 0 ? velocity : Vec3d{});
      const Vec3d off = fit.motion.translation - stated.translation;
      if (fit.inliers >= 0.5 && fit.misfit_m < 0.15) own.speed_errors.push_back(std::hypot(off.x, off.y) / dt_s);
    }
  }
  own.last = std::move(cloud), own.last_state = state;
}

std::vector<ObjectTrack> GivenSightings::finish(uint32_t first_id) {
  std::vector<ObjectTrack> out;
  for (Follower& own : followers_) {
    ObjectTrack& track = own.track;
    GivenObject& given = *track.given;
    track.id = first_id++;
    track.extent = {{-0.5 * given.size.x, -0.5 * given.size.y, 0},
                    {0.5 * given.size.x, 0.5 * given.size.y, given.size.z}};
    track.motions = motions_of(track.states);
    std::vector<double> speeds;
    for (std::size_t i = 1; i < track.states.size(); ++i) track.travelled_m += norm(track.motions[i - 1].translation);
    for (const ObjectState& state : track.states) speeds.push_back(std::abs(state.v));
    given.inside_share = own.inside.empty() ? 1 : median_value(own.inside);
    given.standing_share = median_value(own.standing);
    const bool compared = own.speed_errors.size() >= kMinCompared;
    given.speed_error_mps = compared ? median_value(own.speed_errors) : 0;
    if (!track.rejection) {
      if (track.sightings.empty()) {
        track.rejection = TrackRejection::no_returns;
      } else if (given.inside_share < kFewestInside) {
        track.rejection = TrackRejection::beside_returns;
      } else if (given.standing_share > kMostStanding ||
                 given.speed_error_mps > kSpeedError_mps + kSpeedErrorShare * median_value(std::move(speeds))) {
        track.rejection = TrackRejection::other_motion;
      }
    }
    out.push_back(std::move(track));
  }
  return out;
}

}  // namespace gs::mapping
