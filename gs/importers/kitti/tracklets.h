// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// tracklet_labels.xml of KITTI raw: labelled boxes of moving and parked objects (Geiger et al. 2013).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"
#include "gs/geometry/rigid.h"

namespace gs::importers::kitti {

// One object over consecutive sweeps.
struct Tracklet {
  std::string category;                 // "Car", "Pedestrian" ...
  Vec3d size_m;                         // length, width, height
  int first_frame = 0;                  // number of the sweep of the first pose
  std::vector<Rigid3d> lidar_from_box;  // of the centre of the box, x along its length, z up
};

// Parses the file. Errors, with the line: those of for_each_xml_element(), invalid_data for numbers that are missing,
// not finite or beyond 1 km, limit_exceeded (100,000 objects, 10 million poses).
Result<std::vector<Tracklet>> parse_tracklets(std::string_view xml);

}  // namespace gs::importers::kitti
