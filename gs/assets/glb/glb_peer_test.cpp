// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads our GLB with an independent library (tinygltf).
#include <gtest/gtest.h>
#include <tiny_gltf.h>

#include "gs/assets/glb/gaussians_glb.h"
#include "gs/assets/glb/glb.h"
#include "gs/geometry/quaternion.h"
#include "gs/splat/model/testing/test_cloud.h"

namespace gs::assets {
namespace {

// Two triangles with normals and colours.
TriangleMesh roof() {
  TriangleMesh mesh;
  mesh.positions = {{0, 0, 0}, {4, 0, 0}, {4, 6, 0}, {2, 3, 5}};
  mesh.normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
  mesh.colors = {{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {9, 8, 7, 6}};
  mesh.indices = {0, 1, 3, 1, 2, 3};
  return mesh;
}

class GlbPeer : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto file = to_glb(roof()).value();
    tinygltf::TinyGLTF reader;
    std::string error, warning;
    ASSERT_TRUE(reader.LoadBinaryFromMemory(&model_, &error, &warning,
                                            reinterpret_cast<const unsigned char*>(file.data()),
                                            static_cast<unsigned int>(file.size())))
        << error;
    EXPECT_EQ(error, "");
    EXPECT_EQ(warning, "");
  }
  // Accessor of an attribute of the only primitive, and its data.
  const tinygltf::Accessor& attribute(const std::string& name) {
    return model_.accessors[static_cast<std::size_t>(model_.meshes[0].primitives[0].attributes.at(name))];
  }
  template <class T>
  const T* data_of(const tinygltf::Accessor& accessor) {
    const auto& view = model_.bufferViews[static_cast<std::size_t>(accessor.bufferView)];
    return reinterpret_cast<const T*>(model_.buffers[0].data.data() + view.byteOffset + accessor.byteOffset);
  }
  tinygltf::Model model_;
};

// glTF is y-up: the root rotation must map z (up) to y and y (north) to -z.
TEST_F(GlbPeer, RootNodeTurnsTheMapUpright) {
  EXPECT_EQ(model_.asset.extras.Get("frame").Get<std::string>(), "map");
  ASSERT_EQ(model_.nodes.size(), 1u);
  EXPECT_EQ(model_.nodes[0].name, "map");
  const auto& r = model_.nodes[0].rotation;
  ASSERT_EQ(r.size(), 4u);
  const Quaterniond q{r[0], r[1], r[2], r[3]};
  EXPECT_NEAR(norm(q), 1.0, 1e-12);
  const Vec3d up = q * Vec3d{0, 0, 1}, north = q * Vec3d{0, 1, 0};
  EXPECT_NEAR(up.y, 1, 1e-12);
  EXPECT_NEAR(north.z, -1, 1e-12);
}

TEST_F(GlbPeer, VerticesIndicesAndBoundsAreOurs) {
  const TriangleMesh mesh = roof();
  const auto& positions = attribute("POSITION");
  ASSERT_EQ(positions.count, 4u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(data_of<Vec3f>(positions)[i], mesh.positions[i]);
  EXPECT_EQ(positions.minValues, (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(positions.maxValues, (std::vector<double>{4, 6, 5}));
  EXPECT_EQ(data_of<Vec3f>(attribute("NORMAL"))[3], mesh.normals[3]);
  EXPECT_TRUE(attribute("COLOR_0").normalized);
  EXPECT_EQ(data_of<uint8_t>(attribute("COLOR_0"))[14], 7);
  const auto& indices = model_.accessors[static_cast<std::size_t>(model_.meshes[0].primitives[0].indices)];
  EXPECT_EQ(indices.componentType, TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT);
  EXPECT_EQ(std::vector<uint32_t>(data_of<uint32_t>(indices), data_of<uint32_t>(indices) + indices.count),
            mesh.indices);
}

// A reader without the extension finds points with all attributes.
TEST(GaussiansGlbPeer, AReaderWithoutTheExtensionFindsPoints) {
  const splat::GaussianCloud cloud = splat::testing::random_cloud(5, 1);
  const auto file = to_gaussians_glb(cloud.view()).value();
  tinygltf::Model model;
  tinygltf::TinyGLTF reader;
  std::string error, warning;
  ASSERT_TRUE(reader.LoadBinaryFromMemory(&model, &error, &warning, reinterpret_cast<const unsigned char*>(file.data()),
                                          static_cast<unsigned int>(file.size())));
  EXPECT_EQ(error + warning, "");
  const tinygltf::Primitive& primitive = model.meshes[0].primitives[0];
  EXPECT_EQ(primitive.mode, TINYGLTF_MODE_POINTS);
  EXPECT_EQ(primitive.extensions.at("KHR_gaussian_splatting").Get("kernel").Get<std::string>(), "ellipse");
  EXPECT_EQ(primitive.attributes.size(), 8u);
  const auto& positions = model.accessors[static_cast<std::size_t>(primitive.attributes.at("POSITION"))];
  const auto& view = model.bufferViews[static_cast<std::size_t>(positions.bufferView)];
  const auto* read = reinterpret_cast<const Vec3f*>(model.buffers[0].data.data() + view.byteOffset);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(read[i], cloud.view().position_of(i));
}

}  // namespace
}  // namespace gs::assets
