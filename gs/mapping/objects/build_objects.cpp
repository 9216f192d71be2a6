// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/objects/build_objects.h"

#include <algorithm>
#include <cmath>

#include "gs/core/parallel.h"
#include "gs/mapping/objects/object_mesh.h"
#include "gs/mapping/objects/parked_phases.h"
#include "gs/mapping/objects/refine_object.h"

namespace gs::mapping {
namespace {

constexpr double kStanding_mps = 0.7;  // an object slower than this at an end of its track may have parked there
constexpr double kGap_s = 0.35;        // longer times without a sighting are predicted
constexpr double kSettle_s = 0.1;      // between the last motion and standing still
constexpr std::size_t kParkedPoints = 300;

RejectedTrack rejected(const ObjectTrack& track, const RefinedObject& object) {
  return {.track = track.id,
          .reason = *object.rejection,
          .sightings = object.model.sightings,
          .points = object.model.points,
          .travelled_m = object.model.travelled_m,
          .given = object.model.given};
}

StandingObject standing(const RefinedObject& object, const ObjectState& state) {
  StandingObject out{.state = state, .points = {}, .until = state.stamp};
  const std::size_t step = 1 + object.shape.size() / (kParkedPoints + 1);
  for (std::size_t i = 0; i < object.shape.size(); i += step) out.points.push_back(object.shape[i].position);
  return out;
}

// True if the middle of an object is inside the box of another one for at least half of its sightings; of a given
// object b, for half of those within its time, because two actors in one place help nobody.
bool is_inside(const MovingObjectModel& a, const MovingObjectModel& b) {
  std::size_t inside = 0, common = 0;
  for (const ObjectState& state : a.states) {
    if (state.stamp < b.states.front().stamp || state.stamp > b.states.back().stamp) continue;
    ++common;
    const Vec3d p = state_at(b.states, state.stamp).map_from_object().inverse() * state.position_in_map;
    if (std::abs(p.x) < 0.5 * b.size.x && std::abs(p.y) < 0.5 * b.size.y) ++inside;
  }
  return inside > 0 && 2 * inside >= (b.given ? common : a.states.size());
}

// Whether b stays if a and b are one object: given objects before others, then those with more points.
bool goes_first(const RefinedObject& b, const RefinedObject& a) {
  if (b.model.given.has_value() != a.model.given.has_value()) return b.model.given.has_value();
  if (b.model.points != a.model.points) return b.model.points > a.model.points;
  return &b < &a;
}

// Rejects second tracks of an object.
void reject_duplicates(std::vector<RefinedObject>& objects) {
  for (RefinedObject& a : objects) {
    if (a.rejection) continue;
    for (const RefinedObject& b : objects) {
      if (&a == &b || b.rejection || !goes_first(b, a) || !is_inside(a.model, b.model)) continue;
      a.rejection = TrackRejection::duplicate;
      break;
    }
  }
}

// Phases between the sightings: gaps are predicted, or occluded if the object stood.
std::vector<MotionPhase> phases_of(const std::vector<ObjectState>& states) {
  std::vector<MotionPhase> out;
  const auto add = [&](Timestamp from, Timestamp to, MotionKind kind) {
    if (!(from < to)) return;
    if (!out.empty() && out.back().kind == kind) {
      out.back().to = to;
    } else {
      out.push_back({from, to, kind});
    }
  };
  for (std::size_t i = 1; i < states.size(); ++i) {
    const ObjectState &a = states[i - 1], &b = states[i];
    const bool gap = (b.stamp - a.stamp).seconds() > kGap_s;
    const bool still = std::max(std::abs(a.v), std::abs(b.v)) < kStanding_mps;
    add(a.stamp, b.stamp, !gap ? MotionKind::moving : still ? MotionKind::occluded : MotionKind::predicted);
  }
  return out;
}

// Adds the time that the object stood at an end of its track.
void add_parked(MovingObjectModel& model, Timestamp until, bool forward) {
  ObjectState still = forward ? model.states.back() : model.states.front();
  const double length_s = std::abs((until - still.stamp).seconds());
  if (length_s < 2 * kSettle_s) return;
  still.v = 0, still.yaw_rate = 0;
  ObjectState settled = still, end = still;
  settled.stamp = still.stamp + Duration::from_seconds(forward ? kSettle_s : -kSettle_s);
  end.stamp = until;
  if (forward) {
    model.phases.push_back({still.stamp, until, MotionKind::parked});
    model.states.insert(model.states.end(), {settled, end});
  } else {
    model.phases.insert(model.phases.begin(), {until, still.stamp, MotionKind::parked});
    model.states.insert(model.states.begin(), {end, settled});
  }
}

Result<void> park_all(SweepSource& sweeps, std::vector<RefinedObject>& objects, bool forward, Progress& progress) {
  std::vector<StandingObject> candidates;
  std::vector<std::size_t> of;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const std::vector<ObjectState>& states = objects[i].model.states;
    const ObjectState& end = forward ? states.back() : states.front();
    if (std::abs(end.v) > kStanding_mps) continue;
    candidates.push_back(standing(objects[i], end));
    of.push_back(i);
  }
  GS_CHECK(find_parked(sweeps, candidates, forward, progress));
  for (std::size_t k = 0; k < of.size(); ++k) add_parked(objects[of[k]].model, candidates[k].until, forward);
  return {};
}

void finish(RefinedObject& object) {
  MovingObjectModel& m = object.model;
  double predicted = 0, parked = 0;
  for (const MotionPhase& phase : m.phases) {
    const double length = (phase.to - phase.from).seconds();
    if (phase.kind == MotionKind::predicted || phase.kind == MotionKind::occluded) predicted += length;
    if (phase.kind == MotionKind::parked) parked += length;
  }
  const double whole = std::max(1e-9, (m.states.back().stamp - m.states.front().stamp).seconds());
  m.predicted_share = predicted / whole, m.parked_share = parked / whole;
  m.quality = std::min(1.0, static_cast<double>(m.points) / 200) *
              std::min(1.0, static_cast<double>(m.sightings) / 10) * std::exp(-m.misfit_m / 0.15) *
              (1 - m.predicted_share);
  m.mesh = make_object_mesh(object.shape, m.size, m.type, m.median_intensity);
}

}  // namespace

