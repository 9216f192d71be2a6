// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/actors/track_objects.h"

#include <algorithm>
#include <iterator>

#include "gs/core/parallel.h"
#include "gs/mapping/actors/connect_sightings.h"
#include "gs/mapping/actors/finish_tracks.h"
#include "gs/mapping/actors/gather_points.h"
#include "gs/mapping/actors/given_sightings.h"
#include "gs/mapping/actors/motion_evidence.h"
#include "gs/mapping/actors/object_clusters.h"

namespace gs::mapping {
namespace {

FinishOptions finish_options(const ObjectTrackerOptions& o) {
  FinishOptions out;
  out.connect.motion.max_speed_mps = o.max_speed_mps;
  out.connect.lost_after_s = o.lost_after_s;
  out.connect.max_misfit_m = o.max_misfit_m;
  out.stitch_s = o.stitch_s;
  out.min_sightings = o.min_sightings;
  out.min_points = o.min_track_points;
  out.min_travel_m = o.min_travel_m;
  return out;
}

// The objects of a sweep.
std::vector<NewSighting> sightings_of(const Sweep& sweep, std::size_t index, const std::vector<PointMotion>& motion,
                                      const MotionEvidence& evidence, std::span<const ExpectedPerson> people,
                                      const ObjectTrackerOptions& options) {
  const ClusterOptions clusters{.link_m = options.link_m,
                                .min_points = static_cast<std::size_t>(options.min_points),
                                .min_height_m = options.min_height_m};
  std::vector<std::vector<uint32_t>> found = find_clusters(sweep, motion, clusters);
  split_people(sweep, people, clusters, found);
  std::vector<NewSighting> out(found.size());
  parallel_for(
      found.size(),
      [&](std::size_t i) {
        out[i].cloud = object_cloud(sweep, found[i]);
        out[i].cloud.ground_z = out[i].cloud.mean.z - evidence.height(out[i].cloud.mean);
        out[i].sighting = {
            .sweep = index, .sensor = sweep.sensor, .stamp = out[i].cloud.stamp, .points = std::move(found[i])};
      },
      1);
  return out;
}

// Adds the points inside the boxes of the moving objects, sweep by sweep.
Result<void> complete(std::vector<ObjectTrack>& tracks, const std::vector<std::vector<SightingBox>>& boxes,
                      SweepSource& sweeps, const MotionEvidence& evidence, const PointGate& gate, Progress& progress) {
  std::vector<std::vector<BoxedSighting>> by_sweep(sweeps.count());
  for (std::size_t t = 0; t < tracks.size(); ++t) {
    if (tracks[t].rejection) continue;
    for (std::size_t k = 0; k < tracks[t].sightings.size(); ++k) {
      Sighting& sighting = tracks[t].sightings[k];
      by_sweep[sighting.sweep].push_back({&sighting, &boxes[t][k]});
    }
  }
  progress.begin("completing objects", sweeps.count(), "sweeps");
  for (std::size_t s = 0; s < sweeps.count(); ++s) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "the search for moving objects was stopped");
    if (!by_sweep[s].empty()) {
      GS_TRY(const Sweep sweep, sweeps.read(s));
      gather_points(sweep, motion_of_points(sweep, evidence, gate), by_sweep[s]);
    }
    progress.advance(s + 1);
  }
  progress.finish();
  return {};
}

}  // namespace

Result<std::vector<ObjectTrack>> ObjectTracker::run(SweepSource& sweeps, std::span<const ObjectExtent> ego_boxes,
                                                    const Options& options, Progress& progress,
                                                    std::span<const GivenTrack> given) {
  const PointGate gate{options.min_range_m, options.max_range_m, ego_boxes};
  const EvidenceOptions evidence_options{options.voxel_m, options.above_ground_m, options.min_seen_empty};
  const FinishOptions finish = finish_options(options);
  std::vector<Rigid3d> map_from_base;
  SightingConnector connector(finish.connect);
  GivenSightings given_sightings(given, options.min_travel_m);
  GS_TRY(const MotionEvidence evidence,
         MotionEvidence::from(sweeps, 0, sweeps.count(), gate, evidence_options, progress));
  progress.begin("following objects", sweeps.count(), "sweeps");
  for (std::size_t s = 0; s < sweeps.count(); ++s) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "the search for moving objects was stopped");
    GS_TRY(const Sweep sweep, sweeps.read(s));
    map_from_base.push_back(sweep.map_from_base);
    const std::vector<PointMotion> motion = motion_of_points(sweep, evidence, gate);
    const std::vector<ExpectedPerson> people = connector.expected_people(sweep.stamp);
    connector.add(sweep.stamp, sightings_of(sweep, s, motion, evidence, people, options));
    given_sightings.add(sweep, s, motion);
    progress.advance(s + 1);
  }
  progress.finish();

  std::vector<LiveTrack> live = stitched(connector.finish(), finish);
  std::vector<std::vector<SightingBox>> boxes(live.size());
  parallel_for(
      live.size(), [&](std::size_t i) { boxes[i] = sighting_boxes(live[i]); }, 1);
  std::vector<ObjectTrack> tracks;
  for (LiveTrack& track : live) {
    tracks.push_back(finished(std::move(track), static_cast<uint32_t>(tracks.size()), map_from_base, finish));
  }
  reject_duplicates(tracks, boxes);
  GS_CHECK(complete(tracks, boxes, sweeps, evidence, gate, progress));
  std::ranges::move(given_sightings.finish(static_cast<uint32_t>(tracks.size())), std::back_inserter(tracks));
  return tracks;
}

}  // namespace gs::mapping
