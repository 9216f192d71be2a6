// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// to_glb(): one buffer with positions, normals, colours, reflectances and indices, and the JSON that describes it.
#include <algorithm>
#include <cmath>

#include "gs/assets/glb/container.h"
#include "gs/assets/glb/glb.h"
#include "gs/core/file.h"
#include "gs/core/json/json_writer.h"

namespace gs::assets {
namespace {

// Codes of glTF 2.0: buffer targets, component types.
constexpr int kVertices = 34962, kIndices = 34963;
constexpr int kU8 = 5121, kU32 = 5125, kF32 = 5126;

// Checks that the mesh can be represented.
Result<void> check(const TriangleMesh& mesh) {
  const std::size_t vertices = mesh.positions.size();
  if (vertices == 0 || mesh.indices.empty()) {
    return fail(ErrorCode::invalid_argument, "a mesh without triangles cannot be written as glTF");
  }
  if (mesh.indices.size() % 3 != 0 || (!mesh.normals.empty() && mesh.normals.size() != vertices) ||
      (!mesh.colors.empty() && mesh.colors.size() != vertices) ||
      (!mesh.reflectance.empty() && mesh.reflectance.size() != vertices)) {
    return fail(ErrorCode::invalid_argument,
                "mesh indices must be triples, normals, colours and reflectances need one entry per vertex");
  }
  const auto beyond = std::find_if(mesh.indices.begin(), mesh.indices.end(), [&](uint32_t i) { return i >= vertices; });
  if (beyond != mesh.indices.end()) {
    return fail(ErrorCode::invalid_argument, "mesh index {} is vertex {}, out of range: the mesh has {} vertices",
                beyond - mesh.indices.begin(), *beyond, vertices);
  }
  for (const auto* vectors : {&mesh.positions, &mesh.normals}) {
    if (!std::all_of(vectors->begin(), vectors->end(), [](Vec3f v) { return is_finite(v); })) {
      return fail(ErrorCode::invalid_data, "mesh has a non-finite position or normal");
    }
  }
  return {};
}

// One array of the buffer; also its accessor and bufferView.
struct Attribute {
  std::string_view name;  // empty: indices
  std::string_view type;
  int component = kF32;
  Bytes bytes{};
  std::size_t count = 0;
};

std::vector<Attribute> attributes_of(const TriangleMesh& mesh) {
  const auto bytes = [](const auto& values) { return std::as_bytes(std::span(values)); };
  std::vector<Attribute> out;
  out.push_back({"POSITION", "VEC3", kF32, bytes(mesh.positions), mesh.positions.size()});
  if (!mesh.normals.empty()) out.push_back({"NORMAL", "VEC3", kF32, bytes(mesh.normals), mesh.normals.size()});
  if (!mesh.colors.empty()) out.push_back({"COLOR_0", "VEC4", kU8, bytes(mesh.colors), mesh.colors.size()});
  if (!mesh.reflectance.empty()) {
    out.push_back({"_REFLECTANCE", "SCALAR", kF32, bytes(mesh.reflectance), mesh.reflectance.size()});
  }
  out.push_back({"", "SCALAR", kU32, bytes(mesh.indices), mesh.indices.size()});
  return out;
}

// min and max of the positions, required by glTF.
void write_bounds(JsonWriter& json, const std::vector<Vec3f>& positions) {
  Vec3f low = positions[0], high = positions[0];
  for (const Vec3f p : positions) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  json.key("min").begin_array().value(low.x).value(low.y).value(low.z).end_array();
  json.key("max").begin_array().value(high.x).value(high.y).value(high.z).end_array();
}

// The JSON chunk.
std::string description(const TriangleMesh& mesh, const std::vector<Attribute>& attributes, uint64_t buffer_bytes) {
  JsonWriter json(JsonWriter::Layout::compact);
  json.begin_object();
  json.key("asset").begin_object().field("version", "2.0").field("generator", "gs");
  json.key("extras").begin_object().field("frame", "map").end_object().end_object();
  json.field("scene", 0).key("scenes").begin_array().begin_object();
  json.key("nodes").begin_array().value(0).end_array().end_object().end_array();
  // Rotation by -90 degrees about x: z-up to y-up.
  const double half = std::sqrt(0.5);
  json.key("nodes").begin_array().begin_object().field("name", "map").field("mesh", 0);
  json.key("rotation").begin_array().value(-half).value(0.0).value(0.0).value(half).end_array();
  json.end_object().end_array();
  json.key("meshes").begin_array().begin_object().field("name", "static_mesh").key("primitives").begin_array();
  json.begin_object().key("attributes").begin_object();
  for (std::size_t i = 0; i + 1 < attributes.size(); ++i) json.field(attributes[i].name, i);
  json.end_object().field("indices", attributes.size() - 1).field("mode", 4).end_object();
  json.end_array().end_object().end_array();
  json.key("accessors").begin_array();
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    const Attribute& a = attributes[i];
    json.begin_object().field("bufferView", i).field("componentType", a.component);
    if (a.component == kU8) json.field("normalized", true);
    json.field("count", a.count).field("type", a.type);
    if (i == 0) write_bounds(json, mesh.positions);
    json.end_object();
  }
  json.end_array().key("bufferViews").begin_array();
  uint64_t offset = 0;
  for (const Attribute& a : attributes) {
    json.begin_object().field("buffer", 0).field("byteOffset", offset).field("byteLength", a.bytes.size());
    json.field("target", a.name.empty() ? kIndices : kVertices).end_object();
    offset += a.bytes.size();
  }
  json.end_array().key("buffers").begin_array().begin_object().field("byteLength", buffer_bytes);
  json.end_object().end_array().end_object();
  return json.text();
}

}  // namespace

Result<std::vector<std::byte>> to_glb(const TriangleMesh& mesh) {
  GS_CHECK(check(mesh));
  const std::vector<Attribute> attributes = attributes_of(mesh);
  uint64_t buffer_bytes = 0;  // all elements are multiples of 4 bytes, so there is no padding
  std::vector<Bytes> pieces;
  for (const Attribute& a : attributes) {
    pieces.push_back(a.bytes);
    buffer_bytes += a.bytes.size();
  }
  return glb::to_container(description(mesh, attributes, buffer_bytes), pieces);
}

Result<void> write_glb(const std::filesystem::path& path, const TriangleMesh& mesh) {
  GS_TRY(const std::vector<std::byte> bytes, to_glb(mesh));
  return write_file(path, bytes);
}

}  // namespace gs::assets
