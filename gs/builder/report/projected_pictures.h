// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The pictures of LiDAR points projected into an image of each camera, which the calibration step drew.
#pragma once

#include <string>
#include <vector>

#include "gs/builder/workspace.h"
#include "gs/report/picture.h"

namespace gs::builder {

// Pictures of one camera.
struct ProjectedPictures {
  std::string camera;             // id
  report::Picture before, after;  // after: empty if the calibration was kept
};

// All pictures of a workspace, sorted by camera; files that cannot be read are left out.
std::vector<ProjectedPictures> read_projected_pictures(const Workspace& workspace);

}  // namespace gs::builder
