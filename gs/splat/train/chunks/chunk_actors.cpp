// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/chunks/chunk_actors.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "gs/core/json/json.h"
#include "gs/core/plain_file.h"
#include "gs/splat/model/ply.h"

namespace gs::splat::train {
namespace {

constexpr double kLeastError = 1e-10;  // 100 dB, as ActorErrors

// The entry of an actor in training_report.json. Errors: corrupt.
Result<ActorReport> report_of_actor(const Node& node) {
  const Node *id = node.find("id"), *trained = node.find("trained");
  if (id == nullptr || trained == nullptr || !node["views"].index() || !node["pixels"].index()) {
    return fail(ErrorCode::corrupt, "an actor in training_report.json needs id, trained, views and pixels");
  }
  ActorReport out{.id = id->text, .trained = trained->boolean};
  out.psnr_db = node["psnr"].number_or(0), out.painted_psnr_db = node["painted_psnr"].number_or(0);
  out.views = *node["views"].index(), out.pixels = *node["pixels"].index();
  return out;
}

double squares_of(double psnr_db, std::size_t pixels) {
  return std::pow(10, -0.1 * psnr_db) * static_cast<double>(pixels);
}

double psnr_of(double squares, std::size_t pixels) {
  if (pixels == 0) return 0;
  return -10 * std::log10(std::max(squares / static_cast<double>(pixels), kLeastError));
}

}  // namespace

ChunkActors::ChunkActors(std::vector<TrainedActor> actors) : actors_(std::move(actors)), sums_(actors_.size()) {}

void ChunkActors::add_to(TrainingData& data) const {
  std::vector<std::optional<uint32_t>> number(actors_.size());
  for (TrainingView& view : data.views) {
    for (ActorSighting& sighting : view.actors) {
      std::optional<uint32_t>& own = number[sighting.actor];
      if (!own) {
        own = static_cast<uint32_t>(data.actors.size());
        data.actors.push_back(actors_[sighting.actor]);
      }
      sighting.actor = *own;
    }
  }
}

Result<void> ChunkActors::take(const std::filesystem::path& folder) {
  if (actors_.empty()) return {};
  GS_TRY(const Node report, read_json(folder / "training_report.json"));
  const Node* list = report.find("actors");
  if (list == nullptr) return {};  // its views show none
  for (const Node& node : list->items) {
    GS_TRY(const ActorReport actor, report_of_actor(node).with_context(folder.string()));
    GS_CHECK(take_actor(folder, actor));
  }
  return {};
}

Result<void> ChunkActors::take_actor(const std::filesystem::path& folder, const ActorReport& report) {
  const auto actor = std::ranges::find(actors_, report.id, &TrainedActor::id);
  if (actor == actors_.end()) {
    return fail(ErrorCode::corrupt, "the drive has no actor '{}': {}", report.id,
                (folder / "training_report.json").string());
  }
  Sum& sum = sums_[static_cast<std::size_t>(actor - actors_.begin())];
  sum.is_listed = true;
  sum.views += report.views, sum.pixels += report.pixels;
  sum.before += squares_of(report.painted_psnr_db, report.pixels);
  sum.after += squares_of(report.trained ? report.psnr_db : report.painted_psnr_db, report.pixels);
  if (!report.trained) return {};
  sum.file = folder / "actors" / (report.id + ".ply");
  GS_TRY(GaussianCloud cloud, load_ply(*sum.file, {.source = PlySource::bundle}));
  actor->painted = std::make_shared<const GaussianCloud>(std::move(cloud));
  return {};
}

std::vector<ActorReport> ChunkActors::reports() const {
  std::vector<ActorReport> out;
  for (std::size_t k = 0; k < actors_.size(); ++k) {
    const Sum& sum = sums_[k];
    if (!sum.is_listed) continue;
    ActorReport& report = out.emplace_back();
    report.id = actors_[k].id;
    report.painted_psnr_db = psnr_of(sum.before, sum.pixels), report.psnr_db = psnr_of(sum.after, sum.pixels);
    report.views = sum.views, report.pixels = sum.pixels;
    report.trained = sum.file.has_value();
    if (!report.trained) continue;
    report.gaussians = actors_[k].painted->size(), report.sh_degree = actors_[k].painted->sh_degree();
  }
  return out;
}

Result<void> ChunkActors::save(const std::filesystem::path& folder) const {
  for (std::size_t k = 0; k < actors_.size(); ++k) {
    if (sums_[k].file) GS_CHECK(link_or_copy(*sums_[k].file, folder / (actors_[k].id + ".ply")));
  }
  return {};
}

}  // namespace gs::splat::train
