// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <limits>

#include "apps/gs_world_builder/commands.h"
#include "gs/assets/rad/rad.h"
#include "gs/assets/spz/spz.h"
#include "gs/core/folders/overlap.h"
#include "gs/splat/lod/lod_tree.h"
#include "gs/splat/model/ply.h"
#include "gs/splat/model/splat_file.h"
#include "gs/world/bundle.h"

namespace gs {
namespace {

// Writes the Gaussians in the requested format, without the limit of the bundle format on their number.
Result<void> export_gaussians(const world::World& world, const std::string& format, const fs::path& output) {
  GS_TRY(splat::GaussianCloud cloud, world::load_gaussians(world, std::numeric_limits<uint64_t>::max()));
  if (format == "splat") return splat::save_splat(output, cloud.view());
  if (format == "rad") {
    GS_TRY(const splat::lod::LodTree tree, splat::lod::build_lod_tree(std::move(cloud)));
    return assets::save_rad(output, tree);
  }
  if (format == "spz")
    return assets::save_spz(output, cloud.view(), {.antialiased = world.render_config.antialiasing.value_or(false)});
  return splat::save_ply(output, cloud.view(), splat::PlyFlavor::standard);
}

}  // namespace

int run_export(config::CommandLine& line) {
  fs::path folder, output;
  std::string format = "ply";
  bool force = false;
  line.positional("dir", folder, "folder of the bundle");
  line.option("format", format, "file format", Choices{{"ply", "splat", "spz", "rad"}});
  line.required("output", output, "file to write");
  line.option("force", force, "replace an existing file");
  line.example("gs-world-builder export worlds/minimal_test --format ply --output minimal.ply");
  if (const auto exit = line.parse()) return *exit;
  if (const auto allowed = check_output_file(folder, output, force); !allowed) {
    return config::report_error(allowed.error(), config::kExitUsage);
  }
  const auto world = world::load_world(folder);
  if (!world) return report_bundle_error(folder, world.error());
  if (const auto done = export_gaussians(*world, format, output); !done)
    return config::report_error(done.error(), kExitStep);
  std::printf("wrote %s\n", output.c_str());
  return 0;
}

}  // namespace gs
