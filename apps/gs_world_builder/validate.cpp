// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/validate/validate.h"

#include <cstdio>

#include "apps/gs_world_builder/commands.h"
#include "gs/core/file.h"

namespace gs {

int run_validate(config::CommandLine& line) {
  fs::path folder;
  bool json = false;
  line.positional("dir", folder, "folder of the bundle");
  line.option("json", json, "print the report as JSON");
  line.example("gs-world-builder validate worlds/minimal_test");
  if (const auto exit = line.parse()) return *exit;
  const world::ValidationReport report = world::validate_world(folder);
  std::fputs((json ? world::to_json(report) : world::to_text(report)).c_str(), stdout);
  std::error_code ignored;
  if (!fs::exists(folder, ignored)) return kExitInput;
  return report.valid() ? 0 : kExitValidation;
}

int report_bundle_error(const fs::path& bundle, const Error& error) {
  std::error_code ignored;
  return config::report_error(error, fs::exists(bundle, ignored) ? kExitValidation : kExitInput);
}

}  // namespace gs
