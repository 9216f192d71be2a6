// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gaussians of actors from the recorded images: flat discs on the mesh of each, with the colours that the cameras saw.
#pragma once

#include <span>
#include <vector>

#include "gs/builder/recording/ingested_images.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/mapping/objects/build_objects.h"
#include "gs/splat/model/cloud.h"

namespace gs::builder {

// Options of paint_actors().
struct ActorSplatOptions {
  double spacing_m = 0.03;    // between the Gaussians of an actor
  std::size_t most = 20'000;  // Gaussians of an actor, and of a person
  std::size_t most_of_person = 5'000;
  int max_views = 600;      // images used, spread over those that may show an actor
  double max_range_m = 50;  // largest distance between camera and actor
};

// The Gaussians of one actor, of SH degree 0; empty if no image shows it.
struct ActorSplats {
  splat::GaussianCloud cloud;
  double coverage = 0;  // share of the surface that images show, 0 to 1
};

// Paints the mesh of every actor. An actor hides what is behind it; what stands still hides nothing, and the median
// over the images has to leave it out. Vehicles take unseen colours from their other side. An image that cannot be read
// is a warning. The result does not depend on the number of threads. Errors: interrupted; those of masks.
Result<std::vector<ActorSplats>> paint_actors(std::span<const mapping::MovingObjectModel> actors,
                                              std::span<const RecordedCamera> cameras, const ActorSplatOptions& options,
                                              Problems& problems, Progress& progress);

}  // namespace gs::builder