Result<ObjectBuild> build_objects(SweepSource& sweeps, const std::vector<ObjectTrack>& tracks,
                                  const GroundHeight& ground, const ObjectOptions& options, Progress& progress) {
  GS_TRY(std::vector<MeasuredTrack> measured, read_measured_points(sweeps, tracks, progress));
  std::vector<RefinedObject> refined(tracks.size());
  parallel_for(
      tracks.size(),
      [&](std::size_t i) {
        if (tracks[i].rejection) {
          refined[i].rejection = tracks[i].rejection;
          refined[i].model.sightings = tracks[i].sightings.size();
          for (const auto& sighting : measured[i].sightings) refined[i].model.points += sighting.size();
          refined[i].model.travelled_m = tracks[i].travelled_m;
          refined[i].model.given = tracks[i].given;
        } else {
          refined[i] = refine_object(tracks[i], measured[i], ground, options);
        }
        measured[i] = {};
      },
      1);
  reject_duplicates(refined);
  ObjectBuild out;
  std::vector<RefinedObject> kept;
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    if (refined[i].rejection) {
      out.rejected.push_back(rejected(tracks[i], refined[i]));
    } else {
      kept.push_back(std::move(refined[i]));
    }
  }
  if (const auto most = static_cast<std::size_t>(options.max_objects); kept.size() > most) {
    std::ranges::stable_sort(kept, std::greater{}, [](const RefinedObject& o) { return o.model.points; });
    kept.resize(most);
    std::ranges::sort(kept, {}, [](const RefinedObject& o) { return o.model.track; });
  }
  for (RefinedObject& object : kept) object.model.phases = phases_of(object.model.states);
  GS_CHECK(park_all(sweeps, kept, true, progress));
  GS_CHECK(park_all(sweeps, kept, false, progress));
  for (RefinedObject& object : kept) {
    finish(object);
    out.objects.push_back(std::move(object.model));
  }
  return out;
}

}  // namespace gs::mapping
