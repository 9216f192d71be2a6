// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/traffic/models.h"

#include "gs/synth/street/models.h"
#include "gs/synth/traffic/gait.h"
#include "gs/synth/traffic/mesh_parts.h"

namespace gs::synth {
namespace {

// A rigid object; axles as shares of its length.
TrafficObject vehicle(TrafficClass type, StreetMesh mesh, double rear_axle, double wheelbase) {
  TrafficObject object{.type = type};
  const Vec3d size = box_of(mesh).size();
  object.carried_x_m = rear_axle * size.x;
  object.wheelbase_m = wheelbase * size.x;
  object.track_m = 0.85 * size.y;
  object.parts.push_back({.mesh = std::move(mesh)});
  return object;
}

TrafficObject car(Random random) {
  constexpr street::CarBody kBodies[] = {street::CarBody::saloon, street::CarBody::small, street::CarBody::estate};
  const street::CarBody body = kBodies[random.below(3)];
  return vehicle(TrafficClass::car, street::car_mesh(body, random), -0.29, 0.60);
}

}  // namespace

TrafficObject make_object(TrafficClass type, Random random) {
  if (type == TrafficClass::car) return car(random);
  if (type == TrafficClass::van) return vehicle(type, van_mesh(random), -0.287, 0.606);
  if (type == TrafficClass::truck) return vehicle(type, truck_mesh(random), -0.267, 0.651);
  TrafficObject person{.type = type};
  if (type == TrafficClass::cyclist) {
    person.parts = rider_parts(random);
    person.carried_x_m = Rider::kRearHubX;
    person.wheelbase_m = Rider::kFrontHubX - Rider::kRearHubX;
    return person;
  }
  person.scale = random.uniform(0.92, 1.08);
  person.parts = walker_parts(random, person.scale);
  return person;
}

}  // namespace gs::synth
