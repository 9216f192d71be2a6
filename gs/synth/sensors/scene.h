// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A street prepared for ray casting: static mesh and moving actors in a caster, and the light.
#pragma once

#include "gs/raycast/api/mesh_caster.h"
#include "gs/synth/street/material.h"
#include "gs/synth/street/street.h"
#include "gs/synth/street/street_sky.h"

namespace gs::synth {

// Owns street, caster and sky.
class Scene {
 public:
  // Builds the street and its ray-casting structures. Errors: those of check_street
  // and of MeshCaster.
  static Result<Scene> make(const StreetOptions& options, bool with_traffic);

  // Parts of the scene.
  const Street& street() const { return street_; }
  const StreetSky& sky() const { return sky_; }
  const raycast::MeshCaster& caster() const { return caster_; }

  // Sets the time interval of ray times 0 to 1: actors move linearly from their pose at start_s to that at end_s. Must
  // not be called while casting. Errors: out_of_memory of MeshCaster::commit().
  Result<void> set_interval(double start_s, double end_s);

  // Surface, texture coordinates [m], instance id and moving flag of a hit; the hit must be found.
  const Surface& surface_at(const raycast::MeshHit& hit) const;
  Vec2f uv_at(const raycast::MeshHit& hit) const;
  uint32_t instance_at(const raycast::MeshHit& hit) const;
  bool moves_at(const raycast::MeshHit& hit) const { return hit.body != raycast::kFixedBody; }

 private:
  Scene(Street street, raycast::MeshCaster caster);
  const StreetMesh& mesh_of(const raycast::MeshHit& hit) const {
    return hit.body == raycast::kFixedBody ? street_.mesh
                                           : street_.actors[hit.body].mesh;  // bodies have the order of actors
  }
  Street street_;
  StreetSky sky_;
  raycast::MeshCaster caster_;
};

}  // namespace gs::synth
