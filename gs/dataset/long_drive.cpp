// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/dataset/long_drive.h"

#include <algorithm>

#include "gs/core/file.h"
#include "gs/dataset/dataset_actors.h"
#include "gs/dataset/dataset_index.h"

namespace gs::dataset {

Result<std::optional<LongDrive>> open_long_drive(const fs::path& folder, const DatasetOptions& options,
                                                 const splat::train::ChunkOptions& chunks, Problems& problems,
                                                 Progress& progress) {
  if (chunks.split_above_m <= 0 || !fs::exists(folder / "dataset_config.json")) return std::optional<LongDrive>();
  // Poses are sufficient to plan the chunks; no image is read yet.
  GS_TRY(Dataset outline, read_outline(folder, options));
  LongDrive out{.plan = splat::train::plan_chunks(outline.data.views, chunks),
                .drivesim_commit = outline.drivesim_commit};
  if (out.plan.chunks.size() < 2) return std::optional<LongDrive>();
  if (options.actors) {
    GS_TRY(const DatasetIndex index, read_dataset_index(folder));
    GS_TRY(DatasetActors actors, read_dataset_actors(folder, index));
    outline.data.actors = std::move(actors.actors);
  }
  std::vector<std::string> names;
  for (const splat::train::TrainingView& view : outline.data.views) names.push_back(view.name);
  out.sources.outline = std::move(outline.data);
  // Reads the images of one chunk, selected by name.
  out.sources.load_views = [folder, options, names, &problems, &progress](
                               std::span<const std::size_t> wanted) -> Result<std::vector<splat::train::TrainingView>> {
    if (wanted.empty()) return std::vector<splat::train::TrainingView>();
    DatasetOptions some = options;
    some.points = false;
    for (const std::size_t i : wanted) some.only.push_back(names[i]);
    std::sort(some.only.begin(), some.only.end());
    GS_TRY(Dataset read, read_dataset(folder, some, problems, progress));
    return std::move(read.data.views);
  };
  return std::optional<LongDrive>(std::move(out));
}

std::optional<LongDrive> long_drive_of(Dataset& dataset, const splat::train::ChunkOptions& chunks) {
  LongDrive out{.plan = splat::train::plan_chunks(dataset.data.views, chunks),
                .drivesim_commit = dataset.drivesim_commit};
  if (out.plan.chunks.size() < 2) return {};
  const auto views = std::make_shared<const std::vector<splat::train::TrainingView>>(
      std::move(dataset.data.views));  // owned by the closure below
  // The outline has everything but pixels, masks and depths.
  for (const splat::train::TrainingView& view : *views) {
    splat::train::TrainingView& outline = out.sources.outline.views.emplace_back();
    outline.name = view.name, outline.camera = view.camera, outline.map_from_camera = view.map_from_camera;
    outline.held_out = view.held_out, outline.timestamp_s = view.timestamp_s, outline.actors = view.actors;
  }
  out.sources.outline.points = std::move(dataset.data.points);
  out.sources.outline.actors = std::move(dataset.data.actors);
  out.sources.load_views =
      [views](std::span<const std::size_t> wanted) -> Result<std::vector<splat::train::TrainingView>> {
    std::vector<splat::train::TrainingView> chosen;
    for (const std::size_t i : wanted) chosen.push_back((*views)[i]);
    return chosen;
  };
  return out;
}

}  // namespace gs::dataset
