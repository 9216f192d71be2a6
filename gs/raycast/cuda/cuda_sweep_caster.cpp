// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/raycast/cuda/cuda_sweep_caster.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "gs/core/containers/recent.h"
#include "gs/core/expect.h"
#include "gs/core/format.h"
#include "gs/raycast/cuda/cast_kernels.h"
#include "gs/raycast/cuda/device_surfaces.h"

namespace gs::raycast::cuda {
namespace {

constexpr std::size_t kMaxRays = 1u << 30;
constexpr std::size_t kPatterns = 16;  // cached beam patterns, most recently used

// Beam directions of a LiDAR on the device. They are the same in every sweep, so they are copied only once.
struct Pattern {
  std::vector<Vec3f> directions;
  gs::cuda::Buffer<Vec3f> on_device;

  // True if the directions are bit-identical.
  bool is(std::span<const Vec3f> other) const {
    return directions.size() == other.size() && std::memcmp(directions.data(), other.data(), other.size_bytes()) == 0;
  }
};

// SweepCaster on the GPU.
class CudaSweepCaster final : public SweepCaster {
 public:
  CudaSweepCaster(std::string name, gs::cuda::Stream stream, DeviceHeightmap ground, DeviceMesh mesh)
      : name_(std::move(name)), stream_(std::move(stream)), ground_(std::move(ground)), mesh_(std::move(mesh)) {}

  std::string name() const override { return name_; }

  Result<void> cast(const Sweep& sweep, std::span<SweepReturn> returns) override {
    GS_EXPECT(sweep.is_well_formed() && returns.size() == sweep.directions.size());
    if (returns.empty()) return {};
    if (returns.size() > kMaxRays)
      return fail(ErrorCode::limit_exceeded, "too many rays in one sweep: {}, at most 2^30", returns.size());
    GS_TRY(const Vec3f* directions, send(sweep.directions));
    GS_CHECK(poses_.reserve(sweep.sensors.size()));
    GS_CHECK(returns_.reserve(returns.size()));
    GS_CHECK(host_returns_.reserve(returns.size()));
    GS_CHECK(gs::cuda::copy_to_device(poses_.get(), sweep.sensors.data(), sweep.sensors.size(), stream_));
    const SweepView view{directions,
                         poses_.get(),
                         static_cast<uint32_t>(returns.size()),
                         static_cast<uint32_t>(sweep.columns),
                         sweep.sensors.size() > 1,
                         sweep.max_distance};
    launch_sweep_cast(view, ground_.view, mesh_.view, returns_.get(), stream_.get());
    GS_CHECK(gs::cuda::check(cudaGetLastError(), "casting a sweep"));
    GS_CHECK(gs::cuda::copy_to_host(host_returns_.get(), returns_.get(), returns.size(), stream_));
    GS_CHECK(stream_.wait());
    // Through pinned memory: a direct copy to the pageable memory of the caller is slower.
    std::copy_n(host_returns_.get(), returns.size(), returns.data());
    return {};
  }

 private:
  // Device pointer of the directions, from the cache if possible.
  Result<const Vec3f*> send(std::span<const Vec3f> directions) {
    if (const Pattern* known = patterns_.find([&](const Pattern& p) { return p.is(directions); })) {
      return static_cast<const Vec3f*>(known->on_device.get());
    }
    // Makes room before the allocation, so that at most kPatterns patterns are on the device at any time.
    patterns_.trim(kPatterns - 1);
    Pattern pattern{{directions.begin(), directions.end()}, {}};
    GS_CHECK(pattern.on_device.reserve(directions.size()));
    GS_CHECK(gs::cuda::copy_to_device(pattern.on_device.get(), directions.data(), directions.size(), stream_));
    return static_cast<const Vec3f*>(patterns_.add(std::move(pattern)).on_device.get());
  }

  std::string name_;
  gs::cuda::Stream stream_;
  DeviceHeightmap ground_;
  DeviceMesh mesh_;
  Recent<Pattern> patterns_;
  gs::cuda::Buffer<Rigid3d> poses_;
  gs::cuda::Buffer<SweepReturn> returns_;
  gs::cuda::Buffer<SweepReturn, gs::cuda::Memory::pinned> host_returns_;
};

}  // namespace

Result<std::unique_ptr<SweepCaster>> make_cuda_sweep_caster(const std::optional<HeightmapView>& heightmap,
                                                            TriangleMeshView mesh, Vec3d rays_origin) {
  GS_TRY(const gs::cuda::DeviceInfo info, gs::cuda::find_device());
  GS_TRY(gs::cuda::Stream stream, gs::cuda::Stream::create());
  DeviceHeightmap ground;
  if (heightmap) {
    GS_TRY(ground, DeviceHeightmap::upload(*heightmap, rays_origin, stream));
  }
  DeviceMesh walls;
  if (!mesh.triangles.empty()) {
    GS_TRY(walls, DeviceMesh::upload(mesh, stream));
  }
  return std::unique_ptr<SweepCaster>(std::make_unique<CudaSweepCaster>(
      format("cuda ({})", info.name), std::move(stream), std::move(ground), std::move(walls)));
}

}  // namespace gs::raycast::cuda
