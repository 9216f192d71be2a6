// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// An object of scripted traffic: its class, the rigid parts of its body, and where they are at a time.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gs/geometry/rigid.h"
#include "gs/synth/street/mesh.h"
#include "gs/synth/traffic/script.h"

namespace gs::synth {

// Classes of objects, with their codes in class images; other objects have code 0.
enum class TrafficClass : uint8_t { car = 1, van, truck, cyclist, pedestrian };
inline constexpr TrafficClass kTrafficClasses[] = {TrafficClass::car, TrafficClass::van, TrafficClass::truck,
                                                   TrafficClass::cyclist, TrafficClass::pedestrian};
// "car", "van", ...
std::string_view name_of(TrafficClass type);
// Class code of a kind of StreetObject; 0 for kinds that are no traffic.
uint8_t class_code(std::string_view kind);

// Part of a body, and how it moves against the object: with the steps of a walk, or with the pedals.
enum class Limb : uint8_t {
  body,
  left_leg,
  right_leg,
  left_arm,
  right_arm,
  cranks,
  left_thigh,
  right_thigh,
  left_shin,
  right_shin
};
struct BodyPart {
  StreetMesh
      mesh;  // in the frame of the part: of the object for bodies; limbs hang down from their joint at the origin
  Limb limb = Limb::body;
};

// An axis-aligned box in the frame of an object [m].
struct ObjectBox {
  Vec3d low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};
  // Grows to contain a point, or another box.
  void add(Vec3d point);
  void add(const ObjectBox& other) { add(other.low), add(other.high); }
  Vec3d size() const { return high - low; }
};

// Its frame has its origin on the ground, x forward, z up. Lengths in metres.
struct TrafficObject {
  uint32_t instance = 0;  // set when it joins a street
  TrafficClass type = TrafficClass::car;
  std::vector<BodyPart> parts;
  double scale = 1;                     // size of a person against the built-in one
  double carried_x_m = 0;               // x of the point that the path carries
  double wheelbase_m = 0, track_m = 0;  // 0: stays upright
  Script script;

  // Whether parts of the body move against each other.
  bool deforms() const { return parts.size() > 1; }
};

// Pose of the object at a time. Wheels rest on the road; people step up and down at kerbs.
Rigid3d map_from_object(const TrafficObject& object, const Road& road, double time_s);
// Pose of one of its parts in the object, at this state of the script.
Rigid3d object_from_part(const TrafficObject& object, std::size_t part, const ScriptState& state);
// Smallest box that contains all parts at this state of the script.
ObjectBox box_of(const TrafficObject& object, const ScriptState& state);
// Smallest box that contains all parts in every phase of their motion.
ObjectBox largest_box_of(const TrafficObject& object);
// Smallest box that contains a mesh.
ObjectBox box_of(const StreetMesh& mesh);

}  // namespace gs::synth
