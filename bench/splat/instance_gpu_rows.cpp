// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/splat/instance_gpu_rows.h"

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "bench/splat/street.h"
#include "bench/splat/vehicles.h"
#include "gs/splat/cuda/packed_cloud.h"
#include "gs/splat/cuda/render/scene_renderer.h"

namespace bench {
namespace {

using namespace gs;

constexpr std::size_t kVehicles = 30, kSplatsEach = 20'000;

// The vehicles of a frame: `in_view` of them ahead of the camera, the others as far behind it.
std::vector<splat::SplatInstance> vehicles_of(const splat::RenderView& view, std::size_t in_view) {
  std::vector<splat::SplatInstance> vehicles = vehicles_ahead(view, in_view);
  const Vec3d camera = view.map_from_camera.translation;
  for (splat::SplatInstance v : vehicles_ahead(view, kVehicles - in_view)) {
    v.asset += static_cast<uint32_t>(in_view);
    v.map_from_asset.translation = camera * 2.0 - v.map_from_asset.translation;
    v.map_from_asset.translation.z = 0;
    vehicles.push_back(v);
  }
  return vehicles;
}

// Times of the frames and of their phases [ms], each the mean over the views of medians over the rounds.
struct FrameTimes {
  double frame = 0;
  std::vector<splat::cuda::Phase> phases;
};
Result<FrameTimes> measure(splat::cuda::SceneRenderer& renderer, const std::vector<splat::RenderView>& views,
                           std::optional<std::size_t> in_view, bool with_shadows = false) {
  FrameTimes mean;
  for (splat::RenderView view : views) {
    const auto vehicles = in_view ? vehicles_of(view, *in_view) : std::vector<splat::SplatInstance>{};
    const auto shadows = with_shadows ? shadows_below(vehicles) : std::vector<splat::GroundShadow>{};
    view.instances = vehicles, view.shadows = shadows;
    std::vector<double> ms;
    std::vector<std::vector<double>> of_phase;
    for (int round = 0; round < 24; ++round) {
      GS_TRY(const splat::cuda::RenderStatistics frame, renderer.render({&view, 1}, {}));
      if (round >= 4) ms.push_back(frame.milliseconds);  // the first ones grow buffers and record the graph
    }
    mean.frame += median(ms) / static_cast<double>(views.size());
    for (int round = 0; round < 5; ++round) {
      GS_TRY(const std::vector<splat::cuda::Phase> phases, renderer.time_phases({&view, 1}, {}));
      of_phase.resize(phases.size());
      for (std::size_t k = 0; k < phases.size(); ++k) of_phase[k].push_back(phases[k].milliseconds);
      if (mean.phases.empty()) {
        mean.phases = phases;
        for (splat::cuda::Phase& phase : mean.phases) phase.milliseconds = 0;
      }
    }
    for (std::size_t k = 0; k < of_phase.size(); ++k) {
      mean.phases[k].milliseconds += median(of_phase[k]) / static_cast<double>(views.size());
    }
  }
  return mean;
}

Result<void> add_rows(Table& table) {
  std::vector<splat::GaussianCloud> assets;
  std::vector<splat::CloudView> asset_views;
  for (std::size_t i = 0; i < kVehicles; ++i) assets.push_back(vehicle(kSplatsEach, 2, i));
  for (const splat::GaussianCloud& asset : assets) asset_views.push_back(asset.view());
  GS_TRY(const splat::GaussianCloud background, street(1'000'000));
  GS_TRY(splat::cuda::SceneRenderer renderer, splat::cuda::SceneRenderer::create());
  GS_CHECK(renderer.upload(splat::cuda::pack(background.view(), asset_views, ground_marks(background))));
  const auto views = street_drive(1920, 1080, 1100);
  GS_TRY(const FrameTimes alone, measure(renderer, views, std::nullopt));
  for (const std::size_t in_view : {std::size_t{12}, kVehicles}) {
    GS_TRY(const FrameTimes times, measure(renderer, views, in_view));
    GS_TRY(const FrameTimes darkened, measure(renderer, views, in_view, true));
    std::string phases;
    for (std::size_t k = 0; k < times.phases.size(); ++k) {
      phases += format("; {} {:+.0f} us", times.phases[k].name,
                       1e3 * (times.phases[k].milliseconds - alone.phases[k].milliseconds));
    }
    table.add({.name = format("1 M and {} vehicles of 20 k, {} in view: GPU frame", kVehicles, in_view),
               .value = times.frame,
               .unit = "ms",
               .bar = in_view == 12 ? std::optional(1.15 * alone.frame) : std::nullopt,
               .note = format("without vehicles {:.3f} ms: {:+.1f} %{}", alone.frame,
                              100 * (times.frame / alone.frame - 1), phases)});
    table.add({.name = format("the same with their shadows, {} in view: GPU frame", in_view),
               .value = darkened.frame,
               .unit = "ms",
               .note = format("shadows: {:+.1f} %", 100 * (darkened.frame / times.frame - 1))});
  }
  return {};
}

}  // namespace

void add_instance_gpu_rows(Table& table) {
  const Result<void> added = add_rows(table);
  if (!added) std::fprintf(stderr, "instances: %s\n", to_string(added.error()).c_str());
}

}  // namespace bench
