// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Triangle meshes in binary glTF 2.0 (.glb), in the map frame (x east, y north, z up; metres).
//
// glTF is y-up. Writing: vertices stay z-up under one root node `map` whose rotation converts z-up to y-up, and
// asset.extras.frame is "map". Reading: node transforms are applied, then y-up is converted to z-up, which restores map
// coordinates for our files; files of other tools are interpreted as y-up.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/geometry/vec.h"

namespace gs::assets {

// An indexed triangle mesh.
struct TriangleMesh {
  std::vector<Vec3f> positions{};
  std::vector<Vec3f> normals{};                  // one per vertex, or empty
  std::vector<std::array<uint8_t, 4>> colors{};  // RGBA, one per vertex, or empty
  std::vector<uint32_t> indices{};               // three per triangle, counter-clockwise seen from outside
  std::vector<float> reflectance{};              // of a LiDAR beam (attribute _REFLECTANCE): one per vertex, or empty

  // Number of triangles.
  std::size_t triangle_count() const { return indices.size() / 3; }
};

// Limits of reading.
struct GlbReadOptions {
  uint64_t max_vertices = 1ull << 27;  // counts every instance: a small file can reference one mesh many times
};

// Reads triangles, strips and fans of the default scene into one mesh. Normals, colours and reflectances are dropped
// unless all parts have them. Errors: corrupt, truncated, limit_exceeded, invalid_data (non-finite vertices),
// unsupported (mesh compression, sparse accessors, external buffers).
Result<TriangleMesh> read_glb(const std::filesystem::path& path, const GlbReadOptions& options = {});
Result<TriangleMesh> parse_glb(Bytes file, const GlbReadOptions& options = {});

// Writes a mesh. Errors: invalid_argument for an empty mesh (glTF cannot represent it), inconsistent arrays and indices
// out of range; invalid_data for non-finite values; limit_exceeded beyond 4 GB.
Result<std::vector<std::byte>> to_glb(const TriangleMesh& mesh);
Result<void> write_glb(const std::filesystem::path& path, const TriangleMesh& mesh);

}  // namespace gs::assets
