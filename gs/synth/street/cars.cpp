// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "gs/synth/street/parts.h"

namespace gs::synth::street {
namespace {

constexpr uint32_t kPaints[] = {0xb8bcc0, 0x23262b, 0xe8e8e6, 0x7c1f22, 0x2a4470,
                                0x5c6166, 0x8f9aa3, 0x395845, 0xa8864a, 0x1f2d42};

// Dimensions of a car [m]; x positions are measured from its middle.
struct Shape {
  double length, width, height, hood, cabin_front, cabin_back, wheel;
};

// Side outline (x, z) of the lower body, from the lower rear over the top to the lower front.
std::vector<Vec2d> outline(const Shape& c) {
  const double f = c.length / 2, belt = 0.58 * c.height;
  return {{-f + 0.08, 0.22},
          {-f, 0.45},
          {-f + 0.03, belt - 0.08},
          {-f + 0.18, belt + 0.02},
          {c.cabin_front, belt + 0.03},
          {f - 0.35, c.hood},
          {f - 0.05, c.hood - 0.14},
          {f, 0.42},
          {f - 0.10, 0.22}};
}

// Builds a car out of body, glass cabin, wheels, lights and plates.
class Car {
 public:
  Car(StreetMesh& mesh, const Shape& shape, Random r) : mesh_(mesh), c_(shape), r_(r) {
    paint_ = surface(Material::car_paint, kPaints[r_.below(10)]);
    glass_ = surface(Material::glass, 0x20282c);
    tyre_ = surface(Material::tyre, 0x2a2a2a);
    dark_ = surface(Material::tyre, 0x1c1c1e);
  }
  void build() {
    body();
    cabin();
    for (const double x : {-0.29 * c_.length, 0.31 * c_.length}) {
      for (const double side : {-1.0, 1.0}) wheel(x, side);
    }
    ends();
  }

 private:
  uint32_t surface(Material material, uint32_t hex, Vec2f extent = {1, 1}) {
    return mesh_.add_surface({.material = material, .seed = r_.u32(), .color = linear_color(hex), .extent = extent});
  }
  // Extrudes the outline to the width of the car; it is narrower above and below.
  void body() {
    const std::vector<Vec2d> p = outline(c_);
    const double w = c_.width / 2;
    const auto half = [&](Vec2d q) { return w - (q.y > 0.5 * c_.height ? 0.05 : 0.0) - (q.y < 0.3 ? 0.06 : 0.0); };
    const auto at = [&](Vec2d q, double side) { return Vec3d{q.x, side * half(q), q.y}; };
    for (std::size_t i = 0; i + 1 < p.size(); ++i) {  // back, top, front
      mesh_.add_quad({at(p[i], 1), at(p[i], -1), at(p[i + 1], -1), at(p[i + 1], 1)}, paint_);
    }
    mesh_.add_quad({at(p.back(), 1), at(p.back(), -1), at(p.front(), -1), at(p.front(), 1)}, dark_);
    for (const double side : {-1.0, 1.0}) {  // triangle fan: the outline is star-shaped about its middle
      const uint32_t middle = mesh_.add_vertex({0, side * w, 0.5}, {0, 0.5});
      for (std::size_t i = 0; i < p.size(); ++i) {
        const Vec2d a = p[i], b = p[(i + 1) % p.size()];
        const uint32_t ia = mesh_.add_vertex(at(a, side), a), ib = mesh_.add_vertex(at(b, side), b);
        if (side > 0) {
          mesh_.add_triangle(middle, ib, ia, paint_);
        } else {
          mesh_.add_triangle(middle, ia, ib, paint_);
        }
      }
    }
  }
  // Truncated pyramid of glass with a painted roof and pillars.
  void cabin() {
    const double belt = 0.58 * c_.height + 0.02, top = c_.height, w = c_.width / 2 - 0.05, roof = w - 0.2;
    const double x0 = c_.cabin_back, x1 = c_.cabin_front, r0 = x0 + 0.35, r1 = x1 - 0.75;
    const Vec3d lower[4] = {{x0, -w, belt}, {x1, -w, belt}, {x1, w, belt}, {x0, w, belt}};
    const Vec3d upper[4] = {{r0, -roof, top}, {r1, -roof, top}, {r1, roof, top}, {r0, roof, top}};
    mesh_.add_quad({lower[0], lower[1], upper[1], upper[0]}, glass_);
    mesh_.add_quad({lower[1], lower[2], upper[2], upper[1]}, glass_);
    mesh_.add_quad({lower[2], lower[3], upper[3], upper[2]}, glass_);
    mesh_.add_quad({lower[3], lower[0], upper[0], upper[3]}, glass_);
    mesh_.add_quad({upper[0], upper[1], upper[2], upper[3]}, paint_);
    // Pillars: thin painted bars over the glass.
    const auto pillar = [&](Vec3d low, Vec3d high, Vec3d along) {
      const Vec3d out{0, low.y > 0 ? 0.012 : -0.012, 0.006};
      const Vec3d a = low + out, b = low + along + out, c = high + along + out, d = high + out;
      mesh_.add_quad({a, b, c, d}, paint_);
    };
    for (const int i : {0, 3}) {
      const Vec3d e = lower[i == 0 ? 1 : 2], f = upper[i == 0 ? 1 : 2];
      pillar(lower[i], upper[i], {0.14, 0, 0});
      pillar(e - Vec3d{0.09, 0, 0}, f - Vec3d{0.09, 0, 0}, {0.09, 0, 0});
      const Vec3d ml = (lower[i] + e) * 0.5, mu = (upper[i] + f) * 0.5;
      pillar(ml, mu, {0.09, 0, 0});
      pillar(upper[i] - Vec3d{0.06, 0, 0.06}, upper[i], f - upper[i] + Vec3d{0.1, 0, 0});
    }
  }
  // Tyre and hub cap.
  void wheel(double x, double side) {
    Rigid3d frame;
    frame.rotation = Quaterniond::from_axis_angle({1, 0, 0}, side > 0 ? -kPi / 2 : kPi / 2);
    frame.translation = {x, side * (c_.width / 2 - 0.19), c_.wheel};
    mesh_.add_cylinder(frame, c_.wheel, c_.wheel, 0.2, 18, tyre_);
    frame.translation.y = side * (c_.width / 2 + 0.005);
    mesh_.add_cylinder(frame, 0.6 * c_.wheel, 0.5 * c_.wheel, 0.012, 12, surface(Material::metal, 0xa8abad));
  }
  // Head lights, tail lights, number plates and the grille.
  void ends() {
    const double f = c_.length / 2, w = c_.width / 2;
    const uint32_t white = surface(Material::light, 0xf2f2ea), red = surface(Material::light, 0xa01010);
    for (const double side : {-1.0, 1.0}) {
      const double y0 = side * (w - 0.48), y1 = side * (w - 0.1);
      const double low = std::min(y0, y1), high = std::max(y0, y1);
      mesh_.add_box({}, {f - 0.12, low, 0.55}, {f + 0.012, high, 0.68}, white);
      mesh_.add_box({}, {-f - 0.012, low, 0.62}, {-f + 0.1, high, 0.78}, red);
    }
    const uint32_t plate = surface(Material::plate, 0xf4f4f0, {0.52f, 0.12f});
    mesh_.add_quad(
        {Vec3d{f + 0.014, -0.26, 0.42}, {f + 0.014, 0.26, 0.42}, {f + 0.014, 0.26, 0.54}, {f + 0.014, -0.26, 0.54}},
        plate);
    mesh_.add_quad(
        {Vec3d{-f - 0.014, 0.26, 0.46}, {-f - 0.014, -0.26, 0.46}, {-f - 0.014, -0.26, 0.58}, {-f - 0.014, 0.26, 0.58}},
        plate);
    mesh_.add_box({}, {f - 0.1, -0.5, 0.3}, {f + 0.008, 0.5, 0.4}, dark_);
  }

