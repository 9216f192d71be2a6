// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// trajectory.csv: parses any text; valid poses keep their number and stamps after writing and reading.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gs/core/expect.h"
#include "gs/world/files/trajectory_csv.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  gs::Problems problems(10);
  const auto poses = gs::world::parse_trajectory_csv(text, "trajectory.csv", problems);
  if (problems.has_errors()) return 0;
  gs::Problems again(10);
  const auto read = gs::world::parse_trajectory_csv(gs::world::write_trajectory_csv(poses), "trajectory.csv", again);
  GS_EXPECT(!again.has_errors());
  GS_EXPECT(read.size() == poses.size());
  for (std::size_t i = 0; i < poses.size(); ++i) GS_EXPECT(read[i].stamp == poses[i].stamp);
  static_cast<void>(gs::Trajectory::from_poses(poses));
  return 0;
}
