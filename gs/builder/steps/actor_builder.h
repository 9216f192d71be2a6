// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Actors from the moving objects of a drive, without labels.
//
// clang-format off
//   07_actors/tracks.json                   every track: its quality, or why it is no actor
//   07_actors/trajectories.json             poses and phases of the actors and the sun, as in a bundle; missing without
//                                           actors
//   07_actors/assets.json                   what they look like, as in a bundle; missing without actors
//   07_actors/<asset>/mesh.glb              closed mesh with reflectance
//   07_actors/<asset>/splat.ply             Gaussians with the colours of the images; missing if no image shows it
// clang-format on
#pragma once

#include <string>

#include "gs/builder/build_config.h"
#include "gs/builder/build_error.h"
#include "gs/builder/workspace.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"

namespace gs::builder {

// Options of ActorBuilder.
struct ActorBuilderOptions {
  std::string source{kActorsAuto};  // actors.source: boxes that others made
};

// Result of ActorBuilder.
struct ActorBuilderReport {
  std::size_t actors = 0, rejected = 0;     // tracks that became actors, and those that did not
  std::size_t given = 0, given_actors = 0;  // objects of actors.source, and those of them that became actors
  Problems problems;
};

// The step that finds, follows and models moving objects (gs/mapping/actors, gs/mapping/objects): reads 00_mcap_ingest
// and 01_calibration, and the map points of 05_geometry if they are there; writes 07_actors. A drive without sweeps or
// without moving objects has no actors, which is no error. Boxes of actors.source replace the tracks of the same
// objects if the sweeps agree with them. Errors: CONFIGURATION_ERROR for a file that cannot be read.
struct ActorBuilder : StepTypes<Step::actor_builder, ActorBuilderOptions, ActorBuilderReport> {
  static BuildResult<Report> run(const Workspace& workspace, const Options& options, Progress& progress);
};

// Finds a file of actors.source that cannot be read before the log is. Errors: CONFIGURATION_ERROR.
BuildResult<std::monostate> check_actor_source(const std::string& source);

}  // namespace gs::builder
