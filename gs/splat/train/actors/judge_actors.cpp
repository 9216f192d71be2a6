// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/actors/judge_actors.h"

#include <algorithm>
#include <string>
#include <utility>

#include "gs/splat/model/ply.h"
#include "gs/splat/train/actors/actor_corrections.h"
#include "gs/splat/train/actors/actor_state.h"
#include "gs/splat/train/image_corrections/lens_shading.h"

namespace gs::splat::train {
namespace {

// The state with all actors at the poses that the data gives them.
Result<TrainingState> without_offsets(const TrainingState& state) {
  GS_TRY(TrainingState out, copy_of(state));
  for (ActorCorrections& actor : out.actor_corrections) actor.offsets.values.assign(actor.offsets.values.size(), {});
  return out;
}

// The same with all actors as they were painted.
Result<TrainingState> with_painted(const TrainingState& state, std::span<const TrainedActor> actors) {
  GS_TRY(TrainingState out, without_offsets(state));
  for (std::size_t k = 0; k < actors.size(); ++k) {
    GS_TRY(out.actors[k].cloud, with_sh_degree(actors[k].painted->view(), out.actors[k].cloud.sh_degree()));
  }
  return out;
}

// Quality of a state; the caller sets the former one again.
Result<Evaluation> evaluate_as(TrainingEngine& engine, TrainingState state) {
  GS_CHECK(engine.set_state(std::move(state)));
  return engine.evaluate();
}

std::vector<ActorReport::Gain> gains_of(std::span<const TrainingView> views, const ActorCorrections& corrections) {
  std::vector<ActorReport::Gain> out;
  const std::vector<std::size_t> cameras = camera_numbers(views);
  for (std::size_t c = 0; c < corrections.gains.values.size(); ++c) {
    if (corrections.gains.steps[c] == 0) continue;
    const auto first = std::ranges::find(cameras, c) - cameras.begin();
    out.push_back(
        {std::string(camera_of(views[static_cast<std::size_t>(first)])), cast<double>(gain_of(corrections, c))});
  }
  return out;
}

std::vector<ActorReport::Offset> offsets_of(std::span<const double> times_s, const ActorCorrections& corrections) {
  std::vector<ActorReport::Offset> out;
  for (std::size_t k = 0; k < times_s.size(); ++k) {
    const Triple& key = corrections.offsets.values[k];
    out.push_back({times_s[k], static_cast<double>(key[0]), static_cast<double>(key[1]), static_cast<double>(key[2])});
  }
  return out;
}

}  // namespace

Result<std::vector<ActorReport>> judge_actors(TrainingEngine& engine) {
  std::vector<ActorReport> out;
  const std::span<const TrainedActor> actors = engine.actors();
  if (actors.empty()) return out;
  GS_TRY(const Evaluation refined, engine.evaluate());
  GS_TRY(TrainingState state, engine.copy_state());
  GS_TRY(TrainingState at_given_poses, without_offsets(state));
  GS_TRY(TrainingState with_paint, with_painted(state, actors));
  const std::vector<ActorCorrections> corrections = state.actor_corrections;
  const Result<Evaluation> given = evaluate_as(engine, std::move(at_given_poses));
  const Result<Evaluation> painted = evaluate_as(engine, std::move(with_paint));
  GS_CHECK(engine.set_state(std::move(state)));
  if (!given) return given.error();
  if (!painted) return painted.error();
  for (std::size_t k = 0; k < actors.size(); ++k) {
    const ActorQuality &moved = refined.actors[k], &still = given->actors[k], &before = painted->actors[k];
    const bool moves = moved.psnr_db > still.psnr_db;
    const double psnr_db = moves ? moved.psnr_db : still.psnr_db;
    ActorReport& report = out.emplace_back();
    report.id = actors[k].id;
    report.painted_psnr_db = before.psnr_db, report.psnr_db = psnr_db;
    report.views = still.views, report.pixels = still.pixels;
    report.trained = still.pixels > 0 && psnr_db > before.psnr_db;
    report.psnr_at_given_poses_db = still.psnr_db;
    if (!report.trained) continue;
    report.gains = gains_of(engine.views(), corrections[k]);
    if (moves) report.offsets = offsets_of(engine.key_times_s(k), corrections[k]);
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
