// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/actors/track_objects.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gs/core/parallel.h"
#include "gs/mapping/testing/street.h"

namespace gs::mapping {
namespace {

using testing::Box;
using testing::BrokenSweeps;
using testing::furnished_street;
using testing::KeptSweeps;
using testing::kMovesIntensity;
using testing::Street;
using testing::StreetDrive;

constexpr ObjectExtent kEgo{{-1.5, -1.2, -0.5}, {4, 1.2, 2.5}};

std::vector<ObjectTrack> tracks_of(SweepSource& sweeps, ObjectTracker::Options options = {}) {
  NoProgress quiet;
  options.max_range_m = 30;  // fast
  auto tracks = ObjectTracker::run(sweeps, std::span(&kEgo, 1), options, quiet);
  EXPECT_TRUE(tracks) << to_string(tracks.error());
  return tracks ? *std::move(tracks) : std::vector<ObjectTrack>{};
}
std::vector<ObjectTrack> moving_tracks(SweepSource& sweeps, const ObjectTracker::Options& options = {}) {
  std::vector<ObjectTrack> tracks = tracks_of(sweeps, options);
  std::erase_if(tracks, [](const ObjectTrack& t) { return t.rejection.has_value(); });
  return tracks;
}

// An oncoming car, and a person who crosses behind it.
Street busy_street() {
  Street street = furnished_street();
  street.noise_m = 0.01;
  street.boxes.push_back({{40, -2.9, 0.05}, {44.4, -1.1, 1.5}, {-6, 0, 0}});
  street.boxes.push_back({{8, -3.5, 0.05}, {8.4, -3.0, 1.8}, {0, 1.4, 0}});
  return street;
}

TEST(ObjectTracker, FollowsACarAndAPerson) {
  StreetDrive drive(busy_street(), 40, {.columns = 900, .rows = 40});
  KeptSweeps sweeps(drive);
  const std::vector<ObjectTrack> tracks = moving_tracks(sweeps);
  ASSERT_EQ(tracks.size(), 2u);
  for (const ObjectTrack& track : tracks) {
    ASSERT_EQ(track.states.size(), track.sightings.size());
    ASSERT_EQ(track.motions.size() + 1, track.sightings.size());
    const bool car = track.extent.size().x > 2;
    const Vec3d velocity = car ? Vec3d{-6, 0, 0} : Vec3d{0, 1.4, 0};
    Vec3d way;
    double time_s = 0;
    std::size_t far_off = 0;
    for (const RelativePose& motion : track.motions) {
      ASSERT_LT(motion.from, motion.to);
      const double step_s = (track.sightings[motion.to].stamp - track.sightings[motion.from].stamp).seconds();
      way += motion.translation, time_s += step_s;
      const double sigma_m = std::sqrt(motion.covariance[0] + motion.covariance[5]);
      far_off += norm(motion.translation - velocity * step_s) > 4 * sigma_m;
    }
    EXPECT_LT(norm(way / time_s - velocity), 0.25);
    EXPECT_LE(far_off, track.motions.size() / 10);
  }
}

TEST(ObjectTracker, TakesThePointsOfMovingObjectsAndNoOthers) {
  StreetDrive drive(busy_street(), 40, {.columns = 900, .rows = 40});
  KeptSweeps sweeps(drive);
  std::vector<std::vector<uint8_t>> marked(sweeps.count());
  for (std::size_t s = 0; s < sweeps.count(); ++s) marked[s].resize(sweeps.read(s)->points.size(), 0);
  for (const ObjectTrack& track : moving_tracks(sweeps)) {
    for (const Sighting& sighting : track.sightings) {
      EXPECT_TRUE(std::ranges::is_sorted(sighting.points));
      for (const uint32_t i : sighting.points) {
        EXPECT_EQ(marked[sighting.sweep].at(i), 0);  // a point belongs to one object
        marked[sighting.sweep][i] = 1;
      }
    }
  }
  std::size_t moving = 0, found = 0, wrong = 0, standing = 0;
  for (std::size_t s = 0; s < sweeps.count(); ++s) {
    const Sweep sweep = *sweeps.read(s);
    for (std::size_t i = 0; i < sweep.points.size(); ++i) {
      const Vec3f p = sweep.points[i].position_in_base;
      const bool moves = sweep.points[i].intensity == kMovesIntensity;
      if (moves && (p.z < 0.2f || norm(p) > 28)) continue;  // counts as ground, or out of range
      moves ? ++moving : ++standing;
      if (marked[s][i] != 0) moves ? ++found : ++wrong;
    }
  }
  EXPECT_GT(found, moving * 6 / 10);  // the beams are sparse, and the drive ends while the car is near
  EXPECT_LT(wrong, standing / 1000);
}

TEST(ObjectTracker, FindsNothingWhereNothingMoves) {
  Street street = furnished_street();
  street.noise_m = 0.02;
  street.slope = 0.03;
  StreetDrive drive(street, 30);
  KeptSweeps sweeps(drive);
  EXPECT_TRUE(moving_tracks(sweeps).empty());
}

TEST(ObjectTracker, FollowsAVanThatStaysAhead) {
  Street street = furnished_street();
  street.boxes.push_back({{-17, -1, 0.05}, {-12, 1, 2.2}, {10, 0, 0}});
  StreetDrive drive(street, 50);
  KeptSweeps sweeps(drive);
  const std::vector<ObjectTrack> tracks = moving_tracks(sweeps);
  ASSERT_EQ(tracks.size(), 1u);
  EXPECT_GT(tracks[0].sightings.size(), 40u);
  EXPECT_NEAR(tracks[0].states[25].v, 10, 0.3);
}

TEST(ObjectTracker, KeepsAPersonApartFromOneWhoOvertakes) {
  Street street = furnished_street();
  street.noise_m = 0.01;
  street.boxes.push_back({{8, -3.7, 0.05}, {8.4, -3.3, 1.8}, {0, 1.8, 0}});
  street.boxes.push_back({{8.6, -2.4, 0.05}, {9.0, -2.0, 1.8}, {0, 1.0, 0}});
  StreetDrive drive(street, 40, {.columns = 900, .rows = 40});
  KeptSweeps sweeps(drive);
  const std::vector<ObjectTrack> tracks = moving_tracks(sweeps);
  ASSERT_EQ(tracks.size(), 2u);
  for (const ObjectTrack& track : tracks) EXPECT_GT(track.sightings.size(), 24u);
}

TEST(ObjectTracker, StitchesTheTrackOfACarThatPassedBehindAWall) {
  Street street = furnished_street();
  street.noise_m = 0.01;
  street.boxes.push_back({{-17, -3.2, 0.05}, {-13, -1.4, 1.5}, {10, 0, 0}});
  street.boxes.push_back({{0, -1.0, 0}, {7, -0.8, 2.5}});
  StreetDrive drive(street, 50);
  KeptSweeps sweeps(drive);
  ObjectTracker::Options options;
  options.lost_after_s = 0.3;  // shorter than the time behind the wall
  const std::vector<ObjectTrack> stitched = moving_tracks(sweeps, options);
  ASSERT_EQ(stitched.size(), 1u);
  std::size_t longest_gap = 0;
  for (std::size_t k = 1; k < stitched[0].sightings.size(); ++k) {
    longest_gap = std::max(longest_gap, stitched[0].sightings[k].sweep - stitched[0].sightings[k - 1].sweep);
  }
  EXPECT_GT(longest_gap, 3u);
  options.stitch_s = 0;
  EXPECT_GT(moving_tracks(sweeps, options).size(), 1u);
}

// Adds a box on the roof of the ego vehicle to every sweep.
class WithRoofBox final : public SweepSource {
 public:
  explicit WithRoofBox(SweepSource& source) : source_(source) {}
  std::size_t count() const override { return source_.count(); }
  Result<Sweep> read(std::size_t index) override {
    GS_TRY(Sweep sweep, source_.read(index));
    for (float z = 1.0f; z < 1.9f; z += 0.1f) {
      for (float y = -0.5f; y < 0.5f; y += 0.1f) sweep.points.push_back({{-1.2f, y, z}, 1});
    }
    return sweep;
  }

