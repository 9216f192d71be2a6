// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Meshes as binary glTF: round trips bit for bit, files of other programs, damaged and compressed files.
#include "gs/assets/glb/glb.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/core/numbers/random.h"
#include "gs/core/testing/source_folder.h"
#include "gs/splat/model/testing/test_cloud.h"

namespace gs::assets {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace splat::testing;

// Random vertices with overlapping triangles; optionally normals, colours and reflectances.
TriangleMesh random_mesh(std::size_t vertices, bool attributes) {
  TriangleMesh mesh;
  for (std::size_t i = 0; i < vertices; ++i) {
    Random random(1, purpose("glb_test"), i);
    const auto value = [&] { return static_cast<float>(random.uniform(-100, 100)); };
    mesh.positions.push_back({value(), value(), value()});
    if (!attributes) continue;
    mesh.normals.push_back(normalized(Vec3f{value(), value(), value()}));
    mesh.colors.push_back({static_cast<uint8_t>(random.u32()), static_cast<uint8_t>(random.u32()), 3, 4});
    mesh.reflectance.push_back(value());
  }
  for (uint32_t i = 0; i + 2 < vertices; ++i) mesh.indices.insert(mesh.indices.end(), {i, i + 1, i + 2});
  return mesh;
}

// A GLB file with this JSON and binary chunk.
std::vector<std::byte> glb_of(std::string json, Bytes binary) {
  json.resize((json.size() + 3) / 4 * 4, ' ');
  ByteWriter out;
  for (const uint32_t word : {0x46546C67u, 2u, static_cast<uint32_t>(28 + json.size() + binary.size())}) out.u32(word);
  out.u32(static_cast<uint32_t>(json.size()));
  out.u32(0x4E4F534A);
  out.text(json);
  out.u32(static_cast<uint32_t>(binary.size()));
  out.u32(0x004E4942);
  out.bytes(binary);
  return std::move(out).take();
}

TEST(Glb, MapFrameMeshComesBackBitForBit) {
  for (const bool attributes : {false, true}) {
    const TriangleMesh mesh = random_mesh(50, attributes);
    const TemporaryFolder folder;
    ASSERT_TRUE(write_glb(folder / "m.glb", mesh));
    const auto back = read_glb(folder / "m.glb");
    ASSERT_TRUE(back.has_value()) << back.error().message;
    EXPECT_EQ(back->positions, mesh.positions);
    EXPECT_EQ(back->normals, mesh.normals);
    EXPECT_EQ(back->colors, mesh.colors);
    EXPECT_EQ(back->reflectance, mesh.reflectance);
    EXPECT_EQ(back->indices, mesh.indices);
  }
}

// Golden file with two quads under transformed nodes, one of them mirrored.
TEST(Glb, ForeignFileIsTakenAsYUpWithItsNodesApplied) {
  const auto mesh = read_glb(testdata("assets/quads_y_up.glb"));
  ASSERT_TRUE(mesh.has_value()) << mesh.error().message;
  ASSERT_EQ(mesh->positions.size(), 8u);
  EXPECT_EQ(mesh->positions[0], (Vec3f{-10, 0, 0}));
  EXPECT_EQ(mesh->positions[2], (Vec3f{-12, 0, 2}));
  EXPECT_EQ(mesh->positions[5], (Vec3f{1, 5, 0}));
  EXPECT_EQ(mesh->positions[6], (Vec3f{1, 5, 1}));
  // The second quad is mirrored: its winding is reversed, so that all triangles face +y.
  EXPECT_THAT(mesh->indices, ElementsAre(0, 1, 2, 0, 2, 3, 4, 6, 5, 4, 7, 6));
  for (std::size_t t = 0; t < mesh->triangle_count(); ++t) {
    const Vec3f a = mesh->positions[mesh->indices[3 * t]];
    const Vec3f normal =
        cross(mesh->positions[mesh->indices[3 * t + 1]] - a, mesh->positions[mesh->indices[3 * t + 2]] - a);
    EXPECT_GT(normal.y, 0);
  }
  EXPECT_THAT(mesh->colors[3], ElementsAre(255, 255, 255, 128));
  EXPECT_TRUE(mesh->normals.empty());
}

// Modes 4 triangles, 5 strip, 6 fan, 1 lines.
TEST(Glb, StripsFansAndPlainVerticesBecomeTriangles) {
  const float corners[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
  const auto indices_of = [&](std::string_view mode) {
    const std::string json = format(
        R"({{"asset":{{"version":"2.0"}},"nodes":[{{"mesh":0}}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"mode":{}}}]}}],)"
        R"("accessors":[{{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}}],"bufferViews":[{{"buffer":0,"byteLength":48}}],"buffers":[{{"byteLength":48}}]}})",
        mode);
    return parse_glb(glb_of(json, std::as_bytes(std::span(corners)))).value().indices;
  };
  EXPECT_THAT(indices_of("4"), ElementsAre(0, 1, 2));  // an incomplete last triangle is ignored
  EXPECT_THAT(indices_of("5"), ElementsAre(0, 1, 2, 1, 3, 2));
  EXPECT_THAT(indices_of("6"), ElementsAre(1, 2, 0, 2, 3, 0));
  EXPECT_TRUE(indices_of("1").empty());
}

TEST(Glb, WhatCannotBeWrittenIsRefused) {
  EXPECT_EQ(to_glb({}).error().code, ErrorCode::invalid_argument);
  TriangleMesh mesh = random_mesh(4, true);
  mesh.indices[2] = 4;
  EXPECT_THAT(to_glb(mesh).error().message, HasSubstr("is vertex 4, out of range: the mesh has 4 vertices"));
  mesh = random_mesh(4, true);
  mesh.normals.pop_back();
  EXPECT_EQ(to_glb(mesh).error().code, ErrorCode::invalid_argument);
  mesh = random_mesh(4, true);
  mesh.reflectance.pop_back();
  EXPECT_EQ(to_glb(mesh).error().code, ErrorCode::invalid_argument);
  mesh = random_mesh(4, false);
  mesh.positions[1].y = NAN;
  EXPECT_EQ(to_glb(mesh).error().code, ErrorCode::invalid_data);
}

// Error code after replacing text of equal length in the JSON of a valid file.
std::string refusal(std::string_view from, std::string_view to, const GlbReadOptions& options = {}) {
  std::vector<std::byte> file = file_bytes(testdata("assets/quads_y_up.glb"));
  std::string text(as_text(file));
  const std::size_t at = text.find(from);
  GS_EXPECT(at != std::string::npos && from.size() == to.size());
  text.replace(at, from.size(), to);
  const auto mesh = parse_glb(as_bytes(std::string_view(text)), options);
  return mesh ? std::string("accepted") : std::string(to_string(mesh.error().code));
}

// Every count, offset, stride, type and reference of the JSON is checked.
TEST(Glb, LyingDescriptionsAreErrors) {
  EXPECT_EQ(refusal("\"count\":4", "\"count\":4"), "accepted");
  EXPECT_EQ(refusal("\"count\":4", "\"count\":5"), "truncated");
  EXPECT_EQ(refusal("\"count\":6", "\"count\":9"), "truncated");
  EXPECT_EQ(refusal("\"byteLength\":64", "\"byteLength\":99"), "truncated");
  EXPECT_EQ(refusal("\"byteOffset\":64", "\"byteOffset\":9e"), "corrupt");
  EXPECT_EQ(refusal("\"byteOffset\":64", "\"byteOffset\":-1"), "corrupt");
  EXPECT_EQ(refusal("\"byteStride\":16", "\"byteStride\":11"), "corrupt");
  EXPECT_EQ(refusal("\"componentType\":5126", "\"componentType\":5129"), "corrupt");
  EXPECT_EQ(refusal("\"componentType\":5126", "\"componentType\":5125"), "unsupported");
  EXPECT_EQ(refusal("\"children\":[1,2]", "\"children\":[1,1]"), "corrupt");
  EXPECT_EQ(refusal("\"children\":[1,2]", "\"children\":[0,2]"), "corrupt");
  EXPECT_EQ(refusal("\"children\":[1,2]", "\"children\":[1,9]"), "corrupt");
  EXPECT_EQ(refusal("\"mesh\":0", "\"mesh\":7"), "corrupt");
  EXPECT_EQ(refusal("\"indices\":2", "\"indices\":0"), "corrupt");
  EXPECT_EQ(refusal("\"scene\":0", "\"scene\":3"), "corrupt");
  EXPECT_EQ(refusal("[0,1,0,0]", "[0,0,0,0]"), "corrupt");
  EXPECT_EQ(refusal("glTF", "gltf"), "corrupt");
  EXPECT_EQ(refusal("\"count\":4", "\"count\":4", {.max_vertices = 7}), "limit_exceeded");
  EXPECT_EQ(parse_glb({}).error().code, ErrorCode::truncated);
}

TEST(Glb, CompressedAndOutsideDataIsNamed) {
  const auto draco = glb_of(R"({"extensionsRequired":["KHR_draco_mesh_compression"],"nodes":[]})", {});
  EXPECT_THAT(parse_glb(draco).error().message, HasSubstr("compressed"));
  const auto outside = glb_of(
      R"({"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":1,"type":"VEC3"}],"bufferViews":[{"buffer":0,"byteLength":12}],"buffers":[{"byteLength":12,"uri":"a.bin"}]})",
      {});
  EXPECT_THAT(parse_glb(outside).error().message, HasSubstr("outside"));
}

TEST(Glb, DamageNeverCrashes) {
  const auto file = file_bytes(testdata("assets/quads_y_up.glb"));
  for (std::size_t size = 0; size < file.size(); ++size) EXPECT_FALSE(parse_glb(Bytes(file).first(size)));
  for_each_damage(file,
                  [](Bytes damaged) { static_cast<void>(parse_glb(damaged, {.max_vertices = 1000}).has_value()); });
}

}  // namespace
}  // namespace gs::assets
