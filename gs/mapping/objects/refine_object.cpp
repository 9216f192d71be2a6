// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/objects/refine_object.h"

#include <algorithm>
#include <cmath>

#include "gs/mapping/objects/motion_smoother.h"
#include "gs/mapping/objects/object_box.h"
#include "gs/mapping/objects/sighted_poses.h"

namespace gs::mapping {
namespace {

constexpr std::size_t kMinShape = 10;
constexpr double kUnseenFloor_m = 0.15;  // height of the lowest points above unknown ground
constexpr double kAxleShare = 0.295;     // of a vehicle's length, behind its middle
constexpr double kYawReach = 5 * kPi / 180;
constexpr double kSure_rad = 0.3 * kPi / 180;  // the sides decide about headings that the motion shows less well
constexpr double kVehicle_m = 3;               // shorter objects change their length
constexpr double kWalking_mps = 0.3;           // slower motion adds no length: it is noise
constexpr double kLargest_m = 30, kWidest_m = 6, kHighest_m = 6;

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

MotionNoise noise_of(ObjectClass type) {
  switch (type) {
    case ObjectClass::car:
      return {3, 0.6};
    case ObjectClass::large_vehicle:
      return {2, 0.3};
    case ObjectClass::two_wheeler:
      return {3, 1.5};
    case ObjectClass::pedestrian:
      return {1.5, 3};
    case ObjectClass::unknown:
      return {4, 2};
  }
  return {};
}

class Refiner {
 public:
  Refiner(const ObjectTrack& track, const MeasuredTrack& measured, const GroundHeight& ground,
          const ObjectOptions& options)
      : track_(track), measured_(measured), ground_(ground), options_(options) {
    out_.model.track = track.id;
    out_.model.given = track.given;
    out_.model.sightings = track.sightings.size();
    for (const auto& sighting : measured.sightings) out_.model.points += sighting.size();
  }

  RefinedObject run() {
    if (out_.model.sightings < static_cast<std::size_t>(options_.min_sightings))
      return reject(TrackRejection::few_sightings);
    if (out_.model.points < static_cast<std::size_t>(options_.min_points)) return reject(TrackRejection::low_points);
    states_ = track_.given ? track_.states : first_guess(track_);
    states_ = smooth_motion({.start = states_, .motions = track_.motions}, false).states;
    for (int round = 0; round < options_.rounds; ++round) {
      if (!gather(false)) return reject(TrackRejection::not_rigid);
      smooth(round);
    }
    if (!gather(true)) return reject(TrackRejection::not_rigid);
    turn_to_sides();
    finish();
    return std::move(out_);
  }

 private:
  RefinedObject reject(TrackRejection reason) {
    out_.rejection = reason;
    if (!states_.empty()) out_.model.travelled_m = travelled();
    return std::move(out_);
  }

  const GivenObject* given() const { return track_.given ? &*track_.given : nullptr; }
  // Median horizontal distance of the states from the given ones.
  double moved_from_given() const {
    std::vector<double> moved;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      const Vec3d d = states_[i].position_in_map - track_.states[i].position_in_map;
      moved.push_back(std::hypot(d.x, d.y));
    }
    return median(std::move(moved));
  }

  double travelled() const {
    double sum = 0;
    for (std::size_t i = 1; i < states_.size(); ++i) {
      const double dt = (states_[i].stamp - states_[i - 1].stamp).seconds();
      const double v = 0.5 * std::abs(states_[i].v + states_[i - 1].v);
      if (v > kWalking_mps) sum += v * dt;
    }
    return sum;
  }
  double speed(double share) const {
    std::vector<double> values;
    for (const ObjectState& s : states_) values.push_back(std::abs(s.v));
    const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + at, values.end());
    return values[static_cast<std::size_t>(at)];
  }

