// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>

#include "apps/gs_world_builder/commands.h"
#include "apps/gs_world_builder/splat_image_files.h"
#include "gs/assets/image/png.h"
#include "gs/core/folders/overlap.h"
#include "gs/render/world_renderer.h"

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

// Writes the colours and, if its depth was rendered, the depth.
Result<void> write_images(const splat::SplatImage& image, const fs::path& output) {
  GS_CHECK(assets::write_png(output, color_image(image)));
  if (image.depth.empty()) return {};
  return assets::write_png(depth_beside(output), depth_image(image));
}

}  // namespace

int run_render(config::CommandLine& line) {
  fs::path folder, output;
  std::string camera_id, backend = "auto";
  std::vector<double> pose_numbers;
  bool depth = false, force = false;
  line.positional("dir", folder, "folder of the bundle");
  line.option("camera", camera_id, "id of the camera; default: the first one");
  line.required("pose", pose_numbers, "x,y,z,yaw of base_link in map [m, rad]");
  line.required("output", output, "PNG file to write");
  line.option("force", force, "replace existing files");
  line.option("depth", depth, "also write OUTPUT_depth.png: 16 bits, steps of 1/256 m, 0: no surface");
  line.option("backend", backend, "device for rendering", Choices{{"auto", "cpu", "cuda"}});
  line.example("gs-world-builder render worlds/minimal_test --camera front --pose 0,0,0,0 --output view.png");
  if (const auto exit = line.parse()) return *exit;
  const auto pose = parse_pose(pose_numbers);
  if (!pose) return config::report_error(pose.error(), config::kExitUsage);
  if (const auto allowed = check_outputs(folder, output, depth, force); !allowed) {
    return config::report_error(allowed.error(), config::kExitUsage);
  }
  const auto world = world::load_world(folder);
  if (!world) return report_bundle_error(folder, world.error());
  const auto camera = render::choose_camera(world->calibration, camera_id);
  if (!camera) return config::report_error(camera.error(), config::kExitUsage);
  auto renderer = render::WorldRenderer::create(*world, backend_from_string(backend).value_or(Backend::automatic));
  if (!renderer) return config::report_error(renderer.error(), kExitStep);
  // The vehicle stands still: its pose is the same at all times of a rolling shutter.
  const auto image = renderer->render(
      *camera, {}, [&](Timestamp) { return *pose; }, depth);
  if (!image) return config::report_error(image.error(), kExitStep);
  if (const auto done = write_images(*image, output); !done) return config::report_error(done.error(), kExitStep);
  std::printf("wrote %s with %s\n", output.c_str(), renderer->backend_name().c_str());
  return 0;
}

}  // namespace gs
