// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// parse_glb(): walks the nodes of the scene and collects its triangles in the map frame.
#include <algorithm>
#include <cmath>

#include "gs/assets/glb/accessor.h"
#include "gs/assets/glb/glb.h"
#include "gs/core/file.h"
#include "gs/geometry/quaternion.h"

namespace gs::assets {
namespace {

using glb::Accessor;
using glb::Document;

constexpr int kMaxNodeDepth = 256;  // bounds the recursion over nodes

// Affine transform of a node.
struct Affine {
  Mat3d linear = Mat3d::identity();
  Vec3d translation{};

  friend Affine operator*(const Affine& a, const Affine& b) {
    return {a.linear * b.linear, a.linear * b.translation + a.translation};
  }
};

// Rounds entries within 1e-9 of an integer. The root of our own files rotates by 90 degrees, which no decimal
// quaternion represents exactly; with exact entries, vertices are restored bit for bit.
Mat3d snapped(Mat3d m) {
  for (auto& row : m.m) {
    for (double& entry : row) {
      const double whole = std::round(entry);
      if (std::abs(entry - whole) < 1e-9) entry = whole;
    }
  }
  return m;
}

// Reads `count` finite numbers.
Result<std::vector<double>> numbers(const Node& json, std::size_t count) {
  std::vector<double> out;
  for (const Node& item : json.items) out.push_back(item.number_or(NAN));
  const bool finite = std::all_of(out.begin(), out.end(), [](double v) { return std::isfinite(v); });
  if (out.size() != count || !finite) return fail(ErrorCode::corrupt, "glTF: a node's transform is damaged");
  return out;
}

// Transform of a node: a matrix, or translation, rotation and scale.
Result<Affine> transform_of(const Node& node) {
  Affine out;
  if (!node["matrix"].is_null()) {  // column major
    GS_TRY(const std::vector<double> m, numbers(node["matrix"], 16));
    out.linear = Mat3d{{{m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}}};
    out.translation = {m[12], m[13], m[14]};
    return out;
  }
  if (!node["rotation"].is_null()) {
    GS_TRY(const std::vector<double> q, numbers(node["rotation"], 4));
    const Quaterniond rotation{q[0], q[1], q[2], q[3]};
    const double length = norm(rotation);
    if (!(length > 1e-6)) return fail(ErrorCode::corrupt, "glTF: a node's rotation has no length");
    out.linear = snapped(to_matrix(normalized(rotation)));
  }
  if (!node["scale"].is_null()) {
    GS_TRY(const std::vector<double> s, numbers(node["scale"], 3));
    out.linear = out.linear * Mat3d::diagonal({s[0], s[1], s[2]});
  }
  if (!node["translation"].is_null()) {
    GS_TRY(const std::vector<double> t, numbers(node["translation"], 3));
    out.translation = {t[0], t[1], t[2]};
  }
  return out;
}

// Cofactor matrix det(a) * inverse(a)^T, which transforms normals and exists for every matrix.
Mat3d cofactors(const Mat3d& a) {
  return Mat3d::from_rows(cross(a.row(1), a.row(2)), cross(a.row(2), a.row(0)), cross(a.row(0), a.row(1)));
}

// Traverses the scene and appends all primitives to one mesh.
class Collector {
 public:
  Collector(const Document& document, const GlbReadOptions& options) : document_(document), options_(options) {}

  // Attributes that not every primitive has would misalign the arrays, so they are dropped at the end.
  Result<TriangleMesh> collect() {
    GS_CHECK(check_extensions());
    visited_.resize(nodes().size());
    // Converts y-up to z-up: (x, y, z) -> (x, -z, y).
    const Affine map_from_gltf{Mat3d{{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}}, {}};
    GS_TRY(const std::vector<uint64_t> roots, root_nodes());
    for (const uint64_t root : roots) GS_CHECK(visit(root, map_from_gltf, 0));
    if (mesh_.normals.size() != mesh_.positions.size()) mesh_.normals.clear();
    if (mesh_.colors.size() != mesh_.positions.size()) mesh_.colors.clear();
    if (mesh_.reflectance.size() != mesh_.positions.size()) mesh_.reflectance.clear();
    return std::move(mesh_);
  }

 private:
  const std::vector<Node>& nodes() const { return document_.json["nodes"].items; }

