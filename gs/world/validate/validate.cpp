// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/validate/validate.h"

#include "gs/core/file.h"
#include "gs/world/document/fields.h"
#include "gs/world/validate/actor_rules.h"

namespace gs::world {

ValidationReport validate_world(const fs::path& folder) {
  ValidationReport report;
  // Single files first, then the Gaussians, the optional files and the agreement between files.
  BundleParts parts = read_bundle_parts(folder, /*keep_samples=*/true, report.problems);
  if (parts.index) {
    report.scene_id = parts.index->scene_id;
    check_gaussians(parts, report.problems);
    check_optional_files(parts, report.problems);
    check_asset_files(parts, report.problems);
    check_consistency(parts, report.problems);
    check_actor_overlaps(parts, report.problems);
    check_actors_in_mesh(parts, report.problems);
  }
  report.files = std::move(parts.files);
  return report;
}

Result<void> require_valid(const fs::path& folder) {
  auto error = first_error(validate_world(folder).problems);
  if (!error) return {};
  error->code = ErrorCode::validation_failed;
  return std::move(*error).with_context("the bundle violates its format");
}

}  // namespace gs::world
