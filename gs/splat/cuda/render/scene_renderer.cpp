// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cuda/render/scene_renderer.h"

#include <algorithm>
#include <array>
#include <optional>

#include "gs/core/containers/recent.h"
#include "gs/splat/cuda/frame_graph.h"
#include "gs/splat/cuda/render/render_memory.h"
#include "gs/splat/cuda/render/shown_instances.h"
#include "gs/splat/cuda/scan.h"
#include "gs/splat/planes/rays.h"

namespace gs::splat::cuda {
namespace {

// Number of cameras with cached rays, most recently used; 25 MB of GPU memory each at 1080p.
constexpr std::size_t kRayTables = 16;

// Viewing directions of one camera.
struct RayTable {
  CameraD camera;
  gs::cuda::Buffer<Vec3f> rays;
};

// Offsets of a view's planes in the output buffer [bytes]; empty if not requested.
struct OutputPlaces {
  int width = 0, height = 0;
  std::optional<std::size_t> rgb8, alpha, depth, median_depth, instance;
};

RasterOutput output_of(const RenderSettings& settings) {
  if (settings.instance) return RasterOutput::instance;
  return settings.depth ? RasterOutput::depth : RasterOutput::color;
}

// Everything that a recorded graph depends on except the contents of buffers.
struct FrameKey {
  uint64_t memory = 0, scene = 0;
  int view_count = 0;
  RasterOutput output = RasterOutput::color;
  std::array<float, 6> colors{};
  bool operator==(const FrameKey&) const = default;
};

}  // namespace

struct SceneRenderer::State {
  gs::cuda::DeviceInfo device;
  gs::cuda::Stream stream;
  gs::cuda::Stopwatch stopwatch;
  Scan scan;

  gs::cuda::Buffer<PackedGeometry> geometry;
  gs::cuda::Buffer<uint16_t> sh;
  gs::cuda::Buffer<ChunkBounds> chunks;
  DeviceScene scene{};
  std::vector<ChunkRange> assets;
  ShownInstances instances;
  gs::cuda::Buffer<uint8_t> sky_pixels;
  SkyView sky{};
  Recent<RayTable> ray_tables;

  RenderMemory memory;
  gs::cuda::Buffer<RenderCounters, gs::cuda::Memory::pinned> host_counters;
  gs::cuda::Buffer<DeviceView> views;
  gs::cuda::Buffer<DeviceView, gs::cuda::Memory::pinned> host_views;
  gs::cuda::Buffer<unsigned char> output;
  gs::cuda::Buffer<unsigned char, gs::cuda::Memory::pinned> host_output;
  std::vector<OutputPlaces> places;
  std::size_t output_bytes = 0;
  uint64_t scene_generation = 0;  // changes with the cloud, the sky and the view buffer
  FrameKey key;                   // key of the last frame
  FrameGraph graph;               // graph for that key, recorded when the key occurs a second time

