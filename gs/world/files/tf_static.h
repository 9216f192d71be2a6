// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// sensors/tf_static.json: static transforms, derived from calibration.yaml, which has priority.
// Example:
// clang-format off
//   {"transforms": [{"header": {"frame_id": "base_link"}, "child_frame_id": "lidar_top", "transform":
//     {"translation": {"x": 0, "y": 0, "z": 2}, "rotation": {"x": 0, "y": 0, "z": 0, "w": 1}}}]}
// clang-format on
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/problems.h"
#include "gs/core/result.h"
#include "gs/geometry/rigid.h"
#include "gs/world/files/calibration.h"

namespace gs::world {

// One transform: point in child -> point in parent.
struct StaticTransform {
  std::string parent, child;
  Rigid3d parent_from_child;
};

// The whole file.
struct TfStatic {
  std::optional<std::string> version{};
  std::vector<StaticTransform> transforms;

  // The transform between two frames; nullptr if it is not listed.
  const StaticTransform* find(std::string_view parent, std::string_view child) const;
};

// Transforms from base_link to every sensor of a calibration.
TfStatic tf_static_of(const Calibration& calibration, std::string_view base_link = "base_link");

// Parse, load and write tf_static.json. parse reports all problems, load gives the first error.
TfStatic parse_tf_static(std::string_view json, std::string_view file, Problems& problems);
Result<TfStatic> load_tf_static(const std::filesystem::path& path);
std::string write_tf_static(const TfStatic& tf);

}  // namespace gs::world
