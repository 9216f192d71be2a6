// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/sensors/scene.h"

#include "gs/core/expect.h"

namespace gs::synth {
namespace {

// Objects that move farther than this within an interval have re-entered at the other end of the road.
constexpr double kJump_m = 20;

Rigid3f to_float(const Rigid3d& a) {
  return {{static_cast<float>(a.rotation.x), static_cast<float>(a.rotation.y), static_cast<float>(a.rotation.z),
           static_cast<float>(a.rotation.w)},
          cast<float>(a.translation)};
}

}  // namespace

Scene::Scene(Street street, TrafficPlan plan, raycast::MeshCaster caster, std::vector<Body> bodies)
    : street_(std::move(street)),
      plan_(std::move(plan)),
      sky_(street_.options),
      caster_(std::move(caster)),
      bodies_(std::move(bodies)) {}

Result<Scene> Scene::make(const StreetOptions& options, bool with_traffic, TrafficPlan plan) {
  GS_CHECK(check_street(options));
  Street street = make_street(options, with_traffic, plan.parking_gaps);
  GS_TRY(raycast::MeshCaster caster, raycast::MeshCaster::build({street.mesh.vertices, street.mesh.triangles}));
  // Every actor and every part of a scripted object is a moving body of the caster.
  std::vector<Body> bodies;
  for (const Actor& actor : street.actors) {
    GS_TRY(const uint32_t body, caster.add_body({actor.mesh.vertices, actor.mesh.triangles}));
    GS_EXPECT(body == bodies.size());
    bodies.push_back({.object = body});
  }
  for (std::size_t i = 0; i < plan.objects.size(); ++i) {
    TrafficObject& object = plan.objects[i];
    object.instance = static_cast<uint32_t>(street.objects.size() + 1);
    street.objects.push_back({object.instance, std::string(name_of(object.type)), true});
    for (std::size_t part = 0; part < object.parts.size(); ++part) {
      const StreetMesh& mesh = object.parts[part].mesh;
      GS_TRY(const uint32_t body, caster.add_body({mesh.vertices, mesh.triangles}));
      GS_EXPECT(body == bodies.size());
      bodies.push_back({static_cast<uint32_t>(street.actors.size() + i), static_cast<uint32_t>(part)});
    }
  }
  Scene scene(std::move(street), std::move(plan), std::move(caster), std::move(bodies));
  GS_CHECK(scene.set_interval(0, 0));
  return scene;
}

Result<void> Scene::set_interval(double start_s, double end_s) {
  Placed at_start, at_end;
  for (uint32_t body = 0; body < bodies_.size(); ++body) {
    const std::size_t object = bodies_[body].object;
    // The parts of an object follow each other.
    if (body == 0 || bodies_[body - 1].object != object)
      at_start = placed(object, start_s), at_end = placed(object, end_s);
    caster_.set_visible(body, shown_ && exists(object, start_s));
    const Rigid3d start = map_from_part(bodies_[body], at_start);
    Rigid3d end = map_from_part(bodies_[body], at_end);
    // An object that re-entered at the other end of the road must not sweep through the street.
    if (norm(end.translation - start.translation) > kJump_m) end = start;
    caster_.set_motion(body, to_float(start), to_float(end));
  }
  return caster_.commit();
}

Scene::Placed Scene::placed(std::size_t object, double time_s) const {
  const TrafficObject* plan = scripted(object);
  if (plan == nullptr) return {street_.map_from_actor(street_.actors[object], time_s), {}};
  return {synth::map_from_object(*plan, street_.road, time_s), state_of(plan->script, street_.road, time_s)};
}

Rigid3d Scene::map_from_part(const Body& body, const Placed& object) const {
  const TrafficObject* plan = scripted(body.object);
  if (plan == nullptr || !plan->deforms()) return object.map_from_object;
  return object.map_from_object * object_from_part(*plan, body.part, object.state);
}

Rigid3d Scene::map_from_body(uint32_t body, double time_s) const {
  return map_from_part(bodies_[body], placed(bodies_[body].object, time_s));
}

const StreetMesh& Scene::mesh_of(const raycast::MeshHit& hit) const {
  if (hit.body == raycast::kFixedBody) return street_.mesh;
  const Body& body = bodies_[hit.body];
  const TrafficObject* object = scripted(body.object);
  return object == nullptr ? street_.actors[body.object].mesh : object->parts[body.part].mesh;
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
  return hit.body == raycast::kFixedBody ? surface_at(hit).instance : instance_of(bodies_[hit.body].object);
}

uint32_t Scene::instance_of(std::size_t object) const {
  const TrafficObject* plan = scripted(object);
  return plan == nullptr ? street_.actors[object].instance : plan->instance;
}

bool Scene::exists(std::size_t object, double time_s) const {
  const TrafficObject* plan = scripted(object);
  return plan == nullptr || synth::exists(plan->script, street_.road, time_s);
}

Rigid3d Scene::map_from_object(std::size_t object, double time_s) const {
  const TrafficObject* plan = scripted(object);
  return plan == nullptr ? street_.map_from_actor(street_.actors[object], time_s)
                         : synth::map_from_object(*plan, street_.road, time_s);
}

ObjectBox Scene::box_of(std::size_t object, double time_s) const {
  const TrafficObject* plan = scripted(object);
  return plan == nullptr ? synth::box_of(street_.actors[object].mesh)
                         : synth::box_of(*plan, state_of(plan->script, street_.road, time_s));
}

ObjectBox Scene::largest_box_of(std::size_t object) const {
  const TrafficObject* plan = scripted(object);
  return plan == nullptr ? synth::box_of(street_.actors[object].mesh) : synth::largest_box_of(*plan);
}

bool Scene::deforms(std::size_t object) const {
  const TrafficObject* plan = scripted(object);
  return plan != nullptr && plan->deforms();
}

bool Scene::jumps(std::size_t object, double from_s, double to_s) const {
  const Vec3d from = map_from_object(object, from_s).translation, to = map_from_object(object, to_s).translation;
  return norm(to - from) > kJump_m;
}

}  // namespace gs::synth
