// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// sensors/tf_static.json: static transforms, derived from calibration.yaml, which is the truth.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/problems.h"
#include "gs/core/result.h"
#include "gs/geometry/rigid.h"
#include "gs/world/calibration.h"

namespace gs {

struct StaticTransform {
  std::string parent, child;
  Rigid3d parent_from_child;
};

struct TfStatic {
  std::optional<std::string> version{};
  std::vector<StaticTransform> transforms;

  const StaticTransform* find(std::string_view parent, std::string_view child) const;
};

// base_link to every sensor of the calibration.
TfStatic tf_static_of(const Calibration& calibration, std::string_view base_link = "base_link");

TfStatic parse_tf_static(std::string_view json, std::string_view file, Problems& problems);
Result<TfStatic> load_tf_static(const std::filesystem::path& path);
std::string write_tf_static(const TfStatic& tf);

}  // namespace gs
