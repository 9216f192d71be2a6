// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A street ready for rays: the mesh in a caster, actors that move, light.
#pragma once

#include "gs/raycast/mesh_caster.h"
#include "gs/synth/street/material.h"
#include "gs/synth/street/sky.h"
#include "gs/synth/street/street.h"

namespace gs {

class Scene {
 public:
  static Result<Scene> make(const StreetOptions& options, bool with_traffic);

  const Street& street() const { return street_; }
  const Sky& sky() const { return sky_; }
  const MeshCaster& caster() const { return caster_; }

  // Actors move from where they are at start_s (ray time 0) to where they are at end_s (ray time 1). Not while casting.
  // out_of_memory as in MeshCaster::commit().
  Result<void> set_interval(double start_s, double end_s);

  // For hits that were found.
  const Surface& surface_at(const MeshHit& hit) const;
  Vec2f uv_at(const MeshHit& hit) const;
  uint32_t instance_at(const MeshHit& hit) const;
  bool moves_at(const MeshHit& hit) const { return hit.body != kFixedBody; }

 private:
  Scene(Street street, MeshCaster caster);
  const StreetMesh& mesh_of(const MeshHit& hit) const {
    return hit.body == kFixedBody ? street_.mesh : street_.actors[hit.body].mesh;  // bodies are added in actors' order
  }
  Street street_;
  Sky sky_;
  MeshCaster caster_;
};

}  // namespace gs
