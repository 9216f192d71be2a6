// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// GNSS positions of a log as the ingest stores them: fixes.json.
//
// clang-format off
//   {"frame_id": "gnss_link", "fixes": [[seconds, latitude_deg, longitude_deg, altitude_m, sigma_east_m, sigma_north_m, sigma_up_m], ...]}
// clang-format on
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gs/builder/workspace.h"
#include "gs/core/time.h"
#include "gs/geometry/geodetic.h"
#include "gs/mapping/pose_fusion/fuse_poses.h"

namespace gs::builder {

// Name of the file in 00_mcap_ingest.
inline constexpr std::string_view kFixesFile = "fixes.json";

// One position with its standard deviations to the east, to the north and up.
struct RecordedFix {
  Timestamp stamp;
  Geodetic position;
  Vec3d sigma_m;
};

// All usable positions of a log, in file order, and the frame of their antenna.
struct RecordedFixes {
  std::string frame_id;
  std::vector<RecordedFix> fixes;
};

// Write fixes.json; read it. A file that does not exist holds no fixes. Errors: those of the JSON reader; invalid_data
// for an entry that is not a list of seven numbers.
std::string write_fixes(const RecordedFixes& fixes);
Result<RecordedFixes> read_fixes(const fs::path& path);

// The fixes in time order, in the local frame of the first one.
struct LocalFixes {
  Geodetic reference;
  std::vector<mapping::PositionFix> fixes;
};
LocalFixes to_local(const RecordedFixes& fixes);

}  // namespace gs::builder