  // Other required extensions (materials, textures) do not affect the geometry.
  Result<void> check_extensions() const {
    for (const Node& name : document_.json["extensionsRequired"].items) {
      if (name.text == "KHR_draco_mesh_compression" || name.text == "EXT_meshopt_compression") {
        return fail(ErrorCode::unsupported, "glTF: the mesh is compressed ({})", name.text)
            .with_hint("export it without mesh compression");
      }
    }
    return {};
  }
  // Root nodes of the default scene.
  Result<std::vector<uint64_t>> root_nodes() const {
    std::vector<uint64_t> roots;
    const auto& scenes = document_.json["scenes"].items;
    if (scenes.empty()) {  // without scenes: every node that is not a child
      std::vector<bool> child(nodes().size());
      for (const Node& node : nodes()) {
        for (const Node& item : node["children"].items) {
          if (const auto index = item.index(); index && *index < child.size()) child[*index] = true;
        }
      }
      for (std::size_t i = 0; i < child.size(); ++i) {
        if (!child[i]) roots.push_back(i);
      }
      return roots;
    }
    const uint64_t scene = document_.json["scene"].index().value_or(0);
    if (scene >= scenes.size()) return fail(ErrorCode::corrupt, "glTF: scene {} does not exist", scene);
    for (const Node& item : scenes[scene]["nodes"].items) roots.push_back(item.index().value_or(UINT64_MAX));
    return roots;
  }

  // Depth-first traversal; a node reached twice means that the nodes are not a tree.
  Result<void> visit(uint64_t index, const Affine& map_from_parent, int depth) {
    if (index >= nodes().size()) return fail(ErrorCode::corrupt, "glTF: a node does not exist");
    if (visited_[index] || depth > kMaxNodeDepth) {
      return fail(ErrorCode::corrupt, "glTF: the nodes do not form a tree (node {})", index);
    }
    visited_[index] = true;
    const Node& node = nodes()[index];
    GS_TRY(const Affine local, transform_of(node));
    const Affine map_from_node = map_from_parent * local;
    if (!node["mesh"].is_null()) {
      const auto& meshes = document_.json["meshes"].items;
      const auto mesh = node["mesh"].index();
      if (!mesh || *mesh >= meshes.size()) return fail(ErrorCode::corrupt, "glTF: a mesh does not exist");
      for (const Node& primitive : meshes[*mesh]["primitives"].items) GS_CHECK(add(primitive, map_from_node));
    }
    for (const Node& child : node["children"].items) {
      GS_CHECK(visit(child.index().value_or(UINT64_MAX), map_from_node, depth + 1));
    }
    return {};
  }

