// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// MeshCaster on Embree 3. Only this file includes Embree (version 4 renames its headers and replaces the intersection
// context).
#include "gs/raycast/api/mesh_caster.h"

#include <embree3/rtcore.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <limits>
#include <vector>

#include "gs/core/numbers/simd.h"
#include "gs/core/ownership.h"
#include "gs/core/parallel.h"

namespace gs::raycast {
namespace {

// Tiles of eight rays per parallel task.
constexpr std::size_t kTilesPerBlock = 256;

using Geometry = std::unique_ptr<RTCGeometryTy, FreeWith<rtcReleaseGeometry>>;
using Device = std::unique_ptr<RTCDeviceTy, FreeWith<rtcReleaseDevice>>;
using Scene = std::unique_ptr<RTCSceneTy, FreeWith<rtcReleaseScene>>;

// Converts Embree's pending error, if any.
Result<void> check_device(RTCDevice device, std::size_t triangles) {
  const RTCError error = rtcGetDeviceError(device);
  if (error == RTC_ERROR_NONE) return {};
  const ErrorCode code = error == RTC_ERROR_OUT_OF_MEMORY ? ErrorCode::out_of_memory : ErrorCode::internal;
  return fail(code, "Embree failed to add {} triangles (error {})", triangles, static_cast<int>(error))
      .with_hint("use a mesh of fewer triangles, or free memory");
}

// Copies the mesh into the geometry; false if Embree is out of memory.
bool fill(RTCGeometry geometry, TriangleMeshView mesh) {
  // Embree reads a vertex in 16 bytes; it pads its own buffers for the last one, but not memory shared with it.
  void* vertices = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, sizeof(Vec3f),
                                           mesh.vertices.size());
  void* indices = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(uint32_t),
                                          mesh.triangles.size() / 3);
  if (vertices == nullptr || indices == nullptr) return false;
  std::memcpy(vertices, mesh.vertices.data(), mesh.vertices.size_bytes());
  std::memcpy(indices, mesh.triangles.data(), mesh.triangles.size_bytes());
  return true;
}

// Committed scene with one mesh; empty if the mesh is empty.
Result<Scene> scene_of(RTCDevice device, TriangleMeshView mesh, const MeshCasterOptions& options) {
  const std::size_t triangles = mesh.triangles.size() / 3;
  Scene scene(rtcNewScene(device));
  if (!scene) return check_device(device, triangles).error();
  // Robust: without it, rounding lets rays slip through the edge between two triangles.
  rtcSetSceneFlags(scene.get(),
                   static_cast<RTCSceneFlags>(RTC_SCENE_FLAG_ROBUST | (options.compact ? RTC_SCENE_FLAG_COMPACT : 0)));
  rtcSetSceneBuildQuality(scene.get(), options.high_quality ? RTC_BUILD_QUALITY_HIGH : RTC_BUILD_QUALITY_MEDIUM);
  if (triangles > 0) {
    const Geometry geometry(rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE));
    if (!geometry || !fill(geometry.get(), mesh)) return check_device(device, triangles).error();
    rtcCommitGeometry(geometry.get());
    rtcAttachGeometry(scene.get(), geometry.get());
  }
  rtcCommitScene(scene.get());
  GS_CHECK(check_device(device, triangles));
  return scene;
}

// Column-major 3 x 4 matrix, the format of Embree.
struct Affine {
  float m[12];
};
Affine affine(const Rigid3f& pose) {
  const Mat3f r = to_matrix(pose.rotation);
  const Vec3f t = pose.translation;
  return {{r.m[0][0], r.m[1][0], r.m[2][0], r.m[0][1], r.m[1][1], r.m[2][1], r.m[0][2], r.m[1][2], r.m[2][2], t.x, t.y,
           t.z}};
}

// A rigid body: an instance of a shape with its two poses.
struct Body {
  std::size_t shape = 0;  // index of its scene
  RTCGeometry instance = nullptr;
  Affine start{}, end{};
};

// Rotates a normal by the interpolated pose of the body at a ray time.
Vec3f turned(const Body& body, float time, Vec3f n) {
  // Linear between the two matrices, as Embree moves the body itself; normalize() restores the length.
  float m[9];
  for (int i = 0; i < 9; ++i) m[i] = body.start.m[i] + (body.end.m[i] - body.start.m[i]) * time;
  return {m[0] * n.x + m[3] * n.y + m[6] * n.z, m[1] * n.x + m[4] * n.y + m[7] * n.z,
          m[2] * n.x + m[5] * n.y + m[8] * n.z};
}

// Active lanes of a ray packet, in Embree's format (-1 active, 0 not).
struct Packet {
  alignas(32) int valid[kTileRays];
};

