// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/actors/track_scores.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "gs/core/format.h"

namespace bench {
namespace {

using namespace gs;
using namespace gs::mapping;

constexpr std::size_t kReturns = 50;  // of an object in a track that counts as one of its tracks

// Points of a track by the object they hit; 0: nothing that can move.
using Hits = std::map<uint32_t, std::size_t>;

uint32_t most_of(const Hits& hits) {
  return std::ranges::max_element(hits, {}, [](const auto& p) { return p.second; })->first;
}

// A track and the objects that its points hit, in all and by sighting.
struct TrackHits {
  const ObjectTrack* track;
  Hits all;
  std::vector<Hits> sightings;
  std::size_t points = 0;
};

TrackHits hits_of(const ObjectTrack& track, const std::vector<Sweep>& sweeps, const TrackTruth& truth, double range_m) {
  TrackHits out{&track, {}, std::vector<Hits>(track.sightings.size()), 0};
  for (std::size_t k = 0; k < track.sightings.size(); ++k) {
    const std::size_t s = track.sightings[k].sweep;
    for (const uint32_t i : track.sightings[k].points) {
      if (!(norm(sweeps[s].points[i].position_in_base) <= range_m)) continue;
      const uint32_t instance = truth.instances[s][i];
      ++out.sightings[k][instance], ++out.all[instance], ++out.points;
    }
  }
  return out;
}

// Points of the sweeps that move, and those that do not.
struct Totals {
  std::size_t moving = 0, standing = 0;
};
Totals totals_of(const std::vector<Sweep>& sweeps, const std::vector<SeenObject>& objects, double range_m) {
  Totals out;
  for (const Sweep& sweep : sweeps) {
    for (const SweepPoint& p : sweep.points) out.standing += norm(p.position_in_base) <= range_m ? 1 : 0;
  }
  for (const SeenObject& seen : objects) out.moving += seen.moving_returns;
  out.standing -= out.moving;
  return out;
}

// An object and the tracks of which it has a tenth of the points.
std::string line_of(const SeenObject& seen, const std::vector<TrackHits>& tracks) {
  const uint32_t instance = seen.truth->instance;
  std::size_t first = seen.returns.size(), last = 0;
  for (std::size_t s = 0; s < seen.returns.size(); ++s) {
    if (seen.returns[s] >= SeenObject::kFewReturns && seen.moves(s)) first = std::min(first, s), last = s;
  }
  std::string out = gs::format("{} {}: {} returns while it moved, sweeps {} to {}:", seen.truth->kind, instance,
                               seen.moving_returns, first, last);
  for (const TrackHits& own : tracks) {
    const auto found = own.all.find(instance);
    if (found == own.all.end() || 10 * found->second < own.points) continue;
    const auto& sightings = own.track->sightings;
    out += gs::format(" [track {} {} sweeps {} to {}, {} of {} points]", own.track->id,
                      own.track->rejection ? name_of(*own.track->rejection) : "kept", sightings.front().sweep,
                      sightings.back().sweep, found->second, own.points);
  }
  return out + "\n";
}

// Adds the tracks without a rejection to the score.
void add_tracks(const std::vector<TrackHits>& tracks, const std::map<uint32_t, const SeenObject*>& objects,
                TrackScore& score) {
  std::vector<double> errors;
  std::size_t own = 0, all = 0;
  for (const TrackHits& hits : tracks) {
    if (hits.track->rejection || hits.points == 0) continue;
    std::size_t on_moving = 0;
    uint32_t last = 0;
    for (std::size_t k = 0; k < hits.sightings.size(); ++k) {
      const std::size_t sweep = hits.track->sightings[k].sweep;
      for (const auto& [instance, points] : hits.sightings[k]) {
        if (instance != 0 && objects.at(instance)->moves(sweep)) on_moving += points;
      }
      const uint32_t most = hits.sightings[k].empty() ? 0 : most_of(hits.sightings[k]);
      if (most == 0) continue;
      if (last != 0 && most != last) ++score.switches;
      last = most;
      const auto v = objects.at(most)->velocities[sweep];
      if (!v || k >= hits.track->states.size()) continue;
      const ObjectState& state = hits.track->states[k];
      errors.push_back(norm(Vec3d{state.v * std::cos(state.yaw), state.v * std::sin(state.yaw), v->z} - *v));
    }
    ++score.tracks;
    const uint32_t best = most_of(hits.all);
    own += best == 0 ? 0 : hits.all.at(best), all += hits.points;
    if (best == 0 || 2 * on_moving < hits.points) ++score.false_tracks;
    score.marked_moving += on_moving, score.marked_standing += hits.points - on_moving;
  }
  score.pure = all > 0 ? static_cast<double>(own) / static_cast<double>(all) : 0;
  std::ranges::sort(errors);
  score.speed_error_mps = errors.empty() ? 0 : errors[errors.size() / 2];
}

// Adds an object that counts to the score.
void add_object(const SeenObject& seen, const std::vector<TrackHits>& tracks, TrackScore& score) {
  ++score.objects;
  std::size_t most = 0, parts = 0;
  for (const TrackHits& hits : tracks) {
    const auto found = hits.all.find(seen.truth->instance);
    if (hits.track->rejection || found == hits.all.end()) continue;
    most = std::max(most, found->second), parts += found->second >= kReturns;
  }
  score.pieces += parts > 1 ? parts - 1 : 0;
  score.objects_text += line_of(seen, tracks);
  if (2 * most >= seen.moving_returns) {
    ++score.found;
  } else {
    score.missed += gs::format("{}#{}:{}/{} ", seen.truth->kind, seen.truth->instance, most, seen.moving_returns);
  }
}

}  // namespace

TrackScore score_tracks(const std::vector<Sweep>& sweeps, const std::vector<ObjectTrack>& tracks,
                        const TrackTruth& truth, double range_m) {
  const std::vector<SeenObject> objects = seen_objects(sweeps, truth, range_m);
  std::map<uint32_t, const SeenObject*> by_instance;
  for (const SeenObject& seen : objects) by_instance[seen.truth->instance] = &seen;
  std::vector<TrackHits> hits;
  for (const ObjectTrack& track : tracks) hits.push_back(hits_of(track, sweeps, truth, range_m));
  TrackScore score;
  add_tracks(hits, by_instance, score);
  for (const SeenObject& seen : objects) {
    if (seen.counts()) add_object(seen, hits, score);
  }
  const Totals totals = totals_of(sweeps, objects, range_m);
  const auto share = [](double a, std::size_t b) { return b > 0 ? a / static_cast<double>(b) : 0.0; };
  score.moving_marked = share(static_cast<double>(score.marked_moving), totals.moving);
  score.standing_marked = share(static_cast<double>(score.marked_standing), totals.standing);
  return score;
}

}  // namespace bench
