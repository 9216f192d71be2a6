// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// One pass over recorded images: decoded in parallel, used one after the other.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "gs/assets/image/image.h"
#include "gs/builder/recording/ingested_images.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"

namespace gs::builder {

// One image of one camera.
struct RecordedShot {
  const RecordedCamera* camera;
  const RecordedView* view;
};

// Calls visit(k, image) for every image, in their order, whatever the number of threads. An image that cannot be read
// is a warning. `task` names the pass in progress and errors: "colouring points". Errors: interrupted.
Result<void> visit_images(std::span<const RecordedShot> shots, std::string_view task, Problems& problems,
                          Progress& progress,
                          const std::function<void(std::size_t k, const assets::Image& image)>& visit);

// Masks of the cameras that have one: [height, width], 0 where no image shows anything. Errors: those of reading.
using CameraMasks = std::map<const RecordedCamera*, std::vector<uint8_t>>;
Result<CameraMasks> read_camera_masks(std::span<const RecordedCamera> cameras);

}  // namespace gs::builder
