// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Results of the earlier steps, read from the workspace for the packer.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gs/builder/workspace.h"
#include "gs/core/json/node.h"
#include "gs/splat/model/cloud.h"
#include "gs/world/bundle.h"

namespace gs::builder {

// Everything that goes into the bundle.
struct PackInputs {
  world::World world;  // as recorded: base_link not yet moved to the ground
  splat::GaussianCloud gaussians;
  Node source, geometry, exported;  // source.json, geometry.json, export.json
  Node refinement, origin_fit;      // pose_refinement.json, origin_fit of 01_calibration/metadata.json; may be null
  Node pose_source;                 // pose_source.json
  Node camera_refinement;           // camera_refinement.json; null if the cameras were not looked at
  Node camera_intrinsics;           // camera_intrinsics.json; null if no camera lacks them
  Node calibration_file;            // calibration_file.json; null without that option
  Node tracks;                      // tracks.json of 07_actors; null if the step is disabled
  int64_t frames = 0;               // number of frames of all sensors
  std::string commit;               // drivesim_commit of 02_drivesim_dataset

  int64_t iterations() const;  // of training; 0: initialisation only
  // How the Gaussians were made: "trained, 6000 iterations".
  std::string origin_of_gaussians() const;
};

// Reads the folders of ingest, calibration, dataset, export and geometry. Errors: those of the file readers.
Result<PackInputs> read_pack_inputs(const Workspace& workspace);

// The entry of export.json of an asset whose trained Gaussians are exported to 04_gs_export/actors/<id>.ply; null for
// one that stays painted.
const Node* trained_actor(const Node& exported, std::string_view id);

// drivesim_commit of the native trainer: "native-0.1.0".
std::string native_commit();

// Value of a member of a JSON object; 0 or empty if it does not exist.
double real_of(const Node& node, std::string_view key);
std::string text_of(const Node& node, std::string_view key);
// Value of a list of three numbers; empty if it does not exist.
std::optional<Vec3d> vector_of(const Node& node, std::string_view key);

}  // namespace gs::builder
