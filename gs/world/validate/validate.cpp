// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/validate/validate.h"

#include "gs/core/file.h"

namespace gs::world {

ValidationReport validate_world(const fs::path& folder) {
  ValidationReport report;
  // Single files first, then the Gaussians, the optional files and the agreement between files.
  BundleParts parts = read_bundle_parts(folder, /*keep_samples=*/true, report.problems);
  if (parts.index) {
    report.scene_id = parts.index->scene_id;
    check_gaussians(parts, report.problems);
    check_optional_files(parts, report.problems);
    check_consistency(parts, report.problems);
  }
  report.files = std::move(parts.files);
  return report;
}

}  // namespace gs::world