  StreetMesh& mesh_;
  Shape c_;
  Random r_;
  uint32_t paint_, glass_, tyre_, dark_;
};

}  // namespace

StreetMesh car_mesh(CarBody body, Random r) {
  // Lengths, heights and cabin positions.
  Shape shape{4.35, 1.78, 1.46, 0.86, 0.95, -1.65, 0.32};
  if (body == CarBody::small) shape = {3.75, 1.70, 1.50, 0.90, 0.90, -1.72, 0.30};
  if (body == CarBody::estate) shape = {4.70, 1.88, 1.72, 1.02, 1.05, -2.20, 0.36};
  if (body == CarBody::minibus) shape = {5.30, 1.98, 2.30, 1.15, 1.80, -2.55, 0.36};
  StreetMesh mesh;
  Car(mesh, shape, r).build();
  return mesh;
}

StreetMesh car_mesh(Random r) {
  const double kind = r.uniform();
  CarBody body = CarBody::saloon;
  if (kind < 0.35) body = CarBody::small;
  if (kind > 0.75) body = CarBody::estate;
  if (kind > 0.93) body = CarBody::minibus;
  return car_mesh(body, r);
}

// Cars stand in bays of 5.9 m, tilted with camber and slope of the road.
void add_parked_cars(Builder& b) {
  for (const double sign : {1.0, -1.0}) {
    uint64_t index = sign > 0 ? 0 : 100000;
    for (double s = b.road().first_s() + 6; s < b.road().last_s() - 8; s += 5.9) {
      Random r = b.random("parked", index++);
      // No cars at the intersection, under the bridge and in a sharp turn; `density` scales the occupied share.
      const bool free = std::fabs(s - b.road().intersection_s()) > 15 && std::fabs(s - b.road().bridge_s()) > 10 &&
                        std::fabs(s - b.road().turn_s()) > b.road().turn_half_length_m() + 10;
      if (!free || r.uniform() > 0.62 * b.street.options.density || b.is_parking_gap(s, sign)) continue;
      const Rigid3d ground = b.frame(s + r.uniform(-0.3, 0.3), sign * (Road::kLane + 1.12 + r.uniform(-0.08, 0.08)));
      const double slope = (b.road().elevation(s + 1.3) - b.road().elevation(s - 1.3)) / 2.6;
      const Rigid3d frame{ground.rotation * Quaterniond::from_rpy(sign * -b.road().camber(), -std::atan(slope), 0),
                          ground.translation};
      const Rigid3d turned{
          frame.rotation * Quaterniond::from_axis_angle({0, 0, 1}, sign > 0 ? kPi : r.uniform(-0.02, 0.02)),
          frame.translation};
      b.mesh().append(car_mesh(b.random("car", index)), turned, b.new_object("car"));
    }
  }
}

}  // namespace gs::synth::street
