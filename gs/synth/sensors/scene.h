// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A street prepared for ray casting: static mesh and moving objects in a caster, and the light.
#pragma once

#include "gs/raycast/api/mesh_caster.h"
#include "gs/synth/street/material.h"
#include "gs/synth/street/street.h"
#include "gs/synth/street/street_sky.h"
#include "gs/synth/traffic/presets.h"

namespace gs::synth {

// Owns street, caster and sky. Its moving objects are the actors of the street, then the objects of the traffic plan.
class Scene {
 public:
  // Builds the street and its ray-casting structures. Errors: those of check_street
  // and of MeshCaster.
  static Result<Scene> make(const StreetOptions& options, bool with_traffic, TrafficPlan plan = {});

  // Parts of the scene.
  const Street& street() const { return street_; }
  const StreetSky& sky() const { return sky_; }
  const raycast::MeshCaster& caster() const { return caster_; }

  // Sets the time interval of ray times 0 to 1: objects move linearly from their pose at start_s to that at end_s. Must
  // not be called while casting. Errors: out_of_memory of MeshCaster::commit().
  Result<void> set_interval(double start_s, double end_s);
  // Shows or hides all moving objects, from the next set_interval() on.
  void show_objects(bool shown) { shown_ = shown; }

  // Surface, texture coordinates [m], instance id and moving flag of a hit; the hit must be found.
  const Surface& surface_at(const raycast::MeshHit& hit) const;
  Vec2f uv_at(const raycast::MeshHit& hit) const;
  uint32_t instance_at(const raycast::MeshHit& hit) const;
  bool moves_at(const raycast::MeshHit& hit) const { return hit.body != raycast::kFixedBody; }

  // Number of moving objects, and the instance id of each.
  std::size_t object_count() const { return street_.actors.size() + plan_.objects.size(); }
  uint32_t instance_of(std::size_t object) const;
  // Whether an object is on the street at a time, and its pose there.
  bool exists(std::size_t object, double time_s) const;
  Rigid3d map_from_object(std::size_t object, double time_s) const;
  // Smallest box that contains the object at a time; and at any time, as its limbs move.
  ObjectBox box_of(std::size_t object, double time_s) const;
  ObjectBox largest_box_of(std::size_t object) const;
  // Whether parts of the object move against each other.
  bool deforms(std::size_t object) const;
  // The object of a body that a ray hit, and the pose of that body (the object or one of its parts) at a time. Not for
  // kFixedBody.
  std::size_t object_of(uint32_t body) const { return bodies_[body].object; }
  Rigid3d map_from_body(uint32_t body, double time_s) const;
  // Whether an object re-enters at the other end of the road between two times.
  bool jumps(std::size_t object, double from_s, double to_s) const;

 private:
  // A body of the caster: an actor, or a part of an object of the plan.
  struct Body {
    uint32_t object = 0, part = 0;
  };
  Scene(Street street, TrafficPlan plan, raycast::MeshCaster caster, std::vector<Body> bodies);
  // An object at a time; its parts follow from both.
  struct Placed {
    Rigid3d map_from_object;
    ScriptState state;
  };
  Placed placed(std::size_t object, double time_s) const;
  Rigid3d map_from_part(const Body& body, const Placed& object) const;
  const StreetMesh& mesh_of(const raycast::MeshHit& hit) const;
  const TrafficObject* scripted(std::size_t object) const {
    return object < street_.actors.size() ? nullptr : &plan_.objects[object - street_.actors.size()];
  }
  Street street_;
  TrafficPlan plan_;
  StreetSky sky_;
  raycast::MeshCaster caster_;
  std::vector<Body> bodies_;
  bool shown_ = true;
};

}  // namespace gs::synth