// 4 x 4 transposition, to convert four rays to arrays of components.
using Four = gs::detail::Vectors<4>::Floats;
struct FourRows {
  Four a, b, c, d;
};
FourRows transposed(const FourRows& m) {
  const Four ab_low = __builtin_shufflevector(m.a, m.b, 0, 4, 1, 5);
  const Four cd_low = __builtin_shufflevector(m.c, m.d, 0, 4, 1, 5);
  const Four ab_high = __builtin_shufflevector(m.a, m.b, 2, 6, 3, 7);
  const Four cd_high = __builtin_shufflevector(m.c, m.d, 2, 6, 3, 7);
  return {__builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5), __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7),
          __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5), __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7)};
}

// Loads eight consecutive rays; a ray is eight floats.
static_assert(sizeof(Ray) == 32 && offsetof(Ray, max_distance) == 12 && offsetof(Ray, direction) == 16 &&
              offsetof(Ray, time) == 28);
void load_whole_tile(const Ray* rays, RTCRay8& out) {
  for (int half = 0; half < kTileRays; half += 4) {
    Four part[8];
    std::memcpy(part, rays + half, sizeof part);
    const FourRows from = transposed({part[0], part[2], part[4], part[6]});
    const FourRows to = transposed({part[1], part[3], part[5], part[7]});
    std::memcpy(out.org_x + half, &from.a, 16), std::memcpy(out.org_y + half, &from.b, 16);
    std::memcpy(out.org_z + half, &from.c, 16), std::memcpy(out.tfar + half, &from.d, 16);
    std::memcpy(out.dir_x + half, &to.a, 16), std::memcpy(out.dir_y + half, &to.b, 16);
    std::memcpy(out.dir_z + half, &to.c, 16), std::memcpy(out.time + half, &to.d, 16);
  }
}

// Loads the rays of a tile; a partial tile repeats its first ray in inactive lanes.
Packet load(const RayTiles::Indices& index, const Ray* rays, RTCRay8& out) {
  Packet packet;
  std::memset(out.tnear, 0, sizeof out.tnear);
  std::memset(out.mask, 0xFF, sizeof out.mask);
  std::memset(out.id, 0, sizeof out.id);
  std::memset(out.flags, 0, sizeof out.flags);
  // A tile whose last lane is used is whole, and its rays lie one behind the other.
  if (index.at[kTileRays - 1] >= 0) {
    std::memset(packet.valid, 0xFF, sizeof packet.valid);
    load_whole_tile(rays + index.at[0], out);
    return packet;
  }
  for (int i = 0; i < kTileRays; ++i) {
    const bool used = index.at[i] >= 0;
    const Ray& ray = rays[used ? index.at[i] : index.at[0]];
    packet.valid[i] = used ? -1 : 0;
    out.org_x[i] = ray.origin.x, out.org_y[i] = ray.origin.y, out.org_z[i] = ray.origin.z;
    out.dir_x[i] = ray.direction.x, out.dir_y[i] = ray.direction.y, out.dir_z[i] = ray.direction.z;
    out.tfar[i] = ray.max_distance;
    out.time[i] = ray.time;
  }
  return packet;
}

// Marks all lanes as not hit.
void forget_hits(RTCHit8& hit) {
  std::memset(hit.geomID, 0xFF, sizeof hit.geomID);
  std::memset(hit.instID, 0xFF, sizeof hit.instID);
  for (float* normal : {hit.Ng_x, hit.Ng_y, hit.Ng_z}) std::memset(normal, 0, sizeof hit.Ng_x);
}

// Normalises the normals of all lanes; NaN where nothing was hit.
void normalize(RTCHit8& hit) {
  float length[kTileRays];
  for (int i = 0; i < kTileRays; ++i) {
    length[i] = __builtin_sqrtf(hit.Ng_x[i] * hit.Ng_x[i] + hit.Ng_y[i] * hit.Ng_y[i] + hit.Ng_z[i] * hit.Ng_z[i]);
  }
  for (int i = 0; i < kTileRays; ++i) hit.Ng_x[i] /= length[i];
  for (int i = 0; i < kTileRays; ++i) hit.Ng_y[i] /= length[i];
  for (int i = 0; i < kTileRays; ++i) hit.Ng_z[i] /= length[i];
}

// Tells Embree that the rays of a packet have similar directions.
RTCIntersectContext coherent_context() {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
  return context;
}

// Calls use(ray indices, context) for each tile of eight rays, in parallel.
template <class Use>
void for_each_tile(RayGrid grid, const Use& use) {
  const RayTiles tiles(grid);
  parallel_blocks(tiles.count(), kTilesPerBlock, [&](std::size_t begin, std::size_t end, std::size_t) {
    RTCIntersectContext context = coherent_context();
    for (std::size_t tile = begin; tile < end; ++tile) use(tiles.indices(tile), context);
  });
}

}  // namespace

