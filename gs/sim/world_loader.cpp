// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/world_loader.h"

#include "gs/render/render_scene.h"
#include "gs/world/static_mesh.h"
#include "gs/world/validate/validate.h"

namespace gs::sim {
namespace {

// Validates the bundle. validate_world() lists every problem, while load_world() stops at the first; small files are
// therefore read by both. With allow_oversize, the limit on Gaussians is only a warning.
Result<void> check(const std::filesystem::path& bundle, const WorldLoaderOptions& options, Problems& problems) {
  const world::ValidationReport report = world::validate_world(bundle);
  std::size_t errors = 0;
  std::string first;
  for (const Problem& problem : report.problems) {
    const bool oversize = options.allow_oversize && problem.code == ErrorCode::limit_exceeded;
    Problem kept = problem;
    if (oversize && kept.severity == Severity::error) kept.severity = Severity::warning;
    if (kept.severity == Severity::error && errors++ == 0) first = to_string(kept);
    problems.add(std::move(kept));
  }
  if (errors == 0) return {};
  return fail(ErrorCode::invalid_data, "the world bundle is invalid, {} error{}, the first: {}", errors,
              errors == 1 ? "" : "s", first)
      .with_hint("gs-world-builder validate " + bundle.string() + " lists them all");
}

}  // namespace

Result<SimWorld> WorldLoader::load(const std::filesystem::path& bundle, const WorldLoaderOptions& options,
                                   Problems& problems) {
  std::error_code ignored;
  if (!std::filesystem::exists(bundle / "world.yaml", ignored)) {
    return fail(ErrorCode::not_found, "no world bundle: there is no world.yaml in {}", bundle.string())
        .with_hint("give the folder that gs-world-builder wrote");
  }
  // Validate first, so that the user sees all problems at once.
  GS_CHECK(check(bundle, options, problems));
  SimWorld world;
  GS_TRY(world.bundle, world::load_world(bundle));
  world.data = world::world_data(world.bundle);
  if (options.load_gaussians) {
    constexpr uint64_t kNoLimit = UINT64_MAX;
    GS_TRY(world.cloud, world::load_gaussians(world.bundle, options.allow_oversize ? kNoLimit : world::kMaxGaussians));
    GS_TRY(world.sky, render::load_sky(world.bundle));
  }
  // Vertices are stored relative to ray_origin(), in single precision.
  GS_TRY(world::StaticMesh mesh, world::load_static_mesh(world.bundle, world.ray_origin()));
  world.mesh_vertices = std::move(mesh.vertices);
  world.mesh_triangles = std::move(mesh.triangles);
  GS_TRY(world.actor_models, world::load_actor_models(world.bundle, options.load_gaussians));
  return world;
}

}  // namespace gs::sim