  State(gs::cuda::DeviceInfo info, gs::cuda::Stream s, gs::cuda::Stopwatch w)
      : device(std::move(info)), stream(std::move(s)), stopwatch(std::move(w)) {}
  Result<void> prepare(std::span<const RenderView> render_views, const RenderSettings& settings);
  Result<void> enqueue(int view_count, const RenderSettings& settings, PhaseTimer* timer);
  Result<void> launch(int view_count, const RenderSettings& settings);
  Result<RenderCounters> finish();
  Result<RenderStatistics> render(std::span<const RenderView> render_views, const RenderSettings& settings);
  Result<const Vec3f*> rays_of(const CameraD& camera);
  std::size_t device_bytes() const {
    std::size_t total = geometry.bytes() + sh.bytes() + chunks.bytes() + instances.bytes() + sky_pixels.bytes() +
                        memory.bytes() + output.bytes();
    for (const RayTable& table : ray_tables) total += table.rays.bytes();
    return total;
  }
};

SceneRenderer::SceneRenderer(std::unique_ptr<State> state) : state_(std::move(state)) {}
SceneRenderer::SceneRenderer(SceneRenderer&&) noexcept = default;
SceneRenderer::~SceneRenderer() = default;

Result<SceneRenderer> SceneRenderer::create() {
  GS_TRY(gs::cuda::DeviceInfo info, gs::cuda::find_device());
  GS_TRY(gs::cuda::Stream stream, gs::cuda::Stream::create());
  GS_TRY(gs::cuda::Stopwatch stopwatch, gs::cuda::Stopwatch::create());
  auto state = std::make_unique<State>(std::move(info), std::move(stream), std::move(stopwatch));
  GS_CHECK(state->host_counters.reserve(1));
  return SceneRenderer(std::move(state));
}

Result<void> SceneRenderer::upload(const PackedScene& packed) {
  State& s = *state_;
  GS_CHECK(s.stream.wait());
  s.scene = {};  // growing a buffer frees it first: after a failure there is no cloud
  s.assets.clear();
  ++s.scene_generation;
  GS_CHECK(s.geometry.reserve(packed.geometry.size()));
  GS_CHECK(s.sh.reserve(packed.sh.size()));
  GS_CHECK(s.chunks.reserve(packed.chunks.size()));
  GS_CHECK(gs::cuda::copy_to_device(s.geometry.get(), packed.geometry.data(), packed.geometry.size(), s.stream));
  GS_CHECK(gs::cuda::copy_to_device(s.sh.get(), packed.sh.data(), packed.sh.size(), s.stream));
  GS_CHECK(gs::cuda::copy_to_device(s.chunks.get(), packed.chunks.data(), packed.chunks.size(), s.stream));
  GS_CHECK(s.memory.fit_cloud(packed.size));
  GS_CHECK(s.stream.wait());
  s.scene = {s.geometry.get(), reinterpret_cast<const uint4*>(s.sh.get()), s.chunks.get(), packed.cloud.count,
             packed.sh_degree};
  s.assets = packed.assets;
  return {};
}

Result<void> SceneRenderer::set_sky(const SkyImage& sky) {
  GS_CHECK(check_sky(sky));
  State& s = *state_;
  GS_CHECK(s.stream.wait());
  s.sky = {};  // as in upload(): after a failure there is no sky
  ++s.scene_generation;
  GS_CHECK(s.sky_pixels.reserve(sky.rgb8.size()));
  GS_CHECK(gs::cuda::copy_to_device(s.sky_pixels.get(), sky.rgb8.data(), sky.rgb8.size(), s.stream));
  GS_CHECK(s.stream.wait());
  s.sky = {s.sky_pixels.get(), sky.width, sky.height};
  return {};
}

// Device rays of a camera, from the cache if possible.
Result<const Vec3f*> SceneRenderer::State::rays_of(const CameraD& camera) {
  if (const RayTable* known = ray_tables.find([&](const RayTable& t) { return same_camera(t.camera, camera); })) {
    return static_cast<const Vec3f*>(known->rays.get());
  }
  const std::vector<Vec3f> rays = pixel_rays(camera);
  RayTable table{camera, {}};
  GS_CHECK(table.rays.reserve(rays.size()));
  GS_CHECK(gs::cuda::copy_to_device(table.rays.get(), rays.data(), rays.size(), stream));
  // The copy reads `rays`, which ends with this function.
  GS_CHECK(stream.wait());
  return static_cast<const Vec3f*>(ray_tables.add(std::move(table)).rays.get());
}

// Converts the views, lays out the output planes and sizes the buffers of the batch.
Result<void> SceneRenderer::State::prepare(std::span<const RenderView> render_views, const RenderSettings& settings) {
  ray_tables.trim(kRayTables);  // rays of the current batch stay until the next one
  GS_CHECK(host_views.reserve(render_views.size()));
  // Growing moves the views, whose address a recorded graph holds.
  if (render_views.size() > views.capacity()) ++scene_generation;
  GS_CHECK(views.reserve(render_views.size()));
  places.assign(render_views.size(), {});
  instances.clear();
  uint64_t tile_total = 0;
  std::size_t bytes = 0;
  for (std::size_t k = 0; k < render_views.size(); ++k) {
    const RenderView& in = render_views[k];
    GS_TRY(const ViewF view, make_view(in, settings));
    GS_CHECK(instances.add(in, assets, settings));
    const int tiles_x = (in.camera.width + kRenderTileWidth - 1) / kRenderTileWidth;
    const int tiles_y = (in.camera.height + kRenderTileHeight - 1) / kRenderTileHeight;
    DeviceView v{};
    v.view = view;
    v.grid = {tiles_x, tiles_y, static_cast<uint32_t>(tile_total)};
    v.frustum = frustum_of(view);
    if (settings.color && sky.width > 0) {
      GS_TRY(v.rays, rays_of(in.camera));
    }
    const std::size_t pixels = static_cast<std::size_t>(in.camera.width) * static_cast<std::size_t>(in.camera.height);
    const auto place = [&](bool wanted, std::size_t size) -> std::optional<std::size_t> {
      if (!wanted) return std::nullopt;
      const std::size_t at = bytes;
      // 256 bytes is the alignment of CUDA's own allocations.
      bytes += (size + 255) / 256 * 256;
      return at;
    };
    places[k] = {in.camera.width,
                 in.camera.height,
                 place(settings.color, 3 * pixels),
                 place(settings.alpha, 4 * pixels),
                 place(settings.depth, 4 * pixels),
                 place(settings.depth, 4 * pixels),
                 place(settings.instance, 2 * pixels)};
    host_views[k] = v;
    tile_total += static_cast<uint64_t>(tiles_x) * static_cast<uint64_t>(tiles_y);
  }
  if (tile_total > (1u << 24))
    return fail(ErrorCode::limit_exceeded, "too many tiles in one batch: {}; render fewer or smaller views",
                tile_total);
  output_bytes = bytes;
  GS_CHECK(output.reserve(bytes));
  GS_CHECK(instances.copy_to_device(stream));
  GS_CHECK(memory.fit_batch(static_cast<uint32_t>(tile_total), render_views.size(),
                            scene.chunk_count + instances.chunk_room()));
  for (std::size_t k = 0; k < render_views.size(); ++k) {
    // Addresses only now: reserve() may have moved the output.
    const auto at = [&](std::optional<std::size_t> offset) { return offset ? output.get() + *offset : nullptr; };
    instances.place(k, host_views[k]);
    host_views[k].rgb8 = at(places[k].rgb8);
    host_views[k].alpha = reinterpret_cast<float*>(at(places[k].alpha));
    host_views[k].depth = reinterpret_cast<float*>(at(places[k].depth));
    host_views[k].median_depth = reinterpret_cast<float*>(at(places[k].median_depth));
    host_views[k].instance = reinterpret_cast<uint16_t*>(at(places[k].instance));
  }
  return gs::cuda::copy_to_device(views.get(), host_views.get(), render_views.size(), stream);
}

// Enqueues all kernels of a frame; see render_frame.h for the phases.
Result<void> SceneRenderer::State::enqueue(int view_count, const RenderSettings& settings, PhaseTimer* timer) {
  const RenderBuffers frame = memory.buffers();
  const RenderStyle style{settings.background, correction_factor(settings.correction), sky};
  const auto done = [&](const char* phase) { return timer != nullptr ? timer->mark(phase, stream) : Result<void>{}; };
  GS_CHECK(done("start"));
  GS_CHECK(memory.clear_counters(stream));
  GS_CHECK(done("clear"));
  launch_render_cull(scene, views.get(), view_count, frame, stream.get());
  launch_render_plan(view_count, frame, stream.get());
  GS_CHECK(done("cull"));
  launch_render_project(scene, views.get(), view_count, frame, stream.get());
  GS_CHECK(done("project"));
  launch_render_large(views.get(), frame, 8 * device.multiprocessors, stream.get());
  GS_CHECK(done("large"));
  GS_CHECK(scan.exclusive_sum(frame.counts, frame.begin, std::size_t{frame.tiles} * kSlices + 1, stream));
  GS_CHECK(done("scan"));
  const RasterOutput wanted = output_of(settings);
  launch_render_place(frame, wanted == RasterOutput::color, 8 * device.multiprocessors, stream.get());
  GS_CHECK(done("place"));
  launch_render_raster(views.get(), view_count, frame, style, wanted, 4 * device.multiprocessors, stream.get());
  GS_CHECK(done("raster"));
  return gs::cuda::check(cudaGetLastError(), "rendering");
}

// Launches a frame. A frame with the same key as the last one is launched as a graph; recording it allocates nothing,
// because the last frame has allocated everything.
Result<void> SceneRenderer::State::launch(int view_count, const RenderSettings& settings) {
  const Vec3f background = settings.background, factor = correction_factor(settings.correction);
  const FrameKey now{memory.generation(),
                     scene_generation,
                     view_count,
                     output_of(settings),
                     {background.x, background.y, background.z, factor.x, factor.y, factor.z}};
  if (!(now == key)) {
    key = {};  // if this frame fails, the next one must not be recorded
    graph = {};
    GS_CHECK(stopwatch.start(stream));
    GS_CHECK(enqueue(view_count, settings, nullptr));
    key = now;
    return stopwatch.stop(stream);
  }
  if (!graph.is_recorded()) {
    GS_TRY(graph, FrameGraph::record(stream, [&] { return enqueue(view_count, settings, nullptr); }));
  }
  GS_CHECK(stopwatch.start(stream));
  GS_CHECK(graph.launch(stream));
  return stopwatch.stop(stream);
}

// Copies the counters to the host and waits for the frame.
Result<RenderCounters> SceneRenderer::State::finish() {
  const RenderBuffers frame = memory.buffers();
  GS_CHECK(gs::cuda::copy_to_host(host_counters.get(), frame.counters, 1, stream));
  // The scan's last offset, behind the last list, is the number of splat-tile pairs.
  GS_CHECK(
      gs::cuda::copy_to_host(&host_counters.get()->pairs, frame.begin + std::size_t{frame.tiles} * kSlices, 1, stream));
  GS_CHECK(stream.wait());
  return host_counters[0];
}

Result<RenderStatistics> SceneRenderer::State::render(std::span<const RenderView> render_views,
                                                      const RenderSettings& settings) {
  // Repeat until all buffers were large enough; usually once.
  GS_CHECK(prepare(render_views, settings));
  while (true) {
    GS_CHECK(launch(static_cast<int>(render_views.size()), settings));
    GS_TRY(const RenderCounters seen, finish());
    GS_TRY(const bool fitted, memory.fit_frame(seen));
    if (!fitted) continue;
    GS_TRY(const double ms, stopwatch.milliseconds());
    return RenderStatistics{ms, seen.visible, seen.pairs, std::size_t{seen.chunks} * kChunk, device_bytes()};
  }
}

Result<RenderStatistics> SceneRenderer::render(std::span<const RenderView> views, const RenderSettings& settings) {
  State& s = *state_;
  Result<RenderStatistics> frame = views.empty() ? RenderStatistics{} : s.render(views, settings);
  if (views.empty() || !frame) {  // no image to download
    s.places.clear();
    s.output_bytes = 0;
  }
  return frame;
}

Result<std::vector<Phase>> SceneRenderer::time_phases(std::span<const RenderView> views,
                                                      const RenderSettings& settings) {
  GS_CHECK(render(views, settings));
  if (views.empty()) return std::vector<Phase>{};
  PhaseTimer timer;
  GS_CHECK(state_->enqueue(static_cast<int>(views.size()), settings, &timer));
  return timer.phases();
}

Result<std::vector<SplatImage>> SceneRenderer::download() {
  State& s = *state_;
  std::vector<SplatImage> images(s.places.size());
  if (images.empty()) return images;
  GS_CHECK(s.host_output.reserve(s.output_bytes));
  GS_CHECK(gs::cuda::copy_to_host(s.host_output.get(), s.output.get(), s.output_bytes, s.stream));
  GS_CHECK(s.stream.wait());
  for (std::size_t k = 0; k < images.size(); ++k) {
    // Split the output buffer into images.
    const OutputPlaces& place = s.places[k];
    SplatImage& image = images[k];
    image.width = place.width, image.height = place.height;
    const std::size_t pixels = static_cast<std::size_t>(place.width) * static_cast<std::size_t>(place.height);
    const auto floats = [&](std::optional<std::size_t> at, std::vector<float>& to) {
      if (!at) return;
      const auto* from = reinterpret_cast<const float*>(s.host_output.get() + *at);
      to.assign(from, from + pixels);
    };
    if (place.rgb8)
      image.rgb8.assign(s.host_output.get() + *place.rgb8, s.host_output.get() + *place.rgb8 + 3 * pixels);
    floats(place.alpha, image.alpha);
    floats(place.depth, image.depth);
    floats(place.median_depth, image.median_depth);
    if (place.instance) {
      const auto* from = reinterpret_cast<const uint16_t*>(s.host_output.get() + *place.instance);
      image.instance.assign(from, from + pixels);
    }
  }
  return images;
}

}  // namespace gs::splat::cuda