struct MeshCaster::Impl {
  std::atomic<int64_t> bytes = 0;  // memory held by Embree; must outlive the device, which updates it
  int64_t max_bytes = std::numeric_limits<int64_t>::max();
  Device device;
  MeshCasterOptions options;
  Scene fixed;
  std::size_t triangles = 0;
  std::vector<Scene> shapes;
  std::vector<Body> bodies;
  Scene moving;  // instances of shapes; geometry id = body index

  // Embree returns normals in the frame of the body; rotate them to the map.
  void turn_normal(RTCRayHit8& packet, int lane) const {
    RTCHit8& hit = packet.hit;
    const uint32_t body = hit.instID[0][lane];
    if (hit.geomID[lane] == RTC_INVALID_GEOMETRY_ID || body == kFixedBody) return;
    const Vec3f n = turned(bodies[body], packet.ray.time[lane], {hit.Ng_x[lane], hit.Ng_y[lane], hit.Ng_z[lane]});
    hit.Ng_x[lane] = n.x, hit.Ng_y[lane] = n.y, hit.Ng_z[lane] = n.z;
  }

  Result<void> make_moving() {
    if (moving) return {};
    moving.reset(rtcNewScene(device.get()));
    if (!moving) return check_device(device.get(), 0).error();
    rtcSetSceneFlags(moving.get(), static_cast<RTCSceneFlags>(RTC_SCENE_FLAG_ROBUST | RTC_SCENE_FLAG_DYNAMIC));
    rtcSetSceneBuildQuality(moving.get(), RTC_BUILD_QUALITY_MEDIUM);
    return {};
  }

  // Adds a body of the shape at the identity pose; on failure nothing is added.
  Result<uint32_t> add_instance(RTCScene shape, std::size_t index) {
    GS_CHECK(make_moving());
    const auto id = static_cast<uint32_t>(bodies.size());
    const Geometry instance(rtcNewGeometry(device.get(), RTC_GEOMETRY_TYPE_INSTANCE));  // the scene keeps it
    if (!instance) return check_device(device.get(), 0).error();
    rtcSetGeometryInstancedScene(instance.get(), shape);
    rtcSetGeometryTimeStepCount(instance.get(), 2);
    rtcAttachGeometryByID(moving.get(), instance.get(), id);
    bodies.push_back({.shape = index, .instance = instance.get()});
    set_motion(bodies.back(), {}, {});
    // Embree keeps its first error until it is read, so one check covers all calls above.
    if (Result<void> added = check_device(device.get(), 0); !added) {
      bodies.pop_back();
      rtcDetachGeometry(moving.get(), id);
      rtcGetDeviceError(device.get());  // clear: the instance may not have been attached
      return added.error();
    }
    return id;
  }

  static void set_motion(Body& body, const Rigid3f& at_start, const Rigid3f& at_end) {
    body.start = affine(at_start), body.end = affine(at_end);
    rtcSetGeometryTransform(body.instance, 0, RTC_FORMAT_FLOAT3X4_COLUMN_MAJOR, body.start.m);
    rtcSetGeometryTransform(body.instance, 1, RTC_FORMAT_FLOAT3X4_COLUMN_MAJOR, body.end.m);
    rtcCommitGeometry(body.instance);
  }
};

