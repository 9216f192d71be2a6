// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/actors/judge_actors.h"

#include <utility>

#include "gs/splat/model/ply.h"
#include "gs/splat/train/actors/actor_state.h"

namespace gs::splat::train {
namespace {

// The state with all actors as they were painted.
Result<TrainingState> with_painted(const TrainingState& state, std::span<const TrainedActor> actors) {
  GS_TRY(TrainingState out, copy_of(state));
  for (std::size_t k = 0; k < actors.size(); ++k) {
    GS_TRY(out.actors[k].cloud, with_sh_degree(actors[k].painted->view(), out.actors[k].cloud.sh_degree()));
  }
  return out;
}

}  // namespace

Result<std::vector<ActorReport>> judge_actors(TrainingEngine& engine) {
  std::vector<ActorReport> out;
  const std::span<const TrainedActor> actors = engine.actors();
  if (actors.empty()) return out;
  GS_TRY(const Evaluation trained, engine.evaluate());
  GS_TRY(TrainingState state, engine.copy_state());
  GS_TRY(TrainingState other, with_painted(state, actors));
  GS_CHECK(engine.set_state(std::move(other)));
  const Result<Evaluation> painted = engine.evaluate();
  GS_CHECK(engine.set_state(std::move(state)));
  if (!painted) return painted.error();
  for (std::size_t k = 0; k < actors.size(); ++k) {
    const ActorQuality &now = trained.actors[k], &before = painted->actors[k];
    out.push_back({.id = actors[k].id,
                   .painted_psnr_db = before.psnr_db,
                   .psnr_db = now.psnr_db,
                   .views = now.views,
                   .pixels = now.pixels,
                   .trained = now.pixels > 0 && now.psnr_db > before.psnr_db});
  }
  return out;
}

Result<void> save_actors(const std::filesystem::path& folder, TrainingEngine& engine,
                         std::vector<ActorReport>& reports) {
  GS_TRY(const TrainingState state, engine.copy_state());
  for (std::size_t k = 0; k < reports.size(); ++k) {
    if (!reports[k].trained) continue;
    GS_TRY(const GaussianCloud cloud, finished_actor(state.actors[k].cloud.view()));
    reports[k].trained = !cloud.empty();
    if (cloud.empty()) continue;
    reports[k].gaussians = cloud.size(), reports[k].sh_degree = cloud.sh_degree();
    GS_CHECK(save_ply(folder / (reports[k].id + ".ply"), cloud.view(), PlyFlavor::bundle));
  }
  return {};
}

}  // namespace gs::splat::train
