// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// People on foot and on bicycles, of bars, boxes and round limbs.
#include <cmath>
#include <utility>

#include "gs/synth/traffic/gait.h"
#include "gs/synth/traffic/mesh_parts.h"

namespace gs::synth {
namespace {

constexpr uint32_t kTops[] = {0x7a2f2f, 0x2f4a7a, 0xb0a89a, 0x3f5f45, 0x1f1f24, 0xc07a35, 0x6a4a78};
constexpr uint32_t kTrousers[] = {0x2a3142, 0x3b3b3d, 0x6b5a45, 0x1d1f23};
constexpr uint32_t kSkins[] = {0xe0b497, 0xb07f5c, 0x7a5138, 0xf0cdb5};
constexpr uint32_t kFrames[] = {0x9c2f2a, 0x24506e, 0x2c2f33, 0xc9a23a};
constexpr double kFootHalfWidth = 0.045, kFootHeight = 0.08;

// Colours of a person, so that all limbs agree.
struct Clothes {
  uint32_t top, trousers, skin;
  explicit Clothes(Random& random)
      : top(kTops[random.below(7)]), trousers(kTrousers[random.below(4)]), skin(kSkins[random.below(4)]) {}
};

// A limb that hangs from its joint at the origin: a cone, thinner below.
BodyPart hanging_limb(Limb limb, double length, double radius, Material material, uint32_t hex, Random& random) {
  BodyPart part{.limb = limb};
  Workpiece work{part.mesh, random};
  part.mesh.add_cylinder({{}, {0, 0, -length}}, 0.72 * radius, radius, length, 8, work.surface(material, hex));
  return part;
}

// Adds a shoe below a leg of this length.
void add_shoe(BodyPart& leg, double length, double heel, double toe, double scale, Random& random) {
  Workpiece work{leg.mesh, random};
  leg.mesh.add_box({}, Vec3d{-heel, -kFootHalfWidth, 0} * scale - Vec3d{0, 0, length},
                   Vec3d{toe, kFootHalfWidth, kFootHeight} * scale - Vec3d{0, 0, length},
                   work.surface(Material::cloth, 0x221d1a));
}

// Neck, head and hair above the shoulders.
void add_head(Workpiece& work, Vec3d neck, double scale, uint32_t skin_hex) {
  const uint32_t skin = work.surface(Material::skin, skin_hex), hair = work.surface(Material::cloth, 0x2c2119);
  const auto piece = [&](double forward, double up, double radius0, double radius1, double length, uint32_t of) {
    work.mesh.add_cylinder({{}, neck + Vec3d{forward, 0, up} * scale}, radius0 * scale, radius1 * scale, length * scale,
                           10, of);
  };
  piece(0, 0, 0.06, 0.06, 0.1, skin);
  piece(0.01, 0.08, 0.085, 0.105, 0.13, skin);
  piece(0, 0.21, 0.11, 0.05, 0.12, hair);
}

// Tyre of a bicycle with a square cross-section, its axle along y.
void add_bicycle_wheel(Workpiece& work, double hub_x) {
  constexpr int kSides = 20;
  constexpr double kInner = 0.30, kHalfWidth = 0.022;
  const uint32_t tyre = work.surface(Material::tyre, 0x2a2a2a), metal = work.surface(Material::metal, 0xa8abad);
  const auto at = [&](int i, double radius, double y) {
    const double angle = 2 * kPi * i / kSides;
    return Vec3d{hub_x + radius * std::sin(angle), y, Rider::kWheelRadius - radius * std::cos(angle)};
  };
  const double r = Rider::kWheelRadius, w = kHalfWidth;
  for (int i = 0; i < kSides; ++i) {
    work.mesh.add_quad({at(i, r, -w), at(i + 1, r, -w), at(i + 1, r, w), at(i, r, w)}, tyre);
    work.mesh.add_quad({at(i, kInner, w), at(i + 1, kInner, w), at(i + 1, kInner, -w), at(i, kInner, -w)}, tyre);
    work.mesh.add_quad({at(i, kInner, -w), at(i + 1, kInner, -w), at(i + 1, r, -w), at(i, r, -w)}, tyre);
    work.mesh.add_quad({at(i, r, w), at(i + 1, r, w), at(i + 1, kInner, w), at(i, kInner, w)}, tyre);
  }
  for (int i = 0; i < kSides; i += 4) add_bar(work.mesh, at(0, 0, 0), at(i, kInner, 0), 0.006, metal);
}

// Frame, fork, saddle and handlebar.
void add_bicycle(Workpiece& work) {
  add_bicycle_wheel(work, Rider::kRearHubX);
  add_bicycle_wheel(work, Rider::kFrontHubX);
  const uint32_t frame = work.surface_of(Material::car_paint, kFrames), dark = work.surface(Material::tyre, 0x1c1c1e);
  const Vec3d cranks{Rider::kCrankX, 0, Rider::kCrankZ}, seat{-0.20, 0, 0.80}, head{0.42, 0, 0.84};
  const Vec3d rear{Rider::kRearHubX, 0, Rider::kWheelRadius}, front{Rider::kFrontHubX, 0, Rider::kWheelRadius};
  const Vec3d bar{0.45, 0, 1.0};
  const std::pair<Vec3d, Vec3d> tubes[] = {{cranks, seat}, {cranks, head}, {seat, head}, {cranks, rear},
                                           {seat, rear},   {head, front},  {head, bar}};
  for (const auto& [from, to] : tubes) {
    add_bar(work.mesh, from, to, 0.02, frame);
  }
  add_bar(work.mesh, {bar.x, -0.29, bar.z}, {bar.x, 0.29, bar.z}, 0.014, dark);
  add_bar(work.mesh, seat, {-0.24, 0, 0.90}, 0.014, dark);
  work.mesh.add_box({}, {-0.36, -0.08, 0.89}, {-0.12, 0.08, 0.93}, dark);
}

// Crank arms with their pedals, in the frame of the cranks; the left one points forward.
BodyPart cranks_part(Random& random) {
  BodyPart part{.limb = Limb::cranks};
  Workpiece work{part.mesh, random};
  const uint32_t metal = work.surface(Material::metal, 0x8c8f92);
  for (const double side : {-1.0, 1.0}) {
    const double inner = side * 0.06, outer = side * (Rider::kPedalY + 0.05), reach = side * Rider::kCrank;
    add_bar(part.mesh, {0, inner, 0}, {reach, inner, 0}, 0.012, metal);
    add_bar(part.mesh, {reach, inner, 0}, {reach, outer, 0}, 0.016, metal);
  }
  return part;
}

}  // namespace

std::vector<BodyPart> walker_parts(Random random, double scale) {
  const Clothes clothes(random);
  BodyPart body;
  Workpiece work{body.mesh, random};
  // The trunk begins at the hips, the origin of this part.
  body.mesh.add_cylinder({{}, {0, 0, -0.06 * scale}}, 0.16 * scale, 0.20 * scale, 0.58 * scale, 12,
                         work.surface(Material::cloth, clothes.top));
  add_head(work, Vec3d{0.01, 0, 0.51} * scale, scale, clothes.skin);
  std::vector<BodyPart> parts;
  parts.push_back(std::move(body));
  for (const Limb limb : {Limb::left_leg, Limb::right_leg}) {
    const double length = Walker::kLeg * scale;
    BodyPart leg = hanging_limb(limb, length, 0.09 * scale, Material::cloth, clothes.trousers, random);
    add_shoe(leg, length, Walker::kHeel, Walker::kToe, scale, random);
    parts.push_back(std::move(leg));
  }
  for (const Limb limb : {Limb::left_arm, Limb::right_arm}) {
    parts.push_back(hanging_limb(limb, 0.62 * scale, 0.055 * scale, Material::cloth, clothes.top, random));
  }
  return parts;
}

std::vector<BodyPart> rider_parts(Random random) {
  const Clothes clothes(random);
  BodyPart body;
  Workpiece work{body.mesh, random};
  add_bicycle(work);
  const Vec3d hip{Rider::kHipX, 0, Rider::kHipZ}, shoulder{0.08, 0, 1.42};
  const uint32_t top = work.surface(Material::cloth, clothes.top);
  add_bar(body.mesh, hip - Vec3d{0, 0, 0.04}, shoulder, 0.17, top);
  for (const double side : {-1.0, 1.0}) {
    add_bar(body.mesh, shoulder + Vec3d{-0.02, side * 0.19, -0.05}, {0.45, side * 0.25, 1.02}, 0.045, top);
  }
  add_head(work, shoulder + Vec3d{0.04, 0, 0}, 1, clothes.skin);
  std::vector<BodyPart> parts;
  parts.push_back(std::move(body));
  parts.push_back(cranks_part(random));
  for (const Limb limb : {Limb::left_thigh, Limb::right_thigh}) {
    parts.push_back(hanging_limb(limb, Rider::kThigh, 0.085, Material::cloth, clothes.trousers, random));
  }
  for (const Limb limb : {Limb::left_shin, Limb::right_shin}) {
    BodyPart shin = hanging_limb(limb, Rider::kShin, 0.06, Material::cloth, clothes.trousers, random);
    add_shoe(shin, Rider::kShin, 0.08, 0.14, 1, random);
    parts.push_back(std::move(shin));
  }
  return parts;
}

}  // namespace gs::synth
