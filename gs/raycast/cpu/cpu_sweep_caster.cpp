// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/raycast/cpu/cpu_sweep_caster.h"

#include <vector>

#include "gs/core/expect.h"
#include "gs/core/format.h"
#include "gs/core/parallel.h"

namespace gs::raycast {
namespace {

// SweepCaster on HeightmapCaster and MeshCaster.
class CpuSweepCaster final : public SweepCaster {
 public:
  CpuSweepCaster(std::optional<HeightmapCaster> ground, std::optional<MeshCaster> own_mesh, const MeshCaster* mesh)
      : ground_(std::move(ground)), own_mesh_(std::move(own_mesh)), mesh_(own_mesh_ ? &*own_mesh_ : mesh) {}

  std::string name() const override { return format("cpu ({} threads)", thread_count()); }

  Result<void> cast(const Sweep& sweep, std::span<SweepReturn> returns) override {
    GS_EXPECT(sweep.is_well_formed() && returns.size() == sweep.directions.size());
    aim(sweep);
    std::fill(returns.begin(), returns.end(), SweepReturn{});
    const RayGrid grid{.rows = static_cast<int>(rays_.size()) / sweep.columns, .columns = sweep.columns};
    if (ground_) meet(*ground_, grid, ground_hits_, returns);
    if (mesh_ != nullptr) meet(*mesh_, grid, mesh_hits_, returns);
    return {};
  }

 private:
  // Computes the rays of the sweep.
  void aim(const Sweep& sweep) {
    const auto columns = static_cast<std::size_t>(sweep.columns);
    const bool moving = sweep.sensors.size() > 1;
    rays_.resize(sweep.directions.size());
    parallel_for(rays_.size(), [&](std::size_t i) {
      rays_[i] = sweep_ray(sweep.sensors[moving ? i % columns : 0], sweep.directions[i], sweep.max_distance);
    });
  }

  // Casts all rays with one caster and keeps the nearer hits.
  template <class Caster, class Hit>
  void meet(const Caster& caster, RayGrid grid, std::vector<Hit>& hits, std::span<SweepReturn> returns) {
    hits.resize(rays_.size());
    caster.cast(grid, rays_, hits);
    parallel_for(hits.size(),
                 [&](std::size_t i) { keep_nearer(returns[i], hits[i].distance, hits[i].normal, rays_[i].direction); });
  }

  std::optional<HeightmapCaster> ground_;
  // mesh_ points into own_mesh_ if there is one, so it is initialised behind it.
  std::optional<MeshCaster> own_mesh_;
  const MeshCaster* mesh_;
  std::vector<Ray> rays_;
  std::vector<HeightmapHit> ground_hits_;
  std::vector<MeshHit> mesh_hits_;
};

}  // namespace

Result<std::unique_ptr<SweepCaster>> make_cpu_sweep_caster(const SweepScene& scene) {
  std::optional<HeightmapCaster> ground;
  if (scene.heightmap) {
    GS_TRY(auto built, HeightmapCaster::build(*scene.heightmap, scene.rays_origin));
    ground.emplace(std::move(built));
  }
  std::optional<MeshCaster> mesh;
  if (scene.mesh_caster == nullptr && !scene.mesh.triangles.empty()) {
    GS_TRY(auto built, MeshCaster::build(scene.mesh));
    mesh.emplace(std::move(built));
  }
  return std::unique_ptr<SweepCaster>(
      std::make_unique<CpuSweepCaster>(std::move(ground), std::move(mesh), scene.mesh_caster));
}

}  // namespace gs::raycast
