// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/sensors/scene.h"

namespace gs::synth {
namespace {

Rigid3f to_float(const Rigid3d& a) {
  return {{static_cast<float>(a.rotation.x), static_cast<float>(a.rotation.y), static_cast<float>(a.rotation.z),
           static_cast<float>(a.rotation.w)},
          cast<float>(a.translation)};
}

}  // namespace

Scene::Scene(Street street, raycast::MeshCaster caster)
    : street_(std::move(street)), sky_(street_.options), caster_(std::move(caster)) {}

Result<Scene> Scene::make(const StreetOptions& options, bool with_traffic) {
  GS_CHECK(check_street(options));
  Street street = make_street(options, with_traffic);
  GS_TRY(raycast::MeshCaster caster, raycast::MeshCaster::build({street.mesh.vertices, street.mesh.triangles}));
  // Every actor is a moving body of the caster, in the order of the actors.
  for (const Actor& actor : street.actors) {
    GS_TRY(const uint32_t body, caster.add_body({actor.mesh.vertices, actor.mesh.triangles}));
    static_cast<void>(body);
  }
  Scene scene(std::move(street), std::move(caster));
  GS_CHECK(scene.set_interval(0, 0));
  return scene;
}

Result<void> Scene::set_interval(double start_s, double end_s) {
  for (std::size_t i = 0; i < street_.actors.size(); ++i) {
    const Rigid3d start = street_.map_from_actor(street_.actors[i], start_s);
    Rigid3d end = street_.map_from_actor(street_.actors[i], end_s);
    // An actor that re-entered at the other end of the road must not sweep through the street.
    if (norm(end.translation - start.translation) > 20) end = start;
    caster_.set_motion(static_cast<uint32_t>(i), to_float(start), to_float(end));
  }
  return caster_.commit();
}

const Surface& Scene::surface_at(const raycast::MeshHit& hit) const {
  const StreetMesh& mesh = mesh_of(hit);
  return mesh.surfaces[mesh.surface_index[hit.triangle]];
}

// Barycentric interpolation of the corners' coordinates.
Vec2f Scene::uv_at(const raycast::MeshHit& hit) const {
  const StreetMesh& mesh = mesh_of(hit);
  const uint32_t* corner = mesh.triangles.data() + 3 * static_cast<std::size_t>(hit.triangle);
  return mesh.uvs[corner[0]] * (1.0f - hit.u - hit.v) + mesh.uvs[corner[1]] * hit.u + mesh.uvs[corner[2]] * hit.v;
}

uint32_t Scene::instance_at(const raycast::MeshHit& hit) const {
  return hit.body == raycast::kFixedBody ? surface_at(hit).instance : street_.actors[hit.body].instance;
}

}  // namespace gs::synth
