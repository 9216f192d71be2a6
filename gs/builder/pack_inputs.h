// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Everything the steps before the packer left in the workspace.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gs/builder/workspace.h"
#include "gs/config/node.h"
#include "gs/splat/model/cloud.h"
#include "gs/world/bundle.h"

namespace gs {

struct PackInputs {
  World world;  // as recorded: base_link is still where the log has it
  GaussianCloud gaussians;
  Node source, geometry, exported;  // source.json, geometry.json, export.json
  int64_t frames = 0;               // of all sensors
  std::string commit;               // drivesim_commit of 02_drivesim_dataset, of the trainer that was used

  int64_t iterations() const;
  // How the Gaussians came about: "trained, 6000 iterations".
  std::string origin_of_gaussians() const;
};

Result<PackInputs> read_pack_inputs(const Workspace& workspace);

// "native-0.1.0": drivesim_commit of our own trainer.
std::string native_commit();

// A member of a document; 0 or empty when it is not there.
double real_of(const Node& node, std::string_view key);
std::string text_of(const Node& node, std::string_view key);
// A list of three numbers; nothing when it is not there.
std::optional<Vec3d> vector_of(const Node& node, std::string_view key);

}  // namespace gs
