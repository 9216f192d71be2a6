// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Whether training made actors better: both versions of their Gaussians are compared with images.
#pragma once

#include <filesystem>
#include <vector>

#include "gs/splat/train/training_engine.h"
#include "gs/splat/train/training_run.h"

namespace gs::splat::train {

// Compares the present Gaussians of all actors with the painted ones, in front of the present background, and refined
// with given poses: offsets are reported only if the compared views agree better with them. The state of the engine is
// the same afterwards. An actor that no compared view shows is not trained: nothing tells that it is
// better. Empty without actors. Errors: those of the engine.
Result<std::vector<ActorReport>> judge_actors(TrainingEngine& engine);

// Writes the Gaussians of the actors with `trained` to FOLDER/ID.ply and completes their reports; an actor of which
// nothing visible is left counts as not trained. Errors: those of the engine and of the file system.
Result<void> save_actors(const std::filesystem::path& folder, TrainingEngine& engine,
                         std::vector<ActorReport>& reports);

}  // namespace gs::splat::train
