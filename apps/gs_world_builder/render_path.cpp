// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>

#include "apps/gs_world_builder/commands.h"
#include "apps/gs_world_builder/splat_image_files.h"
#include "gs/assets/video/video.h"
#include "gs/core/folders/overlap.h"
#include "gs/render/world_renderer.h"
#include "gs/world/files/trajectory_csv.h"

namespace gs {
namespace {

// The given file, or the recorded drive of the world.
Result<Trajectory> choose_trajectory(const world::World& world, const fs::path& file) {
  if (!file.empty()) return world::load_trajectory_csv(file);
  if (world.trajectory) return *world.trajectory;
  return fail(ErrorCode::not_found, "the world has no sim/trajectory.csv")
      .with_hint("give a CSV file with --trajectory");
}

// Writes one frame of `camera` every 1 / fps seconds from the first to the last pose; returns the number of frames.
Result<int> write_video(render::WorldRenderer& renderer, const world::CameraCalibration& camera, const Trajectory& path,
                        double fps, const fs::path& output) {
  const world::CameraIntrinsics& size = camera.intrinsics;
  GS_TRY(assets::VideoWriter video,
         assets::VideoWriter::create(output, {.width = size.width, .height = size.height, .fps = fps}));
  // With a rolling shutter the last row of the last frame is exposed after the last pose.
  const auto pose_at = [&](Timestamp t) { return *path.at(std::clamp(t, path.start(), path.end())); };
  int frames = 0;
  // Times are computed from the frame number, so that rounding errors do not accumulate.
  for (Timestamp t = path.start(); t <= path.end(); t = path.start() + Duration::from_seconds(++frames / fps)) {
    GS_TRY(const splat::SplatImage image, renderer.render(camera, t, pose_at));
    GS_CHECK(video.write(color_image(image)));
  }
  GS_CHECK(video.finish());
  return frames;
}

}  // namespace

int run_render_path(config::CommandLine& line) {
  fs::path folder, output, trajectory_file;
  std::string camera_id, backend = "auto";
  double fps = 0;
  bool force = false;
  line.positional("dir", folder, "folder of the bundle");
  line.option("camera", camera_id, "id of the camera; default: the first one");
  line.option("trajectory", trajectory_file,
              "CSV file with poses of base_link; default: sim/trajectory.csv of the bundle");
  line.option("fps", fps, "frames per second; 0: rate of the camera", Range{0.0, 240.0});
  line.required("output", output, "video file (.mp4) to write");
  line.option("force", force, "replace an existing file");
  line.option("backend", backend, "device for rendering", Choices{{"auto", "cpu", "cuda"}});
  line.example("gs-world-builder render-path worlds/minimal_test --output drive.mp4");
  if (const auto exit = line.parse()) return *exit;
  if (const auto allowed = check_output_file(folder, output, force); !allowed) {
    return config::report_error(allowed.error(), config::kExitUsage);
  }
  const auto world = world::load_world(folder);
  if (!world) return report_bundle_error(folder, world.error());
  const auto camera = render::choose_camera(world->calibration, camera_id);
  if (!camera) return config::report_error(camera.error(), config::kExitUsage);
  auto renderer = render::WorldRenderer::create(*world, backend_from_string(backend).value_or(Backend::automatic));
  if (!renderer) return config::report_error(renderer.error(), kExitStep);
  const auto path = choose_trajectory(*world, trajectory_file);
  if (!path) return config::report_error(path.error(), kExitInput);
  const auto frames = write_video(*renderer, *camera, *path, fps > 0 ? fps : camera->rate_hz, output);
  if (!frames) return config::report_error(frames.error(), kExitStep);
  std::printf("wrote %s: %d frames with %s\n", output.c_str(), *frames, renderer->backend_name().c_str());
  return 0;
}

}  // namespace gs
