// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "gs/assets/glb/glb.h"
#include "gs/core/format.h"
#include "gs/splat/model/ply.h"
#include "gs/world/validate/validate.h"

namespace gs::world {
namespace {

constexpr double kSplatMargin = 0.15, kMeshMargin = 0.2;        // [m] around the box
constexpr double kFewOutside = 0.01, kMostOutside = 0.5;        // shares of the splats
constexpr uint64_t kMaxAssetVertices = 3 * kMaxAssetTriangles;  // every triangle has its own

// How far a point in the frame of an asset is outside of its box [m]; the origin is the middle of the floor.
double outside_box(Vec3d p, Vec3d size) {
  return std::max({std::abs(p.x) - size.x / 2, std::abs(p.y) - size.y / 2, -p.z, p.z - size.z});
}

// True if every edge has two triangles. Vertices at the same place count as one; triangles without area are left out.
bool is_closed(const assets::TriangleMesh& mesh) {
  const auto key = [](Vec3f p) { return std::tuple(p.x, p.y, p.z); };
  std::vector<Vec3f> places = mesh.positions;
  std::sort(places.begin(), places.end(), [&](Vec3f a, Vec3f b) { return key(a) < key(b); });
  const auto place_of = [&](uint32_t vertex) {
    const Vec3f p = mesh.positions[vertex];
    return std::lower_bound(places.begin(), places.end(), p, [&](Vec3f a, Vec3f b) { return key(a) < key(b); }) -
           places.begin();
  };
  std::vector<std::pair<std::ptrdiff_t, std::ptrdiff_t>> edges;
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    const std::array corners{place_of(mesh.indices[i]), place_of(mesh.indices[i + 1]), place_of(mesh.indices[i + 2])};
    if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0]) continue;
    for (std::size_t k = 0; k < 3; ++k) edges.push_back(std::minmax(corners[k], corners[(k + 1) % 3]));
  }
  std::sort(edges.begin(), edges.end());
  for (std::size_t i = 0; i < edges.size();) {
    const auto end = std::upper_bound(edges.begin() + static_cast<std::ptrdiff_t>(i), edges.end(), edges[i]);
    const auto next = static_cast<std::size_t>(end - edges.begin());
    if ((next - i) % 2 != 0) return false;
    i = next;
  }
  return true;
}

// Checks the two files of one asset.
class AssetChecker {
 public:
  AssetChecker(const ActorAsset& asset, Problems& problems) : asset_(asset), problems_(problems) {}

  void check_splat(const std::filesystem::path& path) {
    const auto cloud = splat::load_ply(path, {.source = splat::PlySource::bundle, .max_gaussians = kMaxAssetSplats});
    if (!cloud) return problems_.add(Severity::error, Error(cloud.error()), *asset_.splat);
    const auto count = static_cast<int64_t>(cloud->size());
    if (count != asset_.splats) {
      error(*asset_.splat, format("has {} Gaussians", count),
            format("{}, as in assets.json", asset_.splats.value_or(0)));
    }
    if (cloud->sh_degree() != asset_.sh_degree) {
      error(*asset_.splat, format("has SH degree {}", cloud->sh_degree()),
            format("{}, as in assets.json", asset_.sh_degree.value_or(0)));
    }
    check_positions(cloud->view());
  }

  void check_mesh(const std::filesystem::path& path) {
    const std::string& file = *asset_.mesh;
    const auto mesh = assets::read_glb(path, {.max_vertices = kMaxAssetVertices});
    if (!mesh) return problems_.add(Severity::error, Error(mesh.error()), file);
    if (mesh->triangle_count() > kMaxAssetTriangles) {
      return error(file, format("has {} triangles", mesh->triangle_count()), "at most 100,000");
    }
    if (!is_closed(*mesh)) warning(file, "is open: an edge has no second triangle", "a closed surface");
    double farthest = 0;
    for (const Vec3f p : mesh->positions) farthest = std::max(farthest, outside_box(cast<double>(p), asset_.size));
    if (farthest > kMeshMargin) {
      warning(file, format("reaches {:.2f} m beyond the box of asset '{}'", farthest, asset_.id), "at most 0.2 m");
    }
    const auto bad = std::find_if(mesh->reflectance.begin(), mesh->reflectance.end(),
                                  [](float value) { return !(std::isfinite(value) && value >= 0); });
    if (bad == mesh->reflectance.end()) return;
    error(file, format("_REFLECTANCE of vertex {} is {}", bad - mesh->reflectance.begin(), *bad),
          "a finite number >= 0");
  }

 private:
  void check_positions(splat::CloudView cloud) {
    std::size_t outside = 0;
    for (std::size_t i = 0; i < cloud.size; ++i) {
      if (outside_box(cast<double>(cloud.position_of(i)), asset_.size) > kSplatMargin) ++outside;
    }
    if (outside == 0) return;
    const double share = static_cast<double>(outside) / static_cast<double>(cloud.size);
    if (share <= kFewOutside) return;
    add(share > kMostOutside ? Severity::error : Severity::warning, *asset_.splat,
        format("{} of {} splats are more than 0.15 m outside of the box of asset '{}'", outside, cloud.size, asset_.id),
        "at most 1 % (warning), 50 % (error)");
  }

  void add(Severity severity, const std::string& file, std::string message, std::string allowed) {
    problems_.add({severity, ErrorCode::invalid_data, file, "", std::move(message), std::move(allowed), ""});
  }
  void error(const std::string& file, std::string message, std::string allowed) {
    add(Severity::error, file, std::move(message), std::move(allowed));
  }
  void warning(const std::string& file, std::string message, std::string allowed) {
    add(Severity::warning, file, std::move(message), std::move(allowed));
  }

  const ActorAsset& asset_;
  Problems& problems_;
};

}  // namespace

void check_asset_files(BundleParts& parts, Problems& problems) {
  if (!parts.actor_assets) return;
  // An existing file of the bundle; missing ones are reported.
  const auto find = [&](const std::optional<std::string>& file) -> std::optional<std::filesystem::path> {
    if (!file) return std::nullopt;
    parts.files.push_back(*file);
    return find_in_bundle(parts.folder, *file, Severity::error, problems);
  };
  for (const ActorAsset& asset : parts.actor_assets->assets) {
    AssetChecker checker(asset, problems);
    if (const auto path = find(asset.splat)) checker.check_splat(*path);
    if (const auto path = find(asset.mesh)) checker.check_mesh(*path);
  }
}

}  // namespace gs::world