  std::vector<std::optional<double>> ground_below() const {
    std::vector<std::optional<double>> out;
    for (const ObjectState& s : states_)
      out.push_back(ground_ ? ground_(s.position_in_map.x, s.position_in_map.y) : std::nullopt);
    return out;
  }
  // Height of the ground in the object frame.
  double floor_of(const ObjectExtent& extent) const {
    std::vector<double> off;
    const auto heights = ground_below();
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (heights[i]) off.push_back(*heights[i] - states_[i].position_in_map.z);
    }
    return off.empty() ? extent.low.z - kUnseenFloor_m : median(std::move(off));
  }

  // Gathers the points with the present motion, fits the box, and moves the frame below the middle of the box.
  bool gather(bool last) {
    points_ = points_in_object(measured_, states_);
    out_.shape = gather_shape(points_);
    if (out_.shape.size() < kMinShape) return false;
    SeenBox seen = seen_box(out_.shape);
    seen.length = seen_length_ = shows_length(points_, seen.extent);
    if (last) shorten(seen.extent);
    box_ = classify(seen, floor_of(seen.extent), speed(0.95), out_.model.points, out_.shape, given());
    sides_ = seen.sides;
    const Vec3d middle{0.5 * (box_.extent.low.x + box_.extent.high.x), 0.5 * (box_.extent.low.y + box_.extent.high.y),
                       box_.extent.low.z};
    move_frame(middle, 0);
    return true;
  }

  // Takes away what errors of the motion added to the length of a vehicle, at both ends alike.
  void shorten(ObjectExtent& extent) const {
    const double gathered = extent.size().x;
    if (gathered < kVehicle_m) return;
    const double excess = gathered - length_by_ends(points_, gathered).value_or(gathered);
    if (excess <= 0) return;
    extent.low.x += 0.5 * excess, extent.high.x -= 0.5 * excess;
  }

  // Moves the origin of the object frame and then turns it about z.
  void move_frame(Vec3d shift, double yaw) {
    for (ObjectState& s : states_) {
      s.position_in_map = s.map_from_object() * shift;
      s.yaw += yaw;
    }
    const double c = std::cos(yaw), sn = std::sin(yaw);
    const auto turned = [&](Vec3f p) {
      return cast<float>(Vec3d{c * p.x + sn * p.y, c * p.y - sn * p.x, static_cast<double>(p.z)});
    };
    const Vec3f by = cast<float>(shift);
    for (ObjectPoint& p : points_) {
      p.position_in_object = turned(p.position_in_object - by);
      p.ray_origin_in_object = turned(p.ray_origin_in_object - by);
    }
    for (ShapePoint& p : out_.shape) {
      p.position = turned(p.position - by);
      p.normal = turned(p.normal), p.to_sensor = turned(p.to_sensor);
    }
    box_.extent.low -= shift, box_.extent.high -= shift;
  }

  bool is_vehicle() const { return box_.type == ObjectClass::car || box_.type == ObjectClass::large_vehicle; }

  void smooth(int round) {
    SightedPoses found = round == 0 ? poses_on_growing_shape(points_, states_) : poses_on_other_half(points_, states_);
    out_.model.misfit_m = found.misfit_m;
    if (is_vehicle() && box_.measured[0]) add_ends(points_, states_, box_.extent.size().x, found.poses);
    add_flanks(points_, states_, found.poses);
    SmootherInput input{.start = states_, .motions = track_.motions};
    // Without enough of them, the motions from sweep to sweep remain.
    if (found.poses.size() >= 3 && 3 * found.poses.size() >= states_.size()) input.poses = found.poses;
    input.ground_z = ground_below();
    input.noise = noise_of(box_.type);
    input.holonomic = track_.holonomic || box_.type == ObjectClass::pedestrian;
    if (is_vehicle()) input.axle_m = kAxleShare * box_.extent.size().x;
    SmoothedMotion motion = smooth_motion(input, round + 1 == options_.rounds);
    out_.model.largest_jump = motion.largest_jump;
    states_ = std::move(motion.states);
  }

  // Box sides against the direction of motion, for vehicles whose motion leaves the heading open.
  void turn_to_sides() {
    double sigma = 0;
    for (const ObjectState& s : states_) sigma = std::max(sigma, s.sigma_rad);
    if (!is_vehicle() || sigma < kSure_rad) return;
    const double yaw = yaw_of_sides(out_.shape, kYawReach);
    if (yaw == 0) return;
    move_frame({}, yaw);
    SeenBox seen = seen_box(out_.shape);
    seen.length = seen_length_;
    shorten(seen.extent);
    box_ = classify(seen, 0, speed(0.95), out_.model.points, out_.shape, given());
    sides_ = seen.sides;
    move_frame({0.5 * (box_.extent.low.x + box_.extent.high.x), 0.5 * (box_.extent.low.y + box_.extent.high.y), 0}, 0);
  }

  void finish() {
    MovingObjectModel& m = out_.model;
    m.type = box_.type, m.confidence = box_.confidence;
    m.size = box_.extent.size(), m.measured = box_.measured;
    m.sides = sides_;
    m.states = states_;
    if (m.given) m.given->moved_m = moved_from_given();
    m.travelled_m = travelled();
    m.speed_median_mps = speed(0.5), m.speed_95_mps = speed(0.95);
    std::vector<double> intensities;
    for (const ShapePoint& p : out_.shape) intensities.push_back(p.intensity);
    m.median_intensity = static_cast<float>(std::max(0.0, median(std::move(intensities))));
    if (m.size.x > kLargest_m || m.size.y > kWidest_m || m.size.z > kHighest_m) {
      out_.rejection = TrackRejection::too_large;
    } else if (m.travelled_m < options_.min_track_length_m) {
      out_.rejection = TrackRejection::is_short;
    } else if (m.misfit_m > options_.max_misfit_m) {
      out_.rejection = TrackRejection::not_rigid;
    }
  }

  const ObjectTrack& track_;
  const MeasuredTrack& measured_;
  const GroundHeight& ground_;
  const ObjectOptions& options_;
  std::vector<ObjectState> states_;
  std::vector<ObjectPoint> points_;
  ClassifiedBox box_;
  SideShares sides_;
  bool seen_length_ = false;
  RefinedObject out_;
};

}  // namespace

RefinedObject refine_object(const ObjectTrack& track, const MeasuredTrack& measured, const GroundHeight& ground,
                            const ObjectOptions& options) {
  return Refiner(track, measured, ground, options).run();
}

}  // namespace gs::mapping