MeshCaster::MeshCaster(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
MeshCaster::MeshCaster(MeshCaster&&) noexcept = default;
MeshCaster& MeshCaster::operator=(MeshCaster&&) noexcept = default;
MeshCaster::~MeshCaster() = default;

Result<MeshCaster> MeshCaster::build(TriangleMeshView fixed, const MeshCasterOptions& options) {
  GS_CHECK(check_mesh(fixed));
  auto impl = std::make_unique<Impl>();
  // One build thread: a parallel build orders triangles at random, and with them the winner of exact ties.
  impl->device.reset(rtcNewDevice("threads=1"));
  if (!impl->device)
    return fail(ErrorCode::internal, "Embree could not create a device (error {})",
                static_cast<int>(rtcGetDeviceError(nullptr)));
  rtcSetDeviceMemoryMonitorFunction(
      impl->device.get(),
      [](void* owner, ssize_t bytes, bool is_allocated) {
        Impl& self = *static_cast<Impl*>(owner);
        const int64_t now = self.bytes.fetch_add(bytes, std::memory_order_relaxed) + bytes;
        if (now <= self.max_bytes || bytes <= 0 || is_allocated) return true;
        self.bytes.fetch_sub(bytes, std::memory_order_relaxed);  // refused: Embree will not release it
        return false;
      },
      impl.get());
  impl->options = options;
  if (options.max_bytes > 0) impl->max_bytes = static_cast<int64_t>(std::min<uint64_t>(options.max_bytes, INT64_MAX));
  GS_TRY(impl->fixed, scene_of(impl->device.get(), fixed, options));
  impl->triangles = fixed.triangles.size() / 3;
  return MeshCaster(std::move(impl));
}

Result<uint32_t> MeshCaster::add_body(TriangleMeshView mesh) {
  GS_CHECK(check_mesh(mesh));
  GS_TRY(Scene shape, scene_of(impl_->device.get(), mesh, impl_->options));
  GS_TRY(const uint32_t id, impl_->add_instance(shape.get(), impl_->shapes.size()));
  impl_->shapes.push_back(std::move(shape));
  impl_->triangles += mesh.triangles.size() / 3;
  return id;
}

Result<uint32_t> MeshCaster::add_copy(uint32_t body) {
  GS_EXPECT(body < impl_->bodies.size());
  // Instances share the scene of the shape, so a copy needs no triangles.
  const std::size_t shape = impl_->bodies[body].shape;
  return impl_->add_instance(impl_->shapes[shape].get(), shape);
}

void MeshCaster::set_motion(uint32_t body, const Rigid3f& at_start, const Rigid3f& at_end) {
  GS_EXPECT(body < impl_->bodies.size());
  Impl::set_motion(impl_->bodies[body], at_start, at_end);
}

void MeshCaster::set_visible(uint32_t body, bool visible) {
  GS_EXPECT(body < impl_->bodies.size());
  (visible ? rtcEnableGeometry : rtcDisableGeometry)(impl_->bodies[body].instance);
}

Result<void> MeshCaster::commit() {
  if (!impl_->moving) return {};
  rtcCommitScene(impl_->moving.get());
  return check_device(impl_->device.get(), impl_->triangles);
}

void MeshCaster::cast(RayGrid grid, std::span<const Ray> rays, std::span<MeshHit> hits) const {
  GS_EXPECT(rays.size() == grid.size() && hits.size() == grid.size());
  for_each_tile(grid, [&](const RayTiles::Indices& index, RTCIntersectContext& context) {
    RTCRayHit8 packet;
    const Packet lanes = load(index, rays.data(), packet.ray);
    forget_hits(packet.hit);
    // The fixed mesh first; tfar then limits the search among the moving bodies.
    rtcIntersect8(lanes.valid, impl_->fixed.get(), &context, &packet);
    if (impl_->moving) {
      rtcIntersect8(lanes.valid, impl_->moving.get(), &context, &packet);
      for (int i = 0; i < kTileRays; ++i) impl_->turn_normal(packet, i);
    }
    normalize(packet.hit);
    for (int i = 0; i < kTileRays; ++i) {
      if (index.at[i] < 0) continue;
      MeshHit hit;
      if (packet.hit.geomID[i] != RTC_INVALID_GEOMETRY_ID) {
        hit = {.distance = packet.ray.tfar[i],
               .triangle = packet.hit.primID[i],
               .body = packet.hit.instID[0][i],
               .u = packet.hit.u[i],
               .v = packet.hit.v[i],
               .normal = {packet.hit.Ng_x[i], packet.hit.Ng_y[i], packet.hit.Ng_z[i]}};
      }
      hits[static_cast<std::size_t>(index.at[i])] = hit;
    }
  });
}

void MeshCaster::occluded(RayGrid grid, std::span<const Ray> rays, std::span<uint8_t> blocked) const {
  GS_EXPECT(rays.size() == grid.size() && blocked.size() == grid.size());
  for_each_tile(grid, [&](const RayTiles::Indices& index, RTCIntersectContext& context) {
    RTCRay8 packet;
    Packet lanes = load(index, rays.data(), packet);
    rtcOccluded8(lanes.valid, impl_->fixed.get(), &context, &packet);
    if (impl_->moving) {
      // Embree sets tfar to -infinity where a ray is blocked; those lanes need no second search.
      for (int i = 0; i < kTileRays; ++i) lanes.valid[i] = packet.tfar[i] >= 0.0f ? lanes.valid[i] : 0;
      rtcOccluded8(lanes.valid, impl_->moving.get(), &context, &packet);
    }
    for (int i = 0; i < kTileRays; ++i) {
      if (index.at[i] < 0) continue;
      const auto at = static_cast<std::size_t>(index.at[i]);
      // A ray of negative length has had a negative tfar from the start.
      blocked[at] = packet.tfar[i] < 0.0f && rays[at].max_distance > 0.0f;
    }
  });
}

std::size_t MeshCaster::triangle_count() const { return impl_->triangles; }
std::size_t MeshCaster::memory_bytes() const { return static_cast<std::size_t>(impl_->bytes.load()); }

}  // namespace gs::raycast
