// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/raycast/cuda/cuda_casters.h"

#include "gs/core/cuda/device.h"
#include "gs/core/expect.h"
#include "gs/raycast/cuda/cast_kernels.h"
#include "gs/raycast/cuda/device_surfaces.h"

namespace gs::raycast::cuda {
namespace {

// Rays per cast; indices have 32 bits.
constexpr std::size_t kMaxRays = 1u << 30;

// Shared by both casters: copies rays to the device, launches, copies hits back, measures the time.
template <class Hit>
class Desk {
 public:
  static Result<Desk> create() {
    GS_CHECK(gs::cuda::find_device());
    GS_TRY(gs::cuda::Stream stream, gs::cuda::Stream::create());
    GS_TRY(gs::cuda::Stopwatch whole, gs::cuda::Stopwatch::create());
    GS_TRY(gs::cuda::Stopwatch kernel, gs::cuda::Stopwatch::create());
    return Desk(std::move(stream), std::move(whole), std::move(kernel));
  }
  const gs::cuda::Stream& stream() const { return stream_; }
  CastTimes times() const { return times_; }

  // Copies, launches and waits; both stopwatches run on the device.
  template <class Launch>
  Result<void> cast(std::span<const Ray> rays, std::span<Hit> hits, Launch launch) {
    GS_EXPECT(rays.size() == hits.size());
    if (rays.empty()) return {};
    if (rays.size() > kMaxRays)
      return fail(ErrorCode::limit_exceeded, "too many rays in one cast: {}, at most 2^30", rays.size());
    GS_CHECK(rays_.reserve(rays.size()));
    GS_CHECK(hits_.reserve(rays.size()));
    GS_CHECK(whole_.start(stream_));
    GS_CHECK(gs::cuda::copy_to_device(rays_.get(), rays.data(), rays.size(), stream_));
    GS_CHECK(kernel_.start(stream_));
    launch(rays_.get(), hits_.get(), static_cast<uint32_t>(rays.size()), stream_.get());
    GS_CHECK(gs::cuda::check(cudaGetLastError(), "casting rays"));
    GS_CHECK(kernel_.stop(stream_));
    GS_CHECK(gs::cuda::copy_to_host(hits.data(), hits_.get(), hits.size(), stream_));
    GS_CHECK(whole_.stop(stream_));
    GS_CHECK(stream_.wait());
    GS_TRY(times_.kernel_ms, kernel_.milliseconds());
    GS_TRY(times_.total_ms, whole_.milliseconds());
    return {};
  }

 private:
  Desk(gs::cuda::Stream stream, gs::cuda::Stopwatch whole, gs::cuda::Stopwatch kernel)
      : stream_(std::move(stream)), whole_(std::move(whole)), kernel_(std::move(kernel)) {}
  gs::cuda::Stream stream_;
  gs::cuda::Stopwatch whole_, kernel_;
  gs::cuda::Buffer<Ray> rays_;
  gs::cuda::Buffer<Hit> hits_;
  CastTimes times_;
};

}  // namespace

struct CudaHeightmapCaster::State {
  Desk<HeightmapHit> desk;
  DeviceHeightmap ground;
};

CudaHeightmapCaster::CudaHeightmapCaster(Hidden<State> state) : state_(std::move(state)) {}
CastTimes CudaHeightmapCaster::last_times() const { return state_->desk.times(); }

Result<CudaHeightmapCaster> CudaHeightmapCaster::build(const HeightmapView& map, Vec3d rays_origin) {
  GS_TRY(auto desk, Desk<HeightmapHit>::create());
  GS_TRY(auto ground, DeviceHeightmap::upload(map, rays_origin, desk.stream()));
  return CudaHeightmapCaster(make_hidden<State>(std::move(desk), std::move(ground)));
}

Result<void> CudaHeightmapCaster::cast(std::span<const Ray> rays, std::span<HeightmapHit> hits) {
  return state_->desk.cast(rays, hits, [&](const Ray* from, HeightmapHit* to, uint32_t count, cudaStream_t stream) {
    launch_heightmap_cast(state_->ground.view, from, to, count, stream);
  });
}

struct CudaMeshCaster::State {
  Desk<MeshHit> desk;
  DeviceMesh mesh;
};

CudaMeshCaster::CudaMeshCaster(Hidden<State> state) : state_(std::move(state)) {}
CastTimes CudaMeshCaster::last_times() const { return state_->desk.times(); }
std::size_t CudaMeshCaster::device_bytes() const { return state_->mesh.nodes.bytes() + state_->mesh.triangles.bytes(); }

Result<CudaMeshCaster> CudaMeshCaster::build(TriangleMeshView fixed) {
  GS_TRY(auto desk, Desk<MeshHit>::create());
  GS_TRY(auto mesh, DeviceMesh::upload(fixed, desk.stream()));
  return CudaMeshCaster(make_hidden<State>(std::move(desk), std::move(mesh)));
}

Result<void> CudaMeshCaster::cast(std::span<const Ray> rays, std::span<MeshHit> hits) {
  return state_->desk.cast(rays, hits, [&](const Ray* from, MeshHit* to, uint32_t count, cudaStream_t stream) {
    launch_mesh_cast(state_->mesh.view, from, to, count, stream);
  });
}

}  // namespace gs::raycast::cuda
