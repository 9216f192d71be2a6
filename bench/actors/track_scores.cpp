// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/actors/track_scores.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace bench {
namespace {

using namespace gs;
using namespace gs::mapping;

constexpr double kMoving_mps = 0.5;
constexpr double kTravel_m = 2;
constexpr std::size_t kReturns = 50;

// Speeds of an object by sweep; empty where it is not on the street.
std::vector<std::optional<Vec3d>> velocities_of(const TruthObject& object, const std::vector<Sweep>& sweeps) {
  std::vector<std::optional<Vec3d>> out(sweeps.size());
  for (std::size_t s = 0; s < sweeps.size(); ++s) {
    if (!object.poses[s]) continue;
    const std::size_t a = s > 0 && object.poses[s - 1] ? s - 1 : s;
    const std::size_t b = s + 1 < sweeps.size() && object.poses[s + 1] ? s + 1 : s;
    const double time_s = (sweeps[b].stamp - sweeps[a].stamp).seconds();
    const Vec3d way = object.poses[b]->translation - object.poses[a]->translation;
    out[s] = time_s > 0 && norm(way) < 50 * time_s ? way / time_s : Vec3d{};
  }
  return out;
}

// What is known of an object while it is in sight.
struct Seen {
  std::vector<std::optional<Vec3d>> velocities;
  std::size_t returns = 0, moving_returns = 0;
  double travelled_m = 0;
  std::map<uint32_t, std::size_t> tracks;  // points by track
  std::string kind;
};

}  // namespace

TrackScore score_tracks(const std::vector<Sweep>& sweeps, const std::vector<ObjectTrack>& tracks,
                        const TrackTruth& truth, double range_m) {
  std::map<uint32_t, Seen> objects;
  for (const TruthObject& object : truth.objects) {
    Seen& seen = objects[object.instance];
    seen.velocities = velocities_of(object, sweeps);
    seen.kind = object.kind;
  }
  const auto velocity = [&](uint32_t instance, std::size_t sweep) -> std::optional<Vec3d> {
    const auto found = objects.find(instance);
    return found == objects.end() ? std::nullopt : found->second.velocities[sweep];
  };
  const auto moves = [&](uint32_t instance, std::size_t sweep) {
    const auto v = velocity(instance, sweep);
    return v && norm(*v) > kMoving_mps;
  };
  const auto counts = [&](std::size_t s, std::size_t i) {
    return norm(sweeps[s].points[i].position_in_base) <= range_m;
  };

  // All points.
  std::size_t moving = 0, standing = 0;
  for (std::size_t s = 0; s < sweeps.size(); ++s) {
    std::map<uint32_t, std::size_t> here;
    for (std::size_t i = 0; i < sweeps[s].points.size(); ++i) {
      if (!counts(s, i)) continue;
      const uint32_t instance = truth.instances[s][i];
      const bool moved = moves(instance, s);
      moved ? ++moving : ++standing;
      if (instance == 0) continue;
      ++here[instance];
      Seen& seen = objects[instance];
      ++seen.returns, seen.moving_returns += moved;
    }
    for (const auto& [instance, returns] : here) {
      const auto v = velocity(instance, s);
      if (returns >= 5 && v) objects[instance].travelled_m += 0.1 * norm(*v);
    }
  }

  // Points of tracks.
  TrackScore score;
  std::size_t marked_moving = 0, marked_standing = 0, own = 0, all = 0;
  std::vector<double> errors;
  for (const ObjectTrack& track : tracks) {
    if (track.rejection) continue;
    std::map<uint32_t, std::size_t> hits;
    std::size_t on_moving = 0, points = 0;
    uint32_t last = 0;
    for (std::size_t k = 0; k < track.sightings.size(); ++k) {
      const Sighting& sighting = track.sightings[k];
      std::map<uint32_t, std::size_t> here;
      for (const uint32_t i : sighting.points) {
        if (!counts(sighting.sweep, i)) continue;
        const uint32_t instance = truth.instances[sighting.sweep][i];
        ++here[instance], ++hits[instance], ++points;
        const bool moved = moves(instance, sighting.sweep);
        moved ? ++marked_moving : ++marked_standing;
        on_moving += moved;
        if (instance != 0) ++objects[instance].tracks[track.id];
      }
      if (here.empty()) continue;
      const uint32_t most = std::ranges::max_element(here, {}, [](const auto& p) { return p.second; })->first;
      if (last != 0 && most != 0 && most != last) ++score.switches;
      if (most != 0) last = most;
      const auto v = velocity(most, sighting.sweep);
      if (!v || k >= track.states.size()) continue;
      const ObjectState& state = track.states[k];
      const Vec3d own_v{state.v * std::cos(state.yaw), state.v * std::sin(state.yaw), v->z};
      errors.push_back(norm(own_v - *v));
    }
    if (points == 0) continue;
    ++score.tracks;
    const auto best = std::ranges::max_element(hits, {}, [](const auto& p) { return p.second; });
    own += best->first == 0 ? 0 : best->second, all += points;
    if (best->first == 0 || 2 * on_moving < points) ++score.false_tracks;
  }
  for (const auto& [instance, seen] : objects) {
    if (seen.travelled_m < kTravel_m || seen.moving_returns < kReturns) continue;
    ++score.objects;
    std::size_t most = 0, parts = 0;
    for (const auto& [track, points] : seen.tracks) most = std::max(most, points), parts += points >= kReturns;
    score.pieces += parts > 1 ? parts - 1 : 0;
    if (2 * most >= seen.moving_returns) {
      ++score.found;
    } else {
      score.missed += seen.kind + "#" + std::to_string(instance) + ":" + std::to_string(most) + "/" +
                      std::to_string(seen.moving_returns) + " ";
    }
  }
  const auto share = [](std::size_t a, std::size_t b) {
    return b > 0 ? static_cast<double>(a) / static_cast<double>(b) : 0.0;
  };
  score.moving_marked = share(marked_moving, moving);
  score.standing_marked = share(marked_standing, standing);
  score.pure = share(own, all);
  std::ranges::sort(errors);
  score.speed_error_mps = errors.empty() ? 0 : errors[errors.size() / 2];
  return score;
}

}  // namespace bench
