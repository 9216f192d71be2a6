// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Traversal of a Bvh by one ray, for host and device.
#pragma once

#include "gs/core/numbers/math.h"
#include "gs/raycast/bvh.h"

namespace gs::raycast {

// Nearest intersection found so far.
struct BvhHit {
  float distance = __builtin_inff();
  uint32_t triangle = kNoTriangle;
  float u = 0, v = 0;
  Vec3f ab{}, ac{};
};

// Distance at which a ray enters a box; infinity if it misses the box or enters beyond `limit`. Slab method (Kay &
// Kajiya 1986).
GS_HD GS_INLINE float enter_box(const float (&low)[3], const float (&high)[3], Vec3f origin, Vec3f inverse,
                                float limit) {
  const float x0 = (low[0] - origin.x) * inverse.x, x1 = (high[0] - origin.x) * inverse.x;
  const float y0 = (low[1] - origin.y) * inverse.y, y1 = (high[1] - origin.y) * inverse.y;
  const float z0 = (low[2] - origin.z) * inverse.z, z1 = (high[2] - origin.z) * inverse.z;
  const float in = max(max(min(x0, x1), min(y0, y1)), max(min(z0, z1), 0.0f));
  const float out = min(min(max(x0, x1), max(y0, y1)), min(max(z0, z1), limit));
  // The factor covers the rounding of both quotients, so that no box is missed.
  return in <= out * 1.0000004f ? in : __builtin_inff();
}

// Intersects a triangle from either side (Möller & Trumbore 1997) and keeps the hit if it is nearer than `limit`.
GS_HD GS_INLINE void meet_triangle(const BvhTriangle& t, const Ray& ray, float limit, BvhHit& hit) {
  const Vec3f p = cross(ray.direction, t.ac);
  const float determinant = dot(t.ab, p);
  const float inverse = 1.0f / determinant;  // infinite if parallel: fails the comparisons
  const Vec3f from = ray.origin - t.a;
  const float u = dot(from, p) * inverse;
  const Vec3f q = cross(from, t.ab);
  const float v = dot(ray.direction, q) * inverse;
  const float distance = dot(t.ac, q) * inverse;
  const float edge = -1e-6f;  // tolerance that closes the seams between neighbours
  if (!(u >= edge && v >= edge && u + v <= 1.0f - edge && distance >= 0.0f && distance <= limit)) return;
  // Of triangles at equal distance keep the first of the mesh, independent of the traversal order.
  if (distance == hit.distance && t.index > hit.triangle) return;
  hit = {distance, t.index, u, v, t.ab, t.ac};
}

// Nearest hit of the ray: visits the nearer child first and pushes the other on a stack.
GS_HD GS_INLINE BvhHit walk_bvh(const BvhView& bvh, const Ray& ray) {
  BvhHit hit;
  if (bvh.node_count == 0 || !(ray.max_distance > 0.0f)) return hit;
  // A component of 0 would give 0 * infinity = NaN for an origin on the plane of a slab.
  const auto away_from_zero = [](float d) { return abs(d) < 1e-20f ? 1e-20f : d; };
  const Vec3f inverse{1.0f / away_from_zero(ray.direction.x), 1.0f / away_from_zero(ray.direction.y),
                      1.0f / away_from_zero(ray.direction.z)};
  const float far = __builtin_inff();
  // Every level leaves at most one node on the stack, so it cannot overflow.
  uint32_t stack[kMaxBvhDepth];
  int waiting = 0;
  uint32_t at = 0;
  float limit = ray.max_distance;
  const auto leaf = [&](uint32_t first, uint32_t count) {
    for (uint32_t i = first; i < first + count; ++i) {
      meet_triangle(bvh.triangles[i], ray, limit, hit);
      limit = min(limit, hit.distance);
    }
  };
  while (true) {
    const BvhNode node = bvh.nodes[at];
    float in0 = enter_box(node.low0, node.high0, ray.origin, inverse, limit);
    float in1 = enter_box(node.low1, node.high1, ray.origin, inverse, limit);
    // Leaves are met at once and then count as missed, so that only inner nodes are followed or stacked. Leaf 0 may
    // have shortened the limit since in1 was computed.
    if (in0 < far && node.count0 > 0) leaf(node.child0, node.count0), in0 = far;
    if (in1 < far && node.count1 > 0) {
      if (in1 <= limit) leaf(node.child1, node.count1);
      in1 = far;
    }
    if (in0 < far && in1 < far) {
      at = in0 <= in1 ? node.child0 : node.child1;
      stack[waiting++] = in0 <= in1 ? node.child1 : node.child0;
    } else if (in0 < far || in1 < far) {
      at = in0 < far ? node.child0 : node.child1;
    } else if (waiting > 0) {
      at = stack[--waiting];
    } else {
      return hit;
    }
  }
}

// Converts the hit and computes the unit normal.
GS_HD GS_INLINE MeshHit to_mesh_hit(const BvhHit& hit) {
  MeshHit out;
  if (hit.triangle == kNoTriangle) return out;
  const Vec3f normal = cross(hit.ab, hit.ac);
  out.distance = hit.distance, out.triangle = hit.triangle, out.u = hit.u, out.v = hit.v;
  out.normal = normal / norm(normal);
  return out;
}

}  // namespace gs::raycast
