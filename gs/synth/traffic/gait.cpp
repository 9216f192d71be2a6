// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/traffic/gait.h"

#include <algorithm>
#include <cmath>

namespace gs::synth {
namespace {

// A limb that hangs down from a joint, turned about y so that its lower end moves backwards.
Rigid3d hanging(Vec3d joint, double backwards_rad) {
  return {Quaterniond::from_axis_angle({0, 1, 0}, backwards_rad), joint};
}

// The same, pointing from its joint to another position with the same y.
Rigid3d pointing(Vec3d joint, Vec3d to) { return hanging(joint, std::atan2(joint.x - to.x, joint.z - to.z)); }

// Pedal on the left (side 1) or on the right (side -1).
Vec3d pedal_at(double crank_rad, double side) {
  return {Rider::kCrankX + side * Rider::kCrank * std::cos(crank_rad), side * Rider::kPedalY,
          Rider::kCrankZ - side * Rider::kCrank * std::sin(crank_rad)};
}

// The knee lies before the line from hip to pedal (law of cosines).
Vec3d knee_at(Vec3d hip, Vec3d pedal) {
  const double x = pedal.x - hip.x, z = pedal.z - hip.z, distance = std::hypot(x, z);
  const double cosine = (distance * distance + Rider::kThigh * Rider::kThigh - Rider::kShin * Rider::kShin) /
                        (2 * distance * Rider::kThigh);
  const double bend = std::acos(std::clamp(cosine, -1.0, 1.0));
  const double c = std::cos(bend) * Rider::kThigh / distance, s = std::sin(bend) * Rider::kThigh / distance;
  return {hip.x + c * x - s * z, hip.y, hip.z + c * z + s * x};
}

}  // namespace

Rigid3d walking_pose(Limb limb, double scale, const ScriptState& state) {
  constexpr double kSwing_rad = 0.42, kArmShare = 0.85, kFullSwing_mps = 0.8, kRounding = 0.12;
  const double effort = std::min(1.0, std::fabs(state.speed_mps) / kFullSwing_mps);
  const double swing = kSwing_rad * effort * std::sin(2 * kPi * state.travelled_m / (Walker::kStride * scale));
  // Height of the hips over the sole of the rear foot, which stands on its toe; rounded where the feet pass each other.
  const double hip = Walker::kLeg * std::cos(swing) + Walker::kToe * std::hypot(std::sin(swing), kRounding);
  const auto at = [&](double y, double above_hip) { return Vec3d{0, y, hip + above_hip} * scale; };
  switch (limb) {
    case Limb::left_leg:
      return hanging(at(Walker::kHipY, 0), swing);
    case Limb::right_leg:
      return hanging(at(-Walker::kHipY, 0), -swing);
    case Limb::left_arm:
      return hanging(at(Walker::kShoulderY, Walker::kShoulderZ), -kArmShare * swing);
    case Limb::right_arm:
      return hanging(at(-Walker::kShoulderY, Walker::kShoulderZ), kArmShare * swing);
    default:
      return {{}, at(0, 0)};
  }
}

Rigid3d riding_pose(Limb limb, const ScriptState& state) {
  const double crank = 2 * kPi * state.travelled_m / Rider::kRollout;
  const double side = limb == Limb::right_thigh || limb == Limb::right_shin ? -1 : 1;
  const Vec3d pedal = pedal_at(crank, side), hip{Rider::kHipX, side * Rider::kPedalY, Rider::kHipZ};
  switch (limb) {
    case Limb::cranks:
      return {Quaterniond::from_axis_angle({0, 1, 0}, crank), {Rider::kCrankX, 0, Rider::kCrankZ}};
    case Limb::left_thigh:
    case Limb::right_thigh:
      return pointing(hip, knee_at(hip, pedal));
    case Limb::left_shin:
    case Limb::right_shin:
      return pointing(knee_at(hip, pedal), pedal);
    default:
      return {};
  }
}

}  // namespace gs::synth
