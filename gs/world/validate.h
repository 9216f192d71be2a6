// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Every rule of the bundle format, applied to a folder. All problems are reported, not the first.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "gs/core/problems.h"
#include "gs/world/bundle_parts.h"

namespace gs {

inline constexpr uint64_t kMinGaussians = 100;
inline constexpr uint64_t kMaxGaussians = 5'000'000;

struct ValidationReport {
  std::string scene_id;            // empty when world.yaml could not be read
  std::vector<std::string> files;  // looked at, relative to the bundle
  Problems problems;

  bool valid() const { return !problems.has_errors(); }
};

// One parallel pass over the Gaussians, which are mapped and never copied.
ValidationReport validate_world(const std::filesystem::path& folder);

// One line per file (ok, notice, warning, error with the reason; further problems below it), then the verdict.
std::string to_text(const ValidationReport& report);
// {"valid", "scene_id", "errors", "warnings", "notices", "files": [{"file", "status", "problems": [...]}]}
std::string to_json(const ValidationReport& report);

// Parts of the validation that look at one kind of file.
void check_gaussians(const BundleParts& parts, Problems& problems);
// Mesh, sky, previews, quality and build report: what world.yaml may list besides. Adds them to parts.files.
void check_optional_files(BundleParts& parts, Problems& problems);

}  // namespace gs
