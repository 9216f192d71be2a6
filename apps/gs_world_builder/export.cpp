// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>
#include <limits>

#include "apps/gs_world_builder/commands.h"
#include "gs/assets/glb/gaussians_glb.h"
#include "gs/assets/rad/rad.h"
#include "gs/assets/spz/spz.h"
#include "gs/core/folders/overlap.h"
#include "gs/splat/lod/lod_tree.h"
#include "gs/splat/model/ply.h"
#include "gs/splat/model/splat_file.h"
#include "gs/splat/model/transform.h"
#include "gs/world/bundle.h"

namespace gs {
namespace {

// What to write.
struct ExportRequest {
  std::string format = "ply";
  std::string frame = "auto";  // map, yup, or auto: yup for the formats that are defined as y-up
};

bool is_y_up(const ExportRequest& request) {
  if (request.frame != "auto") return request.frame == "yup";
  return request.format == "glb" || request.format == "spz3" || request.format == "spz4";
}

// Turns a cloud from the map frame (z up) to x right, y up, z back: a quarter turn about x.
void turn_y_up(splat::GaussianCloud& cloud) {
  const double half = std::sqrt(0.5);
  splat::transform(cloud.view(), {.rotation = {-half, 0, 0, half}, .translation = {}});
}

// Writes the Gaussians in the requested format, without the limit of the bundle format on their number.
Result<void> export_gaussians(const world::World& world, const ExportRequest& request, const fs::path& output) {
  GS_TRY(splat::GaussianCloud cloud, world::load_gaussians(world, std::numeric_limits<uint64_t>::max()));
  const bool y_up = is_y_up(request), antialiased = world.render_config.antialiasing.value_or(false);
  if (y_up) turn_y_up(cloud);
  if (request.format == "splat") return splat::save_splat(output, cloud.view());
  if (request.format == "rad") {
    GS_TRY(const splat::lod::LodTree tree, splat::lod::build_lod_tree(std::move(cloud)));
    return assets::save_rad(output, tree);
  }
  if (request.format == "glb") {
    return assets::save_gaussians_glb(output, cloud.view(),
                                      {.frame = y_up ? "yup" : "map",
                                       .antialiased = antialiased,
                                       .low_pass_px2 = world.render_config.low_pass_px2.value_or(0.3)});
  }
  if (request.format.starts_with("spz")) {
    const int version = request.format == "spz4" ? 4 : request.format == "spz3" ? 3 : 2;
    return assets::save_spz(output, cloud.view(), {.version = version, .antialiased = antialiased});
  }
  return splat::save_ply(output, cloud.view(), splat::PlyFlavor::standard);
}

}  // namespace

int run_export(config::CommandLine& line) {
  fs::path folder, output;
  ExportRequest request;
  bool force = false;
  line.positional("dir", folder, "folder of the bundle");
  line.option("format", request.format, "file format; rad is a level-of-detail tree for web viewers",
              Choices{{"ply", "splat", "spz", "spz3", "spz4", "glb", "rad"}});
  line.option(
      "frame", request.frame,
      "axes of the file: map has z up, yup has x right, y up, z back; auto: yup for glb, spz3 and spz4, else map",
      Choices{{"auto", "map", "yup"}});
  line.required("output", output, "file to write");
  line.option("force", force, "replace an existing file");
  line.example("gs-world-builder export worlds/minimal_test --format ply --output minimal.ply");
  if (const auto exit = line.parse()) return *exit;
  if (const auto allowed = check_output_file(folder, output, force); !allowed) {
    return config::report_error(allowed.error(), config::kExitUsage);
  }
  const auto world = world::load_world(folder);
  if (!world) return report_bundle_error(folder, world.error());
  if (const auto done = export_gaussians(*world, request, output); !done) {
    return config::report_error(done.error(), kExitStep);
  }
  std::printf("wrote %s with %s\n", output.c_str(), is_y_up(request) ? "y up" : "z up (frame map)");
  return 0;
}

}  // namespace gs
