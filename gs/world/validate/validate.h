// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Validator of world bundles: applies every rule of the format to a folder and reports all problems.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "gs/core/problems.h"
#include "gs/core/result.h"
#include "gs/world/bundle_parts.h"

namespace gs::world {

// Limits of the format for the number of Gaussians.
inline constexpr uint64_t kMinGaussians = 100;
inline constexpr uint64_t kMaxGaussians = 5'000'000;

// Result of validate_world().
struct ValidationReport {
  std::string scene_id;            // empty if world.yaml cannot be read
  std::vector<std::string> files;  // files checked, relative to the bundle
  Problems problems;

  bool valid() const { return !problems.has_errors(); }  // warnings are allowed
};

// Validates a bundle. The Gaussians are memory-mapped and checked in one parallel pass without a copy.
ValidationReport validate_world(const std::filesystem::path& folder);

// Validates a bundle that is about to be published. Errors: validation_failed, with the first error of the report.
Result<void> require_valid(const std::filesystem::path& folder);

// Report as text: one line per file (ok, notice, warning or error with the reason; further problems below it), then the
// result.
std::string to_text(const ValidationReport& report);
// Report as JSON: {"valid", "scene_id", "errors", "warnings", "notices", "files": [{"file", "status", "problems":
// [...]}]}.
std::string to_json(const ValidationReport& report);

// Checks of the Gaussians, a part of validate_world().
void check_gaussians(const BundleParts& parts, Problems& problems);
// Checks of the optional files of world.yaml: mesh, sky, previews, quality and build report. Adds them to parts.files.
void check_optional_files(BundleParts& parts, Problems& problems);
// Checks of the splats and meshes of actors' assets. Adds them to parts.files.
void check_asset_files(BundleParts& parts, Problems& problems);

}  // namespace gs::world
