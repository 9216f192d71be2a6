// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/actors/connect_sightings.h"

#include <algorithm>
#include <cmath>

#include "gs/core/parallel.h"
#include "gs/mapping/actors/assignment.h"
#include "gs/mapping/actors/vote_translation.h"

namespace gs::mapping {
namespace {

constexpr int kYoung = 2;  // fewer motions than this say little of the velocity
// A person: a narrow object that several motions connect, seen this short a time ago.
constexpr int kKnown = 3;
constexpr double kPersonWidth_m = 1.1, kPerson_mps = 4, kRecent_s = 0.5;
constexpr std::size_t kKeptPoints = 48;  // of a sighting that is no longer the last one

// Horizontal gap between the bounding boxes of two clouds, the first one moved [m].
double gap_m(const ObjectCloud& from, Vec3d translation, const ObjectCloud& to) {
  const Vec3d d = to.mean - from.mean - translation;
  const auto along = [](double offset, float low, float high, float other_low, float other_high) {
    return std::max({0.0, offset + double{other_low} - double{high}, double{low} - offset - double{other_high}});
  };
  return std::hypot(along(d.x, from.low.x, from.high.x, to.low.x, to.high.x),
                    along(d.y, from.low.y, from.high.y, to.low.y, to.high.y));
}

// First estimates of the motion between the last sighting of a track and a cloud.
std::vector<ClusterMotion> starts_of(const LiveTrack& track, const ObjectCloud& cloud, double dt_s) {
  ClusterMotion predicted = track.motion.predicted(dt_s);
  const double rise = cloud.ground_z - track.last().ground_z;
  predicted.translation.z = rise;
  std::vector<ClusterMotion> starts{predicted};
  if (track.motion.updates() >= kYoung) return starts;
  const double reach = std::min(track.motion.reach_m(dt_s) + 0.5, 4.5);
  for (const Vec3d t : vote_translation(track.last(), cloud, predicted.translation, {.reach_m = reach})) {
    starts.push_back({t, predicted.yaw});
  }
  const Vec3d between = cloud.mean - track.last().mean;
  starts.push_back({{between.x, between.y, rise}, predicted.yaw});
  return starts;
}

double cost_of(const LiveTrack& track, const ObjectCloud& cloud, const ClusterFit& fit) {
  const double dt_s = (cloud.stamp - track.last().stamp).seconds();
  const double ratio = static_cast<double>(cloud.points) / static_cast<double>(track.last().points);
  return 0.5 * track.motion.distance2(fit, dt_s) + 1.5 * (1 - fit.overlap) + 0.2 * std::abs(std::log(ratio)) +
         fit.misfit_m / 0.1;
}

}  // namespace

std::optional<ClusterFit> fit_to_track(const LiveTrack& track, const ObjectCloud& cloud,
                                       const ConnectOptions& options) {
  const double dt_s = (cloud.stamp - track.last().stamp).seconds();
  const ClusterMotion predicted = track.motion.predicted(dt_s);
  if (gap_m(track.last(), predicted.translation, cloud) > track.motion.reach_m(dt_s)) return std::nullopt;
  const std::vector<ClusterMotion> starts = starts_of(track, cloud, dt_s);
  const bool young = starts.size() > 1;
  const std::size_t best = young ? best_start(track.last(), cloud, starts, track.motion.velocity()) : 0;
  const auto speed_of = [&](const ClusterMotion& m) { return std::abs(dt_s) > 0.02 ? m.translation / dt_s : Vec3d{}; };
  const RegisterOptions by{.start_sd_m = track.motion.sd_m(dt_s)};
  const Vec3d velocity = young ? speed_of(starts[best]) : track.motion.velocity();
  ClusterFit fit = register_clusters(track.last(), cloud, starts[best], velocity, by);
  if (young) fit = register_clusters(track.last(), cloud, fit.motion, speed_of(fit.motion), by);
  if (fit.misfit_m > options.max_misfit_m || fit.inliers < options.min_inliers || fit.overlap < options.min_overlap ||
      std::abs(fit.motion.yaw) > options.max_yaw_rad) {
    return std::nullopt;
  }
  if (norm(fit.motion.translation) > options.motion.max_speed_mps * std::abs(dt_s) + 0.5) return std::nullopt;
  return fit;
}

std::vector<ExpectedPerson> SightingConnector::expected_people(Timestamp stamp) const {
  std::vector<ExpectedPerson> out;
  for (const Numbered& own : live_) {
    const ObjectCloud& last = own.track.last();
    const double dt_s = (stamp - last.stamp).seconds();
    if (own.track.motion.updates() < kKnown || dt_s > kRecent_s || last.width_m() > kPersonWidth_m) continue;
    if (norm(own.track.motion.velocity()) > kPerson_mps) continue;
    out.push_back({&last, own.track.motion.velocity()});
  }
  return out;
}

void SightingConnector::add(Timestamp stamp, std::vector<NewSighting> clusters) {
  end_lost(stamp);
  const std::size_t columns = clusters.size();
  std::vector<std::optional<ClusterFit>> fits(live_.size() * columns);
  parallel_for(
      fits.size(),
      [&](std::size_t k) { fits[k] = fit_to_track(live_[k / columns].track, clusters[k % columns].cloud, options_); },
      4);
  CostTable table(live_.size(), columns);
  for (std::size_t k = 0; k < fits.size(); ++k) {
    if (!fits[k]) continue;
    const double cost = cost_of(live_[k / columns].track, clusters[k % columns].cloud, *fits[k]);
    if (cost < options_.most_cost) table.at(k / columns, k % columns) = cost;
  }
  std::vector<uint8_t> taken(columns, 0);
  const std::vector<std::optional<std::size_t>> found = cheapest_assignment(table, options_.most_cost);
  for (std::size_t row = 0; row < found.size(); ++row) {
    if (!found[row]) continue;
    LiveTrack& track = live_[row].track;
    track.clouds.back().thin(kKeptPoints);
    track.append(std::move(clusters[*found[row]].sighting), std::move(clusters[*found[row]].cloud),
                 &*fits[row * columns + *found[row]]);
    taken[*found[row]] = 1;
  }
  for (std::size_t c = 0; c < columns; ++c) {
    if (taken[c] != 0) continue;
    live_.push_back({begun_++, {.motion = MotionEstimate(options_.motion)}});
    live_.back().track.append(std::move(clusters[c].sighting), std::move(clusters[c].cloud), nullptr);
  }
}

void SightingConnector::end_lost(Timestamp stamp) {
  std::vector<Numbered> kept;
  for (Numbered& own : live_) {
    const double limit_s = own.track.sightings.size() < 3 ? options_.young_lost_after_s : options_.lost_after_s;
    const bool lost = (stamp - own.track.last().stamp).seconds() > limit_s;
    (lost ? ended_ : kept).push_back(std::move(own));
  }
  live_ = std::move(kept);
}

std::vector<LiveTrack> SightingConnector::finish() {
  for (Numbered& own : live_) ended_.push_back(std::move(own));
  live_.clear();
  std::ranges::sort(ended_, {}, &Numbered::number);
  std::vector<LiveTrack> out;
  for (Numbered& own : ended_) out.push_back(std::move(own.track));
  ended_.clear();
  return out;
}

}  // namespace gs::mapping
