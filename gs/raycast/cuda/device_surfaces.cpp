// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/raycast/cuda/device_surfaces.h"

namespace gs::raycast::cuda {

Result<DeviceHeightmap> DeviceHeightmap::upload(const HeightmapView& map, Vec3d rays_origin,
                                                const gs::cuda::Stream& stream) {
  // The pyramid is built by the CPU caster; the device gets copies of heights and nodes.
  GS_TRY(const HeightmapCaster on_host, HeightmapCaster::build(map, rays_origin));
  DeviceHeightmap out;
  out.view = on_host.march_view();
  GS_CHECK(out.heights.reserve(map.heights.size()));
  GS_CHECK(out.nodes.reserve(on_host.nodes().size()));
  GS_CHECK(gs::cuda::copy_to_device(out.heights.get(), out.view.heights, map.heights.size(), stream));
  GS_CHECK(gs::cuda::copy_to_device(out.nodes.get(), on_host.nodes().data(), on_host.nodes().size(), stream));
  GS_CHECK(stream.wait());
  // Replace the host pointers of the view.
  out.view.heights = out.heights.get();
  out.view.nodes = out.nodes.get();
  return out;
}

Result<DeviceMesh> DeviceMesh::upload(TriangleMeshView mesh, const gs::cuda::Stream& stream) {
  GS_TRY(const Bvh bvh, Bvh::build(mesh));
  DeviceMesh out;
  GS_CHECK(out.nodes.reserve(bvh.nodes.size()));
  GS_CHECK(out.triangles.reserve(bvh.triangles.size()));
  GS_CHECK(gs::cuda::copy_to_device(out.nodes.get(), bvh.nodes.data(), bvh.nodes.size(), stream));
  GS_CHECK(gs::cuda::copy_to_device(out.triangles.get(), bvh.triangles.data(), bvh.triangles.size(), stream));
  GS_CHECK(stream.wait());
  out.view = {out.nodes.get(), out.triangles.get(), static_cast<uint32_t>(bvh.nodes.size())};
  return out;
}

}  // namespace gs::raycast::cuda
