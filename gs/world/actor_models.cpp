// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/actor_models.h"

#include <numeric>
#include <utility>

#include "gs/assets/glb/glb.h"
#include "gs/splat/model/ply.h"
#include "gs/world/paths.h"

namespace gs::world {
namespace {

// Gives every vertex the median reflectance, if that is known and the mesh has no values of its own.
void spread_median(ActorModel& model) {
  if (!model.reflectance.empty() || !model.asset.reflectance_median) return;
  model.reflectance.assign(model.vertices.size(), static_cast<float>(*model.asset.reflectance_median));
}

Result<void> read_mesh(const World& world, const std::string& file, ActorModel& model) {
  GS_TRY(const auto path, resolve_in_bundle(world.folder, file));
  GS_TRY(assets::TriangleMesh mesh,
         assets::read_glb(path, {.max_vertices = 3 * kMaxAssetTriangles}).with_context(file));
  if (mesh.triangle_count() > kMaxAssetTriangles) {
    return fail(ErrorCode::limit_exceeded, "{} has {} triangles, at most {}", file, mesh.triangle_count(),
                kMaxAssetTriangles);
  }
  model.vertices = std::move(mesh.positions);
  model.triangles = std::move(mesh.indices);
  model.reflectance = std::move(mesh.reflectance);
  spread_median(model);
  return {};
}

Result<void> read_splat(const World& world, const std::string& file, ActorModel& model) {
  GS_TRY(const auto path, resolve_in_bundle(world.folder, file));
  const splat::PlyOptions options{.source = splat::PlySource::bundle, .max_gaussians = kMaxAssetSplats};
  GS_TRY(model.cloud, splat::load_ply(path, options).with_context(file));
  return {};
}

// The Gaussians of one key shape.
Result<splat::GaussianCloud> shape_of(const splat::GaussianCloud& cloud, const KeyShape& shape) {
  const auto size = static_cast<int64_t>(cloud.size());
  if (shape.first < 0 || shape.count < 1 || shape.first > size || shape.count > size - shape.first) {
    return fail(ErrorCode::invalid_argument, "a key shape begins at Gaussian {} with {} of {} Gaussians", shape.first,
                shape.count, size);
  }
  std::vector<uint32_t> indices(static_cast<std::size_t>(shape.count));
  std::iota(indices.begin(), indices.end(), static_cast<uint32_t>(shape.first));
  return splat::gather(cloud.view(), indices);
}

}  // namespace

ActorModel box_model(ActorAsset asset) {
  ActorModel model;
  for (const int corner : {0, 1, 2, 3, 4, 5, 6, 7}) {
    const double x = corner & 1 ? 0.5 : -0.5, y = corner & 2 ? 0.5 : -0.5, z = corner & 4 ? 1.0 : 0.0;
    model.vertices.push_back(cast<float>(Vec3d{x * asset.size.x, y * asset.size.y, z * asset.size.z}));
  }
  // Two triangles a face, counter-clockwise seen from outside: bottom, top, right, left, back, front.
  model.triangles = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                     2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
  model.asset = std::move(asset);
  spread_median(model);
  return model;
}

Result<std::vector<splat::GaussianCloud>> key_shapes(const ActorModel& model) {
  std::vector<KeyShape> shapes = model.asset.shapes;
  if (shapes.empty()) shapes.push_back({.count = static_cast<int64_t>(model.cloud.size())});
  std::vector<splat::GaussianCloud> clouds;
  for (const KeyShape& shape : shapes) {
    GS_TRY(splat::GaussianCloud part, shape_of(model.cloud, shape).with_context(model.asset.id));
    clouds.push_back(std::move(part));
  }
  return clouds;
}

Result<ActorModel> load_actor_model(const World& world, const ActorAsset& asset, bool with_gaussians) {
  ActorModel model = box_model(asset);
  if (asset.mesh) GS_CHECK(read_mesh(world, *asset.mesh, model));
  if (asset.splat && with_gaussians) GS_CHECK(read_splat(world, *asset.splat, model));
  return model;
}

Result<std::vector<ActorModel>> load_actor_models(const World& world, bool with_gaussians) {
  std::vector<ActorModel> models;
  if (!world.actor_assets) return models;
  for (const ActorAsset& asset : world.actor_assets->assets) {
    GS_TRY(ActorModel model, load_actor_model(world, asset, with_gaussians));
    models.push_back(std::move(model));
  }
  return models;
}

}  // namespace gs::world
