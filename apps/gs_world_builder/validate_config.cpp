// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "apps/gs_world_builder/build_outcome.h"
#include "apps/gs_world_builder/commands.h"

namespace gs {

int run_validate_config(config::CommandLine& line) {
  fs::path file;
  std::string kind = "config";
  bool json_errors = false;
  line.positional("file", file, "YAML file");
  line.option("kind", kind, "kind of configuration", Choices{{"config", "gs_training", "geometry"}});
  line.option("json_errors", json_errors, "print errors as JSON");
  line.example("gs-world-builder validate-config config.yaml");
  if (const auto exit = line.parse()) return *exit;
  // The three readers return different types but the same errors.
  const auto check = [&](const auto& config) {
    if (!config) return report_build_error(config.error(), json_errors);
    std::printf("%s: ok\n", file.c_str());
    return 0;
  };
  if (kind == "gs_training") return check(builder::read_gs_training_config(file));
  if (kind == "geometry") return check(builder::read_geometry_config(file));
  return check(builder::read_build_config(file));
}

}  // namespace gs