 private:
  SweepSource& source_;
};

TEST(ObjectTracker, PartsOfTheEgoVehicleAreNoObjects) {
  StreetDrive drive(furnished_street(), 30);
  KeptSweeps kept(drive);
  WithRoofBox sweeps(kept);
  EXPECT_TRUE(tracks_of(sweeps).empty());  // inside the ego box
  NoProgress quiet;
  const auto without_box = ObjectTracker::run(sweeps, {}, {.max_range_m = 30}, quiet);
  ASSERT_TRUE(without_box);
  EXPECT_EQ(std::ranges::count(*without_box, TrackRejection::ego_part, &ObjectTrack::rejection), 1);
  EXPECT_TRUE(std::ranges::all_of(*without_box, [](const ObjectTrack& t) { return t.rejection.has_value(); }));
}

TEST(ObjectTracker, GivesReasonsForTracksThatAreNoMovingObjects) {
  StreetDrive drive(busy_street(), 40, {.columns = 900, .rows = 40});
  KeptSweeps sweeps(drive);
  ObjectTracker::Options options;
  options.min_travel_m = 8;  // longer than the way of the person
  const std::vector<ObjectTrack> tracks = tracks_of(sweeps, options);
  EXPECT_EQ(std::ranges::count(tracks, TrackRejection::is_short, &ObjectTrack::rejection), 1);
  for (std::size_t i = 0; i < tracks.size(); ++i) EXPECT_EQ(tracks[i].id, i);
  options = {};
  options.min_track_points = 100'000;
  for (const ObjectTrack& track : tracks_of(sweeps, options)) EXPECT_TRUE(track.rejection);
}

TEST(ObjectTracker, DoesNotDependOnTheThreadCount) {
  StreetDrive drive(busy_street(), 30);
  KeptSweeps sweeps(drive);
  const auto with = [&](int threads) {
    const ScopedThreadCount scoped(threads);
    return tracks_of(sweeps);
  };
  const std::vector<ObjectTrack> one = with(1), four = with(4);
  ASSERT_EQ(one.size(), four.size());
  ASSERT_FALSE(one.empty());
  for (std::size_t i = 0; i < one.size(); ++i) {
    ASSERT_EQ(one[i].sightings.size(), four[i].sightings.size());
    for (std::size_t k = 0; k < one[i].sightings.size(); ++k) {
      EXPECT_EQ(one[i].sightings[k].points, four[i].sightings[k].points);
      EXPECT_EQ(one[i].states[k].position_in_map, four[i].states[k].position_in_map);
    }
  }
}

TEST(ObjectTracker, LeavesOutPointsThatAreNotFinite) {
  StreetDrive drive(busy_street(), 20);
  KeptSweeps clean(drive);
  std::vector<Sweep> broken;
  for (std::size_t s = 0; s < clean.count(); ++s) {
    Sweep sweep = *clean.read(s);
    for (std::size_t i = 0; i < sweep.points.size(); i += 97) sweep.points[i].position_in_base.x = std::nanf("");
    broken.push_back(std::move(sweep));
  }
  class Kept final : public SweepSource {
   public:
    explicit Kept(std::vector<Sweep> sweeps) : sweeps_(std::move(sweeps)) {}
    std::size_t count() const override { return sweeps_.size(); }
    Result<Sweep> read(std::size_t i) override { return sweeps_[i]; }

   private:
    std::vector<Sweep> sweeps_;
  } sweeps(broken);
  for (const ObjectTrack& track : tracks_of(sweeps)) {
    for (const Sighting& sighting : track.sightings) {
      for (const uint32_t i : sighting.points) {
        EXPECT_TRUE(std::isfinite(broken[sighting.sweep].points[i].position_in_base.x));
      }
    }
  }
}

TEST(ObjectTracker, PassesErrorsAndStopsWhenAsked) {
  NoProgress quiet;
  BrokenSweeps broken;
  const auto failed = ObjectTracker::run(broken, {}, {}, quiet);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::io_error);

  class Stopped final : public Progress {
   public:
    void begin(std::string_view, uint64_t, std::string_view) override {}
    void advance(uint64_t) override {}
    void note(std::string_view) override {}
    void finish() override {}
    bool stop_requested() const override { return true; }
  } stopped;
  StreetDrive drive(Street{}, 3);
  const auto interrupted = ObjectTracker::run(drive, {}, {}, stopped);
  ASSERT_FALSE(interrupted);
  EXPECT_EQ(interrupted.error().code, ErrorCode::interrupted);
}

TEST(ObjectTracker, NoSweepsHaveNoTracks) {
  StreetDrive drive(Street{}, 0);
  EXPECT_TRUE(tracks_of(drive).empty());
}

}  // namespace
}  // namespace gs::mapping
