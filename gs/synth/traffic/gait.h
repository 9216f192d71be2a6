// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Joints of people on foot and on bicycles, shared by their meshes and their motion. Lengths in metres, of a person of
// scale 1; positions in the frame of the object.
#pragma once

#include "gs/geometry/rigid.h"
#include "gs/synth/traffic/traffic_object.h"

namespace gs::synth {

// A person on foot. The hips rise and fall so that the lower foot stands on the ground.
struct Walker {
  static constexpr double kLeg = 0.86, kHeel = 0.06, kToe = 0.12;  // hip to sole; sole behind and before the ankle
  static constexpr double kHipY = 0.10;
  static constexpr double kShoulderY = 0.25, kShoulderZ = 0.50;  // above the hips
  static constexpr double kStride = 1.44;                        // length of two steps
};

// A person on a bicycle; x forward from the middle between the hubs, z above the ground.
struct Rider {
  static constexpr double kWheelRadius = 0.34, kRearHubX = -0.50, kFrontHubX = 0.54;
  static constexpr double kCrankX = -0.06, kCrankZ = 0.29, kCrank = 0.17, kPedalY = 0.11;
  static constexpr double kHipX = -0.24, kHipZ = 0.98, kThigh = 0.43, kShin = 0.46;
  static constexpr double kRollout = 5.0;  // path per turn of the cranks
};

// Pose in the object of a limb of a person of this scale, at this state of the script.
Rigid3d walking_pose(Limb limb, double scale, const ScriptState& state);
Rigid3d riding_pose(Limb limb, const ScriptState& state);

}  // namespace gs::synth
