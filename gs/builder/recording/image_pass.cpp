// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/recording/image_pass.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "gs/core/parallel.h"
#include "gs/dataset/read_image.h"

namespace gs::builder {
namespace {

constexpr std::size_t kImagesAtOnce = 8;  // decoded together; images are large

}  // namespace

Result<void> visit_images(std::span<const RecordedShot> shots, std::string_view task, Problems& problems,
                          Progress& progress,
                          const std::function<void(std::size_t k, const assets::Image& image)>& visit) {
  progress.begin(task, shots.size(), "images");
  for (std::size_t begin = 0; begin < shots.size(); begin += kImagesAtOnce) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped while {}", task);
    const std::size_t count = std::min(kImagesAtOnce, shots.size() - begin);
    std::vector<std::optional<Result<assets::Image>>> images(count);
    parallel_for(
        count,
        [&](std::size_t k) {
          const RecordedShot& shot = shots[begin + k];
          images[k] = dataset::read_recorded_image(shot.view->path, shot.camera->lens);
        },
        1);
    for (std::size_t k = 0; k < count; ++k) {
      if (*images[k]) {
        visit(begin + k, **images[k]);
      } else {
        problems.add(Severity::warning, std::move(*images[k]).error());
      }
    }
    progress.advance(begin + count);
  }
  progress.finish();
  return {};
}

Result<CameraMasks> read_camera_masks(std::span<const RecordedCamera> cameras) {
  CameraMasks masks;
  for (const RecordedCamera& camera : cameras) {
    if (camera.mask.empty()) continue;
    GS_TRY(masks[&camera], dataset::read_gray8(camera.mask, camera.lens));
  }
  return masks;
}

}  // namespace gs::builder
