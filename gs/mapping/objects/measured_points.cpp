// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/objects/measured_points.h"

#include <cmath>
#include <map>

namespace gs::mapping {
namespace {

// A sighting of a track.
struct Place {
  std::size_t track, sighting;
};

bool is_finite(Vec3f p) { return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z); }

// Measurement time of a point after the stamp of its sweep.
float measured_after_s(const Sweep& sweep, std::size_t point) {
  if (point < sweep.measured_after_s.size()) return sweep.measured_after_s[point];
  return point < sweep.time_offset_s.size() ? sweep.time_offset_s[point] : 0.0F;
}

void add_points(const Sweep& sweep, const Sighting& sighting, Vec3d origin, std::vector<MeasuredPoint>& out) {
  const auto stamp_after_s = static_cast<float>((sighting.stamp - sweep.stamp).seconds());
  out.reserve(sighting.points.size());
  for (const uint32_t i : sighting.points) {
    if (i >= sweep.points.size() || !is_finite(sweep.points[i].position_in_base)) continue;
    const Vec3d sensor = i < sweep.ray_origins.size() ? cast<double>(sweep.ray_origins[i]) : sweep.sensor_in_base;
    out.push_back(
        {.position = cast<float>(sweep.map_from_base * cast<double>(sweep.points[i].position_in_base) - origin),
         .ray_origin = cast<float>(sweep.map_from_base * sensor - origin),
         .after_s = measured_after_s(sweep, i) - stamp_after_s,
         .intensity = sweep.points[i].intensity});
  }
}

}  // namespace

Result<std::vector<MeasuredTrack>> read_measured_points(SweepSource& sweeps, std::span<const ObjectTrack> tracks,
                                                        Progress& progress) {
  std::vector<MeasuredTrack> out(tracks.size());
  std::map<std::size_t, std::vector<Place>> by_sweep;
  for (std::size_t t = 0; t < tracks.size(); ++t) {
    out[t].sightings.resize(tracks[t].sightings.size());
    if (!tracks[t].motions.empty()) out[t].origin_in_map = tracks[t].motions.front().pivot_in_map;
    for (std::size_t s = 0; s < tracks[t].sightings.size(); ++s) {
      by_sweep[tracks[t].sightings[s].sweep].push_back({t, s});
    }
  }
  progress.begin("reading the points of objects", by_sweep.size(), "sweeps");
  std::size_t done = 0;
  for (const auto& [index, places] : by_sweep) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped while reading the points of objects");
    if (index >= sweeps.count()) {
      return fail(ErrorCode::invalid_argument, "a track names sweep {} of {}", index, sweeps.count());
    }
    GS_TRY(const Sweep sweep, sweeps.read(index));
    for (const auto& [track, sighting] : places) {
      add_points(sweep, tracks[track].sightings[sighting], out[track].origin_in_map, out[track].sightings[sighting]);
    }
    progress.advance(++done);
  }
  progress.finish();
  return out;
}

std::vector<ObjectPoint> points_in_object(const MeasuredTrack& measured, const std::vector<ObjectState>& states) {
  std::vector<ObjectPoint> out;
  for (std::size_t s = 0; s < measured.sightings.size(); ++s) {
    for (const MeasuredPoint& point : measured.sightings[s]) {
      const ObjectState state = state_at(states, states[s].stamp + Duration::from_seconds(point.after_s));
      const double c = std::cos(state.yaw), sn = std::sin(state.yaw);
      const Vec3d middle = state.position_in_map - measured.origin_in_map;
      const auto in_object = [&](Vec3f p) {
        const Vec3d d = cast<double>(p) - middle;
        return cast<float>(Vec3d{c * d.x + sn * d.y, c * d.y - sn * d.x, d.z});
      };
      out.push_back({.position_in_object = in_object(point.position),
                     .ray_origin_in_object = in_object(point.ray_origin),
                     .intensity = point.intensity,
                     .sighting = static_cast<uint32_t>(s)});
    }
  }
  return out;
}

}  // namespace gs::mapping
