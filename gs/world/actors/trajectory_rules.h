// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The columns of an actor's trajectory: their names, ranges and the rules between them.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/problems.h"
#include "gs/world/actors/actors.h"
#include "gs/world/document/fields.h"

namespace gs::world {

// One column of actors/trajectories.json.
struct ActorColumn {
  std::string_view name;
  std::vector<double> ActorTrajectory::*values;
  Bounds bounds;
  bool optional = false;  // may be missing
};

// All columns, in the order of the file. The ranges keep the interpolation finite; a yaw may count several turns.
inline constexpr Bounds kTime{.min = -1e9, .max = 1e9}, kPosition{.min = -1e7, .max = 1e7};
inline constexpr Bounds kYaw{.min = -1000, .max = 1000}, kSpeed{.min = -100, .max = 100},
    kTilt{.min = -1.6, .max = 1.6};
inline constexpr std::array<ActorColumn, 9> kActorColumns{{{"t", &ActorTrajectory::t, kTime},
                                                           {"x", &ActorTrajectory::x, kPosition},
                                                           {"y", &ActorTrajectory::y, kPosition},
                                                           {"z", &ActorTrajectory::z, kPosition},
                                                           {"yaw", &ActorTrajectory::yaw, kYaw},
                                                           {"v", &ActorTrajectory::v, kSpeed},
                                                           {"yaw_rate", &ActorTrajectory::yaw_rate, kSpeed},
                                                           {"pitch", &ActorTrajectory::pitch, kTilt, true},
                                                           {"roll", &ActorTrajectory::roll, kTilt, true}}};

// Checks columns and phases of one actor. `place` names it in messages ("actors[3]"). Errors: lengths, ranges, times
// that do not increase, phases. Warnings: long steps, high speeds, jumps, and headings against the motion.
void check_trajectory(const ActorTrajectory& actor, const std::string& place, std::string_view file,
                      Problems& problems);

}  // namespace gs::world
