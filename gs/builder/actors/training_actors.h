// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The actors of a drive in the data set: they are trained together with the background (gs/dataset/dataset_actors.h).
#pragma once

#include <span>

#include "gs/builder/recording/ingested_images.h"
#include "gs/builder/workspace.h"
#include "gs/core/problems.h"

namespace gs::builder {

// Writes the Gaussians of the actors that actor_builder painted, and where the images show them, to ROOT/actors.
// Returns the number of actors; without any nothing is written. Times at which an actor was not seen (predicted,
// occluded) have no sighting. Errors: those of reading 07_actors and of writing.
Result<std::size_t> write_training_actors(const Workspace& workspace, std::span<const RecordedCamera> cameras,
                                          const fs::path& root, Problems& problems);

}  // namespace gs::builder
