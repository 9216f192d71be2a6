// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/traffic/traffic_object.h"

#include <algorithm>
#include <cmath>

#include "gs/synth/street/smooth_step.h"
#include "gs/synth/traffic/gait.h"

namespace gs::synth {
namespace {

constexpr double kStepLength_m = 0.4;  // length of the path on which people step up a kerb

// Height of the road without its kerbs.
double lane_height(const Road& road, RoadCoordinates at) {
  return road.elevation(at.s) - road.camber() * std::min(std::fabs(at.d), Road::kHalfWidth);
}

// Height at which people walk: they step up before the kerb.
double walking_height(const Road& road, RoadCoordinates at) {
  const double before_kerb = road.kerb_offset(at.s) - std::fabs(at.d);
  return lane_height(road, at) + road.kerb_height() * smooth_step(1 - before_kerb / kStepLength_m);
}

// Direction of the path in map.
double yaw_of(const Road& road, const ScriptState& state) {
  const RoadPoint on = road.at(state.at.s);
  const double along = (1 - on.curvature_per_m * state.at.d) * std::cos(state.heading_rad);
  return on.heading_rad + std::atan2(std::sin(state.heading_rad), along);
}

// Roll and pitch of the plane under the wheels: heights of the road at the middles of axles and sides.
Rpy attitude_of(const TrafficObject& object, const Road& road, const ScriptState& state) {
  Rpy angles{.yaw = yaw_of(road, state)};
  if (object.wheelbase_m <= 0) return angles;
  const double stretch = 1 - road.at(state.at.s).curvature_per_m * state.at.d;
  const double c = std::cos(state.heading_rad), s = std::sin(state.heading_rad);
  const auto height = [&](double forward, double left) {
    return lane_height(road, {state.at.s + (c * forward - s * left) / stretch, state.at.d + s * forward + c * left});
  };
  const double b = object.wheelbase_m, t = 0.5 * object.track_m;
  const double rear_l = height(0, t), rear_r = height(0, -t), front_l = height(b, t), front_r = height(b, -t);
  angles.pitch = -std::atan2(0.5 * (front_l + front_r - rear_l - rear_r), b);
  if (t > 0) angles.roll = std::atan2(0.5 * (rear_l + front_l - rear_r - front_r), 2 * t);
  return angles;
}

}  // namespace

std::string_view name_of(TrafficClass type) {
  constexpr std::string_view kNames[] = {"car", "van", "truck", "cyclist", "pedestrian"};
  return kNames[static_cast<std::size_t>(type) - 1];
}

uint8_t class_code(std::string_view kind) {
  if (kind == "person") return static_cast<uint8_t>(TrafficClass::pedestrian);
  for (const TrafficClass type : kTrafficClasses) {
    if (kind == name_of(type)) return static_cast<uint8_t>(type);
  }
  return 0;
}

void ObjectBox::add(Vec3d p) {
  low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
  high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
}

// The carried point stays above the path; its height is that of the lane, or the mean of its rear wheels.
Rigid3d map_from_object(const TrafficObject& object, const Road& road, double time_s) {
  const ScriptState state = state_of(object.script, road, time_s);
  const Rpy angles = attitude_of(object, road, state);
  const Quaterniond rotation = Quaterniond::from_rpy(angles.roll, angles.pitch, angles.yaw);
  const Vec2d plan = road.plan(state.at.s, state.at.d);
  const bool walks = object.type == TrafficClass::pedestrian;
  const double height = walks ? walking_height(road, state.at) : lane_height(road, state.at);
  return {rotation, Vec3d{plan.x, plan.y, height} - rotation * Vec3d{object.carried_x_m, 0, 0}};
}

Rigid3d object_from_part(const TrafficObject& object, std::size_t part, const ScriptState& state) {
  const Limb limb = object.parts[part].limb;
  if (object.type == TrafficClass::pedestrian) return walking_pose(limb, object.scale, state);
  if (object.type == TrafficClass::cyclist) return riding_pose(limb, state);
  return {};
}

ObjectBox box_of(const StreetMesh& mesh) {
  ObjectBox box;
  for (const Vec3f& vertex : mesh.vertices) box.add(cast<double>(vertex));
  return box;
}

ObjectBox box_of(const TrafficObject& object, const ScriptState& state) {
  ObjectBox box;
  for (std::size_t part = 0; part < object.parts.size(); ++part) {
    const Rigid3d pose = object_from_part(object, part, state);
    for (const Vec3f& vertex : object.parts[part].mesh.vertices) box.add(pose * cast<double>(vertex));
  }
  return box;
}

// Samples one stride, or one turn of the cranks, at a speed with full swing.
ObjectBox largest_box_of(const TrafficObject& object) {
  constexpr int kPhases = 64;
  ObjectBox box;
  const double cycle = object.type == TrafficClass::cyclist ? Rider::kRollout : Walker::kStride * object.scale;
  for (int i = 0; i < (object.deforms() ? kPhases : 1); ++i) {
    box.add(box_of(object, ScriptState{.travelled_m = cycle * i / kPhases, .speed_mps = 2}));
  }
  return box;
}

}  // namespace gs::synth
