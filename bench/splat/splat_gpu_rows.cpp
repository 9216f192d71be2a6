// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/splat/splat_gpu_rows.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "bench/gpu_figures.h"
#include "bench/splat/instance_gpu_rows.h"
#include "bench/splat/splat_scene.h"
#include "bench/splat/street.h"
#include "gs/splat/cpu/cpu_rasterizer.h"
#include "gs/splat/cuda/cuda_rasterizer.h"
#include "gs/splat/cuda/device.h"
#include "gs/splat/cuda/render/scene_renderer.h"
#include "gs/splat/model/ply.h"

namespace bench {
namespace {

using namespace gs;

// Bar of a frame by the number of Gaussians.
std::optional<double> bar_ms(std::size_t gaussians) {
  if (gaussians == 1'000'000) return 0.40;
  if (gaussians == 5'000'000) return 1.2;
  return std::nullopt;
}
// Competitor: HiGS on the same scene on an H200, 2026-11.
std::optional<double> peer_ms(std::size_t gaussians) {
  if (gaussians == 200'000) return 0.26;
  if (gaussians == 1'000'000) return 0.44;
  if (gaussians == 2'000'000) return 0.66;
  if (gaussians == 5'000'000) return 1.34;
  return std::nullopt;
}

// Worst PSNR of three views against the scalar CPU.
double psnr_against_oracle(splat::cuda::SceneRenderer& renderer, const std::vector<splat::RenderView>& views,
                           splat::GaussianCloud cloud) {
  auto oracle = splat::make_cpu_rasterizer(Isa::scalar);
  if (!oracle->upload(std::move(cloud))) return 0;
  double worst = 200;
  for (const std::size_t k : {std::size_t{0}, views.size() / 3, views.size() * 2 / 3}) {
    const std::span<const splat::RenderView> view(&views[k], 1);
    if (!renderer.render(view, {})) return 0;
    const auto mine = renderer.download();
    const auto expected = oracle->render(view, {});
    if (!mine || !expected) return 0;
    worst = std::min(worst, compare(mine->front().rgb8, expected->front().rgb8).psnr_db);
  }
  return worst;
}

// Time of each phase of a frame: medians over the views, measured between the kernels.
Result<void> add_phase_rows(Table& table, const std::string& name, splat::cuda::SceneRenderer& renderer,
                            const std::vector<splat::RenderView>& views) {
  std::vector<std::string> names;
  std::vector<std::vector<double>> ms;
  for (int round = 0; round < 4; ++round) {
    for (const splat::RenderView& view : views) {
      GS_TRY(const std::vector<splat::cuda::Phase> phases, renderer.time_phases({&view, 1}, {}));
      names.resize(phases.size());
      ms.resize(phases.size());
      for (std::size_t k = 0; k < phases.size(); ++k) {
        names[k] = phases[k].name;
        if (round > 0) ms[k].push_back(phases[k].milliseconds);
      }
    }
  }
  for (std::size_t k = 0; k < names.size(); ++k) {
    std::sort(ms[k].begin(), ms[k].end());
    table.add({.name = format("{} GPU phase {}", name, names[k]),
               .value = 1e3 * median(ms[k]),
               .unit = "us",
               .note = format("p90 {:.1f}, most {:.1f}", 1e3 * ms[k][ms[k].size() * 9 / 10], 1e3 * ms[k].back())});
  }
  return {};
}

// Lower bound from memory bandwidth: the geometry of Gaussians in the frustum and the SH of visible ones are read, the
// image is written. 4.8 TB/s is the bandwidth of an H200 by its data sheet.
double floor_ms(const splat::cuda::RenderStatistics& frame, const CameraD& camera, int sh_degree) {
  const double pixels = static_cast<double>(camera.width) * camera.height;
  const double sh_bytes = 2.0 * splat::cuda::packed_sh_halfs(sh_degree);
  const double bytes = static_cast<double>(frame.looked_at) * sizeof(splat::cuda::PackedGeometry) +
                       static_cast<double>(frame.visible) * sh_bytes + 3 * pixels;
  return 1e3 * bytes / 4.8e12;
}

// Rows of one scene: frame time, batch, phases, memory, quality.
Result<void> measure(Table& table, const std::string& name, splat::GaussianCloud cloud,
                     const std::vector<splat::RenderView>& views) {
  const std::size_t size = cloud.size();
  GS_TRY(const cuda::DeviceInfo device, cuda::find_device());
  GS_TRY(splat::cuda::SceneRenderer renderer, splat::cuda::SceneRenderer::create());
  GS_CHECK(renderer.upload(splat::cuda::pack(std::as_const(cloud).view())));
  std::vector<double> ms, floors;
  std::vector<std::vector<double>> of_view(views.size());
  splat::cuda::RenderStatistics last;
  double pairs = 0, visible = 0;
  for (int round = 0; round < 12; ++round) {
    for (std::size_t k = 0; k < views.size(); ++k) {
      GS_TRY(last, renderer.render({&views[k], 1}, {}));
      if (round < 2) continue;
      ms.push_back(last.milliseconds);
      of_view[k].push_back(last.milliseconds);
      floors.push_back(floor_ms(last, views[k].camera, cloud.sh_degree()));
      pairs += static_cast<double>(last.pairs), visible += static_cast<double>(last.visible);
    }
  }
  std::sort(ms.begin(), ms.end());
  const double middle = median(ms), p90 = ms[ms.size() * 9 / 10], frames = static_cast<double>(ms.size());
  const double psnr = psnr_against_oracle(renderer, views, std::move(cloud));
  table.add({.name = name + " GPU frame",
             .value = middle,
             .unit = "ms",
             .bound = figure_for(device.name, peer_ms(size)),
             .bar = figure_for(device.name, bar_ms(size)),
             .note = format("p90 {:.3f}; {:.0f} visible, {:.0f} pairs; {}", p90, visible / frames, pairs / frames,
                            has_figures(device.name) ? std::string(kMeasuredNote) : device.name)});
  std::string each;
  for (const auto& samples : of_view) each += format(" {:.3f}", median(samples));
  if (has_figures(device.name)) {
    table.add({.name = name + " GPU floor from memory bandwidth",
               .value = median(floors),
               .unit = "ms",
               .note = "views:" + each});
  }
  table.add({.name = name + " GPU p90 / median", .value = p90 / middle, .unit = "", .bar = 1.5});
  table.add({.name = name + " GPU against the scalar CPU",
             .value = psnr,
             .unit = "dB",
             .bar = 55.0,
             .higher_is_better = true});
  table.add({.name = name + " GPU memory",
             .value = 1e-9 * static_cast<double>(last.device_bytes),
             .unit = "GB",
             .bar = size == 5'000'000 ? std::optional(1.5) : std::nullopt});
  GS_CHECK(add_phase_rows(table, name, renderer, views));
  std::vector<splat::RenderView> six(views.begin(), views.begin() + std::min<std::ptrdiff_t>(6, std::ssize(views)));
  std::vector<double> batch;
  for (int k = 0; k < 12; ++k) {
    GS_TRY(const splat::cuda::RenderStatistics s, renderer.render(six, {}));
    if (k >= 2) batch.push_back(s.milliseconds / static_cast<double>(six.size()));
  }
  table.add({.name = name + " GPU frame in a batch of 6", .value = median(batch), .unit = "ms"});
  return {};
}

// Forward and backward at 1080p with everything on the device.
Result<void> measure_training(Table& table, const std::string& name, const splat::GaussianCloud& cloud,
                              const std::vector<splat::RenderView>& views) {
  GS_TRY(auto rasterizer, splat::make_cuda_differentiable_rasterizer());
  GS_TRY(const cuda::Stream stream, cuda::Stream::create());
  cuda::Buffer<float> block, grads, planes;
  GS_CHECK(block.reserve(cloud.block().size()));
  GS_CHECK(grads.reserve(cloud.block().size()));
  GS_CHECK(cuda::copy_to_device(block.get(), cloud.block().data(), cloud.block().size(), stream));
  const CameraD& camera = views[0].camera;
  const auto pixels = static_cast<std::size_t>(camera.width) * static_cast<std::size_t>(camera.height);
  GS_CHECK(planes.reserve(10 * pixels));
  const std::vector<float> ones(10 * pixels, 1e-3f);
  GS_CHECK(cuda::copy_to_device(planes.get(), ones.data(), ones.size(), stream));
  GS_CHECK(stream.wait());
  const auto device_view = [&](float* base) {
    const auto at = [&](std::size_t k) { return base + k * cloud.plane_stride(); };
    return splat::MutableCloudView{cloud.size(),
                                   cloud.sh_degree(),
                                   {at(0), at(1), at(2)},
                                   {at(3), at(4), at(5)},
                                   {at(6), at(7), at(8), at(9)},
                                   at(10),
                                   at(11)};
  };
  const auto plane = [&](std::size_t k) { return planes.get() + k * pixels; };
  const splat::Planes image{camera.width, camera.height, {plane(0), plane(1), plane(2)}, plane(3), plane(4), nullptr};
  const splat::Planes grad{camera.width, camera.height, {plane(5), plane(6), plane(7)}, plane(8), nullptr, nullptr};
  std::vector<double> forward, backward;
  for (std::size_t k = 0; k < 3 * views.size(); ++k) {
    GS_TRY(const splat::ViewF view, splat::make_view(views[k % views.size()], {}));
    const splat::MutableCloudView device_cloud = device_view(block.get());
    forward.push_back(
        1e3 * wall_seconds(1, [&] { static_cast<void>(rasterizer->forward(device_cloud, view, image)); }).back());
    const double before =
        1e3 * wall_seconds(1, [&] {
                static_cast<void>(rasterizer->backward(device_cloud, view, splat::as_const(image),
                                                       splat::as_const(grad), device_view(grads.get())));
              }).back();
    backward.push_back(before);
  }
  table.add({.name = name + " GPU training forward", .value = median(forward), .unit = "ms"});
  table.add({.name = name + " GPU training backward", .value = median(backward), .unit = "ms"});
  return {};
}

// Prints an error; the other rows are still measured.
void report(const Result<void>& result, const std::string& name) {
  if (!result) std::fprintf(stderr, "%s: %s\n", name.c_str(), to_string(result.error()).c_str());
}

}  // namespace

void add_gpu_rows(Table& table, const std::string& ply, const std::string& cameras) {
  if (!cuda::find_device()) {
    std::fprintf(stderr, "no usable GPU: GPU rows are omitted\n");
    return;
  }
  if (!ply.empty()) {
    auto cloud = splat::load_ply(ply);
    const auto views = read_cameras(cameras.empty() ? ply + ".cameras.json" : cameras);
    if (!cloud || !views) {
      std::fprintf(stderr, "%s\n", to_string(cloud ? views.error() : cloud.error()).c_str());
      return;
    }
    const std::string name = format("{:g} M", static_cast<double>(cloud->size()) * 1e-6);
    report(measure_training(table, name, *cloud, *views), name);
    report(measure(table, name, *std::move(cloud), *views), name);
    return;
  }
  const auto views = street_drive(1920, 1080, 1100);
  for (const std::size_t size : {200'000u, 1'000'000u, 2'000'000u, 5'000'000u}) {
    auto cloud = street(size);
    const std::string name = format("{:g} M", static_cast<double>(size) * 1e-6);
    if (!cloud) continue;
    if (size <= 2'000'000) report(measure_training(table, name, *cloud, views), name);
    report(measure(table, name, *std::move(cloud), views), name);
  }
  add_instance_gpu_rows(table);
}

}  // namespace bench