  // Appends one primitive, transformed to the map frame.
  Result<void> add(const Node& primitive, const Affine& map_from_node) {
    // 4 triangles (the default), 5 strip, 6 fan.
    const uint64_t mode = primitive["mode"].index().value_or(4);
    if (mode < 4 || mode > 6) return {};  // points and lines are ignored
    const Node& attributes = primitive["attributes"];
    const auto position_index = attributes["POSITION"].index();
    if (!position_index) return {};
    GS_TRY(const Accessor positions, find_accessor(document_, *position_index));
    if (positions.width != 3 || positions.component != glb::Component::f32) {
      return fail(ErrorCode::unsupported, "glTF: positions are not three floats");
    }
    if (positions.count > options_.max_vertices - mesh_.positions.size()) {
      return fail(ErrorCode::limit_exceeded, "glTF: more than {} vertices", options_.max_vertices);
    }
    const auto first = static_cast<uint32_t>(mesh_.positions.size());
    GS_CHECK(add_positions(positions, map_from_node));
    if (const auto index = attributes["NORMAL"].index()) GS_CHECK(add_normals(*index, positions.count, map_from_node));
    if (const auto index = attributes["COLOR_0"].index()) GS_CHECK(add_colors(*index, positions.count));
    if (const auto index = attributes["_REFLECTANCE"].index()) GS_CHECK(add_reflectance(*index, positions.count));
    // A transform with negative determinant mirrors the mesh, which reverses the winding.
    const bool mirrored = determinant(map_from_node.linear) < 0;
    return add_triangles(primitive["indices"], mode, first, positions.count, mirrored);
  }
  Result<void> add_positions(const Accessor& positions, const Affine& map_from_node) {
    for (uint64_t i = 0; i < positions.count; ++i) {
      const Vec3d p{positions.value(i, 0), positions.value(i, 1), positions.value(i, 2)};
      const Vec3f in_map = cast<float>(map_from_node.linear * p + map_from_node.translation);
      if (!is_finite(in_map)) return fail(ErrorCode::invalid_data, "glTF: vertex {} is not finite", i);
      mesh_.positions.push_back(in_map);
    }
    return {};
  }
  // Normals are transformed by the cofactor matrix and normalised; unusable ones become +z.
  Result<void> add_normals(uint64_t accessor, uint64_t count, const Affine& map_from_node) {
    GS_TRY(const Accessor normals, find_accessor(document_, accessor));
    if (normals.width != 3 || normals.count != count) return fail(ErrorCode::corrupt, "glTF: normals are damaged");
    const double side = determinant(map_from_node.linear) < 0 ? -1.0 : 1.0;
    const Mat3d turn = cofactors(map_from_node.linear) * side;
    for (uint64_t i = 0; i < count; ++i) {
      const Vec3d n = turn * Vec3d{normals.value(i, 0), normals.value(i, 1), normals.value(i, 2)};
      const double length = norm(n);
      const bool usable = std::isfinite(length) && length > 0;
      // Unit vectors keep their bits.
      const bool already_unit = std::abs(length - 1.0) < 1e-6;
      mesh_.normals.push_back(!usable ? Vec3f{0, 0, 1} : cast<float>(already_unit ? n : n / length));
    }
    return {};
  }
  // RGB or RGBA, converted to 8 bits; alpha is 255 by default.
  Result<void> add_colors(uint64_t accessor, uint64_t count) {
    GS_TRY(const Accessor colors, find_accessor(document_, accessor));
    if (colors.width < 3 || colors.count != count) return fail(ErrorCode::corrupt, "glTF: colours are damaged");
    for (uint64_t i = 0; i < count; ++i) {
      std::array<uint8_t, 4> rgba{0, 0, 0, 255};
      for (uint32_t c = 0; c < colors.width; ++c) {
        const float value = colors.value(i, c);
        // NaN fails both comparisons and becomes 0.
        rgba[c] = static_cast<uint8_t>(value >= 1 ? 255.0f : value > 0 ? value * 255.0f + 0.5f : 0.0f);
      }
      mesh_.colors.push_back(rgba);
    }
    return {};
  }
  // The values as they are: their range is a rule of the world bundle, not of glTF.
  Result<void> add_reflectance(uint64_t accessor, uint64_t count) {
    GS_TRY(const Accessor values, find_accessor(document_, accessor));
    if (values.width != 1 || values.count != count) return fail(ErrorCode::corrupt, "glTF: reflectances are damaged");
    for (uint64_t i = 0; i < count; ++i) mesh_.reflectance.push_back(values.value(i, 0));
    return {};
  }
  // Appends triangles (mode 4), strips (5) or fans (6); mirrored transforms reverse the winding.
  Result<void> add_triangles(const Node& indices_json, uint64_t mode, uint32_t first, uint64_t vertices,
                             bool mirrored) {
    // Without indices, the vertices are used in order.
    std::vector<uint32_t> corners;
    if (!indices_json.is_null()) {
      const auto accessor = indices_json.index();
      if (!accessor) return fail(ErrorCode::corrupt, "glTF: indices are damaged");
      GS_TRY(const Accessor indices, find_accessor(document_, *accessor));
      const bool whole = indices.component == glb::Component::u8 || indices.component == glb::Component::u16 ||
                         indices.component == glb::Component::u32;
      if (indices.width != 1 || !whole) return fail(ErrorCode::corrupt, "glTF: indices are not integers");
      if (indices.count > 6 * options_.max_vertices - std::min(mesh_.indices.size(), 6 * options_.max_vertices)) {
        return fail(ErrorCode::limit_exceeded, "glTF: more than {} triangles", 2 * options_.max_vertices);
      }
      corners.reserve(indices.count);
      for (uint64_t i = 0; i < indices.count; ++i) {
        const uint32_t corner = indices.index(i);
        if (corner >= vertices) {
          return fail(ErrorCode::corrupt, "glTF: index {} is vertex {}, out of range: the mesh has {} vertices", i,
                      corner, vertices);
        }
        corners.push_back(corner);
      }
    } else {
      corners.resize(vertices);
      for (uint32_t i = 0; i < vertices; ++i) corners[i] = i;
    }
    const auto put = [&](uint32_t a, uint32_t b, uint32_t c) {
      if (mirrored) std::swap(b, c);
      mesh_.indices.insert(mesh_.indices.end(), {first + a, first + b, first + c});
    };
    if (mode == 4) {
      for (std::size_t i = 0; i + 2 < corners.size(); i += 3) put(corners[i], corners[i + 1], corners[i + 2]);
      return {};
    }
    for (std::size_t i = 0; i + 2 < corners.size(); ++i) {
      if (mode == 6) {
        put(corners[i + 1], corners[i + 2], corners[0]);
      } else {
        const std::size_t odd = i % 2;
        put(corners[i], corners[i + 1 + odd], corners[i + 2 - odd]);
      }
    }
    return {};
  }

  const Document& document_;
  GlbReadOptions options_;
  std::vector<bool> visited_;
  TriangleMesh mesh_;
};

}  // namespace

Result<TriangleMesh> parse_glb(Bytes file, const GlbReadOptions& options) {
  GS_TRY(const Document document, glb::parse_document(file));
  return Collector(document, options).collect();
}

Result<TriangleMesh> read_glb(const std::filesystem::path& path, const GlbReadOptions& options) {
  GS_TRY(const MappedFile file, MappedFile::open(path));
  return parse_glb(file.bytes(), options).with_context(path.string());
}

}  // namespace gs::assets
