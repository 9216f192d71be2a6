// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Actors of a drive that is trained in chunks: every chunk trains those that its views show, from the Gaussians that
// the last chunk before it left. A chunk that makes an actor worse in its own held-out views leaves it as it was.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "gs/splat/train/training_run.h"

namespace gs::splat::train {

// The actors while the chunks are trained one after the other.
class ChunkActors {
 public:
  // `actors`: those of the whole drive, as they were painted.
  explicit ChunkActors(std::vector<TrainedActor> actors);

  // Gives the data of a chunk the actors that its views show, numbered anew, as they are now.
  void add_to(TrainingData& data) const;
  // Takes what the run of a chunk in `folder` left: the files of actors that it made better, and its
  // training_report.json. Errors: corrupt, and those of the file system.
  Result<void> take(const std::filesystem::path& folder);

  // The actors as they are now, in the order of the drive.
  std::span<const TrainedActor> now() const { return actors_; }
  // Quality over all chunks: the mean squared errors of their own views before and after, by pixels. Actors that no
  // chunk compared are left out.
  std::vector<ActorReport> reports() const;
  // Copies the file of every actor that a chunk made better into `folder`.
  Result<void> save(const std::filesystem::path& folder) const;

 private:
  // What all chunks did to one actor.
  struct Sum {
    double before = 0, after = 0;  // squared errors, in units of 1
    std::size_t views = 0, pixels = 0;
    bool is_listed = false;
    std::optional<std::filesystem::path> file{};  // of the last chunk that made it better
  };
  Result<void> take_actor(const std::filesystem::path& folder, const ActorReport& report);

  std::vector<TrainedActor> actors_;
  std::vector<Sum> sums_;
};

}  // namespace gs::splat::train
