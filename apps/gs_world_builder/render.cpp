// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>

#include "apps/gs_world_builder/commands.h"
#include "apps/gs_world_builder/world_renderer.h"
#include "gs/assets/image/png.h"
#include "gs/core/folders/overlap.h"

namespace gs {
namespace {

// map_from_base_link from x, y, z [m] and yaw [rad].
Result<Rigid3d> parse_pose(const std::vector<double>& numbers) {
  bool finite = numbers.size() == 4;
  for (const double number : numbers) finite = finite && std::isfinite(number);
  if (!finite) {
    return fail(ErrorCode::invalid_argument, "--pose needs four finite numbers: x,y,z,yaw")
        .with_hint("metres and radians in map, for example --pose 10,0,0,1.57");
  }
  return Rigid3d{rotation_from_vector({0, 0, numbers[3]}), {numbers[0], numbers[1], numbers[2]}};
}

// view.png -> view_depth.png
fs::path depth_beside(const fs::path& output) {
  return fs::path(output).replace_filename(output.stem().string() + "_depth.png");
}

// Checks both outputs before anything is rendered.
Result<void> check_outputs(const fs::path& folder, const fs::path& output, bool depth, bool force) {
  GS_CHECK(check_output_file(folder, output, force));
  return depth ? check_output_file(folder, depth_beside(output), force) : Result<void>();
}

// A vehicle that stands still: the pose is the same at all times of the rolling shutter.
Result<void> write_pictures(WorldRenderer& renderer, const Rigid3d& pose, bool depth, const fs::path& output) {
  GS_TRY(const SplatImage picture, renderer.render([&](Timestamp) { return pose; }, {}, depth));
  GS_CHECK(write_png(output, color_image(picture)));
  if (!depth) return {};
  return write_png(depth_beside(output), depth_image(picture));
}

}  // namespace

int run_render(CommandLine& line) {
  fs::path folder, output;
  std::string camera, backend = "auto";
  std::vector<double> pose_numbers;
  bool depth = false, force = false;
  line.positional("dir", folder, "folder of the bundle");
  line.option("camera", camera, "id of the camera; default: the first one");
  line.required("pose", pose_numbers, "x,y,z,yaw of base_link in map [m, rad]");
  line.required("output", output, "PNG file to write");
  line.option("force", force, "replace existing files");
  line.option("depth", depth, "also write OUTPUT_depth.png: 16 bits, steps of 1/256 m, 0: no surface");
  line.option("backend", backend, "device for rendering", Choices{{"auto", "cpu", "cuda"}});
  line.example("gs-world-builder render worlds/minimal_test --camera front --pose 0,0,0,0 --output view.png");
  if (const auto exit = line.parse()) return *exit;
  const auto pose = parse_pose(pose_numbers);
  if (!pose) return report_error(pose.error(), kExitUsage);
  if (const auto allowed = check_outputs(folder, output, depth, force); !allowed) {
    return report_error(allowed.error(), kExitUsage);
  }
  int exit_code = kExitStep;
  auto renderer = WorldRenderer::open(folder, camera, backend, exit_code);
  if (!renderer) return report_error(renderer.error(), exit_code);
  if (const auto done = write_pictures(*renderer, *pose, depth, output); !done) {
    return report_error(done.error(), kExitStep);
  }
  std::printf("wrote %s with %s\n", output.c_str(), renderer->backend_name().c_str());
  return 0;
}

}  // namespace gs
