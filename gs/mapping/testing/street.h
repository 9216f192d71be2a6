// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A street with exact surfaces and a LiDAR that drives through it, for tests: a tilted road between kerbs, pavements,
// static and moving boxes. The intensity of a point encodes whether it hit a static or a moving surface.
#pragma once

#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "gs/core/numbers/random.h"
#include "gs/geometry/trajectory.h"
#include "gs/mapping/sweep.h"

namespace gs::mapping::testing {

inline constexpr float kStandsIntensity = 1, kMovesIntensity = 2;

// Axis-aligned box [m].
struct Box {
  Vec3d min, max;
  Vec3d velocity{};  // [m/s]; min and max hold at time 0
  bool moves() const { return dot(velocity, velocity) > 0; }
};

// Exact geometry of the test street; height() is the ground height at (x, y) [m].
struct Street {
  double slope = 0.0;       // dz/dx
  double half_width = 4.0;  // kerbs at y = +-half_width
  double kerb = 0.15;
  double noise_m = 0.0;  // along the ray
  std::vector<Box> boxes;

  double height(double x, double y) const { return slope * x + (std::abs(y) > half_width ? kerb : 0.0); }
};

// Nearest intersection of a ray so far: distance along the ray [m] and the kind of surface.
struct Hit {
  double t = 1e9;
  bool moves = false;
};

inline void hit_ground(const Street& street, Vec3d o, Vec3d d, Hit& hit) {
  const double closing = street.slope * d.x - d.z;  // speed at which the ray approaches the plane z = slope x + c
  if (closing > 1e-9) {
    for (const double raised : {0.0, street.kerb}) {
      const double t = (o.z - street.slope * o.x - raised) / closing;
      const bool pavement = std::abs(o.y + t * d.y) > street.half_width;
      if (t > 0 && t < hit.t && pavement == (raised > 0)) hit = {t, false};
    }
  }
  for (const double side : {-street.half_width, street.half_width}) {  // the faces of the kerbs
    const double t = (side - o.y) / d.y;
    if (!(t > 0) || t >= hit.t) continue;
    const double above = o.z + t * d.z - street.slope * (o.x + t * d.x);
    if (above >= 0 && above <= street.kerb) hit = {t, false};
  }
}

// Slab test with the box at its position at time_s.
inline void hit_box(const Box& box, double time_s, Vec3d o, Vec3d d, Hit& hit) {
  const Vec3d low = box.min + box.velocity * time_s - o, high = box.max + box.velocity * time_s - o;
  double enter = 0, leave = hit.t;
  const auto slab = [&](double a, double b, double speed) {
    const double t0 = a / speed, t1 = b / speed;
    enter = std::max(enter, std::min(t0, t1));
    leave = std::min(leave, std::max(t0, t1));
  };
  slab(low.x, high.x, d.x);
  slab(low.y, high.y, d.y);
  slab(low.z, high.z, d.z);
  if (enter > 0 && enter < leave) hit = {enter, box.moves()};
}

// Resolution of the LiDAR: rays per revolution and number of beams, from -25 to +10 degrees. A measured elevation is
// the true one plus elevation_error_rad; measured points are turned by rotation_error about the sensor (wrong
// extrinsics).
struct Beams {
  int columns = 600, rows = 40;
  double elevation_error_rad = 0;
  Vec3d rotation_error{};
};

// Drives along y = 0 from x = -25 m at 10 m/s with ten sweeps a second. All points of a sweep are taken at its stamp.
class StreetDrive final : public SweepSource {
 public:
  StreetDrive(Street street, std::size_t sweeps, Beams beams = {})
      : street_(std::move(street)), sweeps_(sweeps), beams_(beams) {}

  std::size_t count() const override { return sweeps_; }

  Rigid3d pose(double time_s) const {
    const double x = -25 + 10 * time_s;
    return {Quaterniond::from_rpy(0.0, -std::atan(street_.slope), 0.0), {x, 0, street_.slope * x}};
  }
  Trajectory trajectory() const {
    std::vector<StampedPose> poses;
    for (std::size_t i = 0; i < sweeps_; ++i) poses.push_back({stamp(i), pose(stamp(i).seconds())});
    return Trajectory::from_poses(std::move(poses)).value();
  }

  Result<Sweep> read(std::size_t index) override {
    const double time_s = stamp(index).seconds();
    Sweep sweep{.stamp = stamp(index), .map_from_base = pose(time_s), .sensor_in_base = {1, 0, 1.9}};
    const Vec3d origin = sweep.map_from_base * sweep.sensor_in_base;
    Random random(3, purpose("street"), index);
    for (int column = 0; column < beams_.columns; ++column) {
      const double azimuth = 2 * kPi * (column + 0.37) / beams_.columns;
      for (int beam = 0; beam < beams_.rows; ++beam) {
        const double elevation = (-25.0 + 35.0 * beam / (beams_.rows - 1)) * kPi / 180;
        const Vec3d in_base{std::cos(elevation) * std::cos(azimuth), std::cos(elevation) * std::sin(azimuth),
                            std::sin(elevation)};
        const Vec3d direction = sweep.map_from_base.rotation * in_base;
        Hit hit;
        hit_ground(street_, origin, direction, hit);
        for (const Box& box : street_.boxes) hit_box(box, time_s, origin, direction, hit);
        if (hit.t > 100) continue;
        const double range = hit.t + (street_.noise_m > 0 ? random.normal(0, street_.noise_m) : 0.0);
        const double measured = elevation + beams_.elevation_error_rad;
        const Vec3d ray =
            rotation_from_vector(beams_.rotation_error) *
            Vec3d{std::cos(measured) * std::cos(azimuth), std::cos(measured) * std::sin(azimuth), std::sin(measured)};
        sweep.points.push_back(
            {cast<float>(sweep.sensor_in_base + ray * range), hit.moves ? kMovesIntensity : kStandsIntensity});
      }
    }
    return sweep;
  }

 private:
  static Timestamp stamp(std::size_t index) { return Timestamp::from_seconds(0.1 * static_cast<double>(index)); }

  Street street_;
  std::size_t sweeps_;
  Beams beams_;
};

// The sweeps of another source, kept in memory: for tests that read them several times.
class KeptSweeps final : public SweepSource {
 public:
  explicit KeptSweeps(SweepSource& source) {
    for (std::size_t i = 0; i < source.count(); ++i) sweeps_.push_back(source.read(i).value());
  }
  std::size_t count() const override { return sweeps_.size(); }
  Result<Sweep> read(std::size_t index) override { return sweeps_[index]; }

 private:
  std::vector<Sweep> sweeps_;
};

// Houses on both sides, a parked car and a pole.
inline Street furnished_street() {
  Street street;
  street.boxes = {{{-60, 8, 0}, {80, 12, 9}},
                  {{-60, -14, 0}, {80, -9, 7}},
                  {{5, 2.1, 0.0}, {9.5, 3.9, 1.5}},
                  {{12, -4.6, 0}, {12.15, -4.45, 5}}};
  return street;
}

// Sweeps that cannot be read.
class BrokenSweeps final : public SweepSource {
 public:
  std::size_t count() const override { return 3; }
  Result<Sweep> read(std::size_t) override { return fail(ErrorCode::io_error, "cannot read"); }
};

}  // namespace gs::mapping::testing
