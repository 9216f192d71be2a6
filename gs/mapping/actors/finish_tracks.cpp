// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/actors/finish_tracks.h"

#include <algorithm>
#include <cmath>

#include "gs/core/parallel.h"
#include "gs/mapping/actors/assignment.h"

namespace gs::mapping {
namespace {

constexpr double kStanding_mps = 1.0;
constexpr double kLongestStop_s = 120;
constexpr double kLongest_m = 26, kHighest_m = 4.5;  // of one sighting of a vehicle
constexpr std::size_t kEndMotions = 5;               // motions that make the velocity at an end

// Mean velocity over some motions.
Vec3d velocity_over(const LiveTrack& track, std::size_t first, std::size_t last) {
  Vec3d way;
  double time_s = 0;
  for (std::size_t m = first; m < last; ++m) {
    const RelativePose& motion = track.motions[m];
    way += motion.translation;
    time_s += (track.clouds[motion.to].stamp - track.clouds[motion.from].stamp).seconds();
  }
  return time_s > 0 ? way / time_s : Vec3d{};
}
Vec3d velocity_at_start(const LiveTrack& t) { return velocity_over(t, 0, std::min(kEndMotions, t.motions.size())); }
Vec3d velocity_at_end(const LiveTrack& t) {
  return velocity_over(t, t.motions.size() - std::min(kEndMotions, t.motions.size()), t.motions.size());
}

// The fit of the end of a track to the start of a later one, and its cost.
struct Stitch {
  ClusterFit fit;
  double cost = 0;
};
std::optional<Stitch> stitch_of(const LiveTrack& first, const LiveTrack& second, const FinishOptions& options) {
  if (first.sightings.size() < 3 || second.sightings.size() < 3) return std::nullopt;
  const ObjectCloud &end = first.clouds.back(), &start = second.clouds.front();
  const double dt_s = (start.stamp - end.stamp).seconds();
  const Vec3d before = velocity_at_end(first), after = velocity_at_start(second);
  const bool stood = norm(before) < kStanding_mps && norm(after) < kStanding_mps;
  if (dt_s <= 0 || dt_s > (stood ? kLongestStop_s : options.stitch_s)) return std::nullopt;
  const double acceleration = options.connect.motion.acceleration_mps2;
  if (norm(after - before) > acceleration * std::min(dt_s, 1.0) + 2) return std::nullopt;
  Vec3d way = stood && dt_s > options.stitch_s ? Vec3d{} : (before + after) * (0.5 * dt_s);
  way.z = start.ground_z - end.ground_z;
  const double sigma_m = 0.3 + 0.15 * acceleration * std::min(dt_s, options.stitch_s);
  const ClusterFit fit = register_clusters(end, start, {way, 0}, after);
  const double away_m = norm(fit.motion.translation - way);
  if (away_m > 3 * sigma_m || fit.misfit_m > options.connect.max_misfit_m || fit.inliers < 0.4) return std::nullopt;
  return Stitch{fit, 0.5 * away_m * away_m / (sigma_m * sigma_m) + 1.5 * (1 - fit.overlap) + dt_s / 10};
}

void append_track(LiveTrack& first, LiveTrack second, const ClusterFit& fit) {
  const std::size_t shift = first.sightings.size();
  first.append(std::move(second.sightings[0]), std::move(second.clouds[0]), &fit);
  for (std::size_t i = 1; i < second.sightings.size(); ++i) {
    first.sightings.push_back(std::move(second.sightings[i]));
    first.clouds.push_back(std::move(second.clouds[i]));
  }
  for (RelativePose motion : second.motions) {
    motion.from += shift, motion.to += shift;
    first.motions.push_back(motion);
  }
}

// Points of all sightings in the frame of the first one.
ObjectExtent extent_of(const LiveTrack& track, const std::vector<Rigid3d>& poses, double yaw) {
  std::array<std::vector<double>, 3> values;
  const Quaterniond turned = Quaterniond::from_rpy(0.0, 0.0, -yaw);
  for (std::size_t s = 0; s < poses.size(); ++s) {
    const Rigid3d first_from_map = poses[s].inverse();
    const ObjectCloud& cloud = track.clouds[s];
    for (std::size_t i = 0; i < cloud.size(); ++i) {
      const Vec3d in_map = cloud.mean + cast<double>(Vec3f{cloud.x[i], cloud.y[i], cloud.z[i]});
      const Vec3d p = turned * (first_from_map * in_map);
      values[0].push_back(p.x), values[1].push_back(p.y), values[2].push_back(p.z);
    }
  }
  const auto at_share = [](std::vector<double>& v, double share) {
    const auto k = static_cast<std::ptrdiff_t>(share * static_cast<double>(v.size() - 1) + 0.5);
    std::nth_element(v.begin(), v.begin() + k, v.end());
    return v[static_cast<std::size_t>(k)];
  };
  constexpr double kOutliers = 0.01;
  const auto low = [&](std::size_t axis) { return at_share(values[axis], kOutliers); };
  const auto high = [&](std::size_t axis) { return at_share(values[axis], 1 - kOutliers); };
  return {{low(0), low(1), low(2)}, {high(0), high(1), high(2)}};
}

double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// States of the object frame: the motion of the middle of the object, its speed over half a second.
std::vector<ObjectState> states_of(const LiveTrack& track, const std::vector<Rigid3d>& poses, Vec3d origin_in_first,
                                   double heading) {
  std::vector<ObjectState> states;
  for (std::size_t s = 0; s < poses.size(); ++s) {
    const double chained = to_rpy(poses[s].rotation).yaw + heading;
    const double before = states.empty() ? chained : states.back().yaw;
    states.push_back({.stamp = track.clouds[s].stamp,
                      .position_in_map = poses[s] * origin_in_first,
                      .yaw = before + std::remainder(chained - before, 2 * kPi)});
  }
  for (std::size_t s = 0; s < states.size(); ++s) {
    std::size_t a = s, b = s;
    while (a > 0 && (states[s].stamp - states[a].stamp).seconds() < 0.25) --a;
    while (b + 1 < states.size() && (states[b].stamp - states[s].stamp).seconds() < 0.25) ++b;
    const double time_s = (states[b].stamp - states[a].stamp).seconds();
    if (!(time_s > 0)) continue;
    const Vec3d v = (states[b].position_in_map - states[a].position_in_map) / time_s;
    states[s].v = v.x * std::cos(states[s].yaw) + v.y * std::sin(states[s].yaw);
    states[s].yaw_rate = (states[b].yaw - states[a].yaw) / time_s;
  }
  return states;
}

// Greatest horizontal distance between two positions of a track, approximately: from the first to the farthest one,
// and from that to the farthest one.
double span_m(const std::vector<ObjectState>& states) {
  std::size_t at = 0;
  double most = 0;
  for (int round = 0; round < 2; ++round) {
    const Vec3d from = states[at].position_in_map;
    for (std::size_t i = 0; i < states.size(); ++i) {
      const Vec3d d = states[i].position_in_map - from;
      if (std::hypot(d.x, d.y) > most) most = std::hypot(d.x, d.y), at = i;
    }
  }
  return most;
}

// Whether something keeps its place near the ego vehicle while that drives.
bool is_ego_part(const LiveTrack& track, std::span<const Rigid3d> map_from_base) {
  constexpr double kNear_m = 3.5, kStill_m = 0.2;
  std::vector<double> x, y;
  for (std::size_t s = 0; s < track.sightings.size(); ++s) {
    const Vec3d p = map_from_base[track.sightings[s].sweep].inverse() * track.clouds[s].mean;
    x.push_back(p.x), y.push_back(p.y);
  }
  const double mx = median_of(x), my = median_of(y);
  std::vector<double> away;
  for (std::size_t s = 0; s < x.size(); ++s) away.push_back(std::hypot(x[s] - mx, y[s] - my));
  return std::hypot(mx, my) < kNear_m && median_of(away) < kStill_m;
}

std::optional<TrackRejection> rejection_of(const LiveTrack& track, const ObjectTrack& out,
                                           std::span<const Rigid3d> map_from_base, const FinishOptions& options) {
  std::size_t points = 0;
  std::vector<double> overlaps, lengths, heights;
  for (const ObjectCloud& cloud : track.clouds) {
    const Vec3d size = cast<double>(cloud.high - cloud.low);
    points += cloud.points;
    lengths.push_back(std::hypot(size.x, size.y)), heights.push_back(size.z);
  }
  for (const RelativePose& m : track.motions) overlaps.push_back(m.overlap);
  if (track.sightings.size() < static_cast<std::size_t>(options.min_sightings)) return TrackRejection::few_sightings;
  if (points < static_cast<std::size_t>(options.min_points)) return TrackRejection::low_points;
  if (is_ego_part(track, map_from_base)) return TrackRejection::ego_part;
  if (span_m(out.states) < options.min_travel_m) return TrackRejection::is_short;
  if (median_of(lengths) > kLongest_m || median_of(heights) > kHighest_m) return TrackRejection::too_large;
  if (median_of(overlaps) < 0.3) return TrackRejection::not_rigid;
  return std::nullopt;
}

}  // namespace

std::vector<Rigid3d> chained_poses(const LiveTrack& track) {
  const ObjectCloud& first = track.clouds[0];
  std::vector<Rigid3d> poses{{{}, {first.mean.x, first.mean.y, first.ground_z}}};
  for (const RelativePose& m : track.motions) {
    const Quaterniond turn = Quaterniond::from_rpy(0.0, 0.0, m.yaw);
    const Rigid3d& from = poses[m.from];
    Vec3d to = m.pivot_in_map + m.translation + turn * (from.translation - m.pivot_in_map);
    to.z = track.clouds[m.to].ground_z;
    poses.push_back({turn * from.rotation, to});
  }
  return poses;
}

double heading_in_first(const std::vector<Rigid3d>& poses) {
  Vec3d sum;
  for (std::size_t i = 1; i < poses.size(); ++i) {
    sum += poses[i].rotation.conjugate() * (poses[i].translation - poses[i - 1].translation);
  }
  return std::atan2(sum.y, sum.x);
}

std::vector<LiveTrack> stitched(std::vector<LiveTrack> tracks, const FinishOptions& options) {
  const std::size_t n = tracks.size();
  std::vector<std::vector<std::pair<std::size_t, Stitch>>> found(n);
  parallel_for(
      n,
      [&](std::size_t i) {
        for (std::size_t j = i + 1; j < n; ++j) {
          if (const auto stitch = stitch_of(tracks[i], tracks[j], options)) found[i].push_back({j, *stitch});
        }
      },
      4);
  CostTable table(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (const auto& [j, stitch] : found[i]) table.at(i, j) = stitch.cost;
  }
  const auto next = cheapest_assignment(table, options.connect.most_cost);
  // From the last track to the first, so that what is appended is complete.
  std::vector<uint8_t> gone(n, 0);
  for (std::size_t i = n; i-- > 0;) {
    if (!next[i]) continue;
    const auto pair = std::ranges::find(found[i], *next[i], [](const auto& p) { return p.first; });
    append_track(tracks[i], std::move(tracks[*next[i]]), pair->second.fit);
    gone[*next[i]] = 1;
  }
  std::vector<LiveTrack> out;
  for (std::size_t i = 0; i < n; ++i) {
    if (gone[i] == 0) out.push_back(std::move(tracks[i]));
  }
  return out;
}

ObjectTrack finished(LiveTrack track, uint32_t id, std::span<const Rigid3d> map_from_base,
                     const FinishOptions& options) {
  ObjectTrack out{.id = id};
  const std::vector<Rigid3d> poses = chained_poses(track);
  const double heading = heading_in_first(poses);
  const ObjectExtent extent = extent_of(track, poses, heading);
  const Vec3d middle = (extent.low + extent.high) * 0.5;
  const Vec3d foot{middle.x, middle.y, 0};
  const Vec3d origin = Quaterniond::from_rpy(0.0, 0.0, heading) * foot;
  out.extent = {extent.low - foot, extent.high - foot};
  out.states = states_of(track, poses, origin, heading);
  std::vector<double> misfits;
  for (std::size_t s = 1; s < out.states.size(); ++s) {
    out.travelled_m += norm(out.states[s].position_in_map - out.states[s - 1].position_in_map);
  }
  for (const RelativePose& m : track.motions) {
    misfits.push_back(m.misfit_m);
    track.sightings[m.to].misfit_m = m.misfit_m;
  }
  out.misfit_m = median_of(misfits);
  out.rejection = rejection_of(track, out, map_from_base, options);
  out.sightings = std::move(track.sightings);
  out.motions = std::move(track.motions);
  return out;
}

}  // namespace gs::mapping
