// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Triangle meshes in binary glTF 2.0 (.glb), in the map frame (x east, y north, z up; metres).
//
// glTF is y-up. Writing: vertices stay z-up under one root node `map` whose rotation turns z-up into y-up, and
// asset.extras.frame is "map". Reading: nodes are applied, then y-up is turned back into z-up, which gives map
// coordinates for our files; a file from elsewhere is taken as y-up.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/geometry/vec.h"

namespace gs {

struct TriangleMesh {
  std::vector<Vec3f> positions{};
  std::vector<Vec3f> normals{};                  // one a vertex, or none
  std::vector<std::array<uint8_t, 4>> colors{};  // RGBA, one a vertex, or none
  std::vector<uint32_t> indices{};               // three a triangle, counter-clockwise from outside

  std::size_t triangle_count() const { return indices.size() / 3; }
};

struct GlbReadOptions {
  uint64_t max_vertices = 1ull << 27;  // instances counted; a small file can name one mesh very often
};

// Triangles, strips and fans of the default scene, in one mesh. Attributes that only some parts have are left out.
// Not read: compressed meshes (Draco, meshopt), sparse accessors, buffers outside the file.
Result<TriangleMesh> read_glb(const std::filesystem::path& path, const GlbReadOptions& options = {});
Result<TriangleMesh> parse_glb(Bytes file, const GlbReadOptions& options = {});

// Fails for an empty mesh (glTF cannot say it), indices beyond the vertices and non-finite values.
Result<std::vector<std::byte>> to_glb(const TriangleMesh& mesh);
Result<void> write_glb(const std::filesystem::path& path, const TriangleMesh& mesh);

}  // namespace gs
