// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Time of writing a whole drive, beside Embree's bare rate for the same scene and images.
#include <chrono>
#include <cmath>

#include "bench/table.h"
#include "gs/core/parallel.h"
#include "gs/synth/drive/drive_log.h"
#include "gs/synth/drive/drive_scene.h"
#include "gs/synth/drive/exposure.h"

namespace {

using namespace gs;

// Casts the primary rays of the front camera and a shadow ray for each, without shading: rays per second of CPU time.
double bare_rate(const synth::DriveOptions& options) {
  const auto rig = synth::make_rig(options);
  auto scene = synth::make_drive_scene(options);
  const synth::CameraMount& mount = rig->cameras.front();
  const synth::Ego ego(scene->street().road, options.duration_s, options.ego);
  double rays_cast = 0, seconds = 0;
  for (double t = 0; t < options.duration_s; t += options.duration_s / 8) {
    const Rigid3d pose = ego.map_from_base(t) * mount.base_from_camera;
    std::vector<raycast::Ray> rays;
    for (int y = 0; y < mount.camera.height; ++y) {
      for (int x = 0; x < mount.camera.width; ++x) {
        const auto d = unproject(mount.camera, {static_cast<double>(x), static_cast<double>(y)});
        rays.push_back({.origin = gs::cast<float>(pose.translation), .direction = gs::cast<float>(pose.rotation * *d)});
      }
    }
    const raycast::RayGrid grid{mount.camera.height, mount.camera.width};
    std::vector<raycast::MeshHit> hits(rays.size());
    std::vector<uint8_t> blocked(rays.size());
    double start = bench::cpu_seconds();
    scene->caster().cast(grid, rays, hits);
    seconds += bench::cpu_seconds() - start;
    for (std::size_t i = 0; i < rays.size(); ++i) {
      if (hits[i].found()) rays[i].origin = rays[i].origin + rays[i].direction * (hits[i].distance - 1e-3f);
      rays[i].direction = scene->sky().to_sun();
      rays[i].max_distance = hits[i].found() ? 400.0f : 0.0f;
    }
    start = bench::cpu_seconds();
    scene->caster().occluded(grid, rays, blocked);
    seconds += bench::cpu_seconds() - start;
    rays_cast += 2.0 * static_cast<double>(rays.size());
  }
  return rays_cast / seconds;
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Arguments arguments(argc, argv, "bench_synth [--duration S] [--json FILE]");
  bench::Table table("synth");
  synth::DriveOptions options;  // three cameras 640 x 360 at 12 Hz, LiDAR 64 x 1024 at 10 Hz
  options.duration_s = arguments.number("duration", 20);
  options.traffic = true;
  const double scale = 20 / options.duration_s;
  NoProgress progress;
  const double start_cpu = bench::cpu_seconds();
  const auto begin = std::chrono::steady_clock::now();
  const auto written = synth::write_drive(std::make_unique<logio::NullSink>(), options, progress);
  const double wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const double cpu_s = bench::cpu_seconds() - start_cpu;
  const double bare = bare_rate(options) * 1e-6, ours = static_cast<double>(written->rays) / cpu_s * 1e-6;
  table.add({.name = "20 s drive, wall clock", .value = wall_s * scale, .unit = "s", .bar = 90});
  table.add({.name = "20 s drive, CPU time of two idle cores", .value = cpu_s * scale / 2, .unit = "s", .bar = 90});
  table.add({.name = "rays, textures, light, files",
             .value = ours,
             .unit = "Mrays/s/core",
             .bound = bare,
             .bar = 0.3 * bare,
             .higher_is_better = true,
             .note = "bound: Embree alone on these images"});
  return table.finish(arguments);
}
