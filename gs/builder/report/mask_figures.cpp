// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/report/mask_figures.h"

#include <algorithm>

#include "gs/assets/image/png.h"
#include "gs/builder/report/view_pictures.h"
#include "gs/dataset/read_image.h"

namespace gs::builder {
namespace {

constexpr std::size_t kMostMasksRead = 12;

// Files of a folder, sorted; empty if there is no such folder.
std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> out;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) out.push_back(*it);
  std::ranges::sort(out);
  return out;
}

double masked_share(const assets::Image& mask) {
  const auto masked = std::ranges::count(mask.data, uint8_t{0});
  return static_cast<double>(masked) / static_cast<double>(std::max<std::size_t>(1, mask.data.size()));
}

// Pixels that are masked in either; masks of different sizes are not joined.
assets::Image joined(assets::Image a, const assets::Image& b) {
  if (a.data.empty()) return b;
  if (a.data.size() != b.data.size()) return a;
  for (std::size_t i = 0; i < a.data.size(); ++i) a.data[i] = std::min(a.data[i], b.data[i]);
  return a;
}

// The recorded image below a mask of the same size.
Result<report::Picture> shown(const fs::path& image, const assets::Image& mask) {
  const CameraD size{.width = mask.width, .height = mask.height};
  GS_TRY(assets::Image pixels, dataset::read_recorded_image(image, size));
  return mask_picture(std::move(pixels), mask);
}

CameraMasks masks_of(const fs::path& dataset, const fs::path& images) {
  CameraMasks out{.camera = images.filename().string()};
  const std::vector<fs::path> frames = files_in(images);
  out.images = frames.size();
  assets::Image fixed, most;
  if (auto mask = assets::read_png(dataset / "masks" / (out.camera + ".png")); mask && mask->channels == 1) {
    fixed = *std::move(mask);
    out.fixed_share = masked_share(fixed);
  }
  const std::vector<fs::path> moving = files_in(dataset / "masks" / out.camera);
  out.with_moving = moving.size();
  // Of a few masks spread over the drive, the one that covers most.
  fs::path frame = frames.empty() ? fs::path() : frames[frames.size() / 2];
  const std::size_t count = std::min(kMostMasksRead, moving.size());
  for (std::size_t i = 0; i < count; ++i) {
    const fs::path& file = moving[i * moving.size() / count];
    auto mask = assets::read_png(file);
    if (!mask || mask->channels != 1 || masked_share(*mask) <= out.moving_share) continue;
    const auto same = std::ranges::find(frames, file.stem(), [](const fs::path& f) { return f.stem(); });
    if (same == frames.end()) continue;
    out.moving_share = masked_share(*mask), frame = *same, most = *std::move(mask);
  }
  const assets::Image mask = most.data.empty() ? fixed : joined(most, fixed);
  if (mask.data.empty() || frame.empty()) return out;
  if (auto picture = shown(frame, mask)) out.example = *std::move(picture);
  return out;
}

}  // namespace

std::vector<CameraMasks> read_mask_figures(const Workspace& workspace) {
  const fs::path dataset = workspace.folder(Step::drivesim_dataset_converter);
  std::vector<CameraMasks> out;
  for (const fs::path& images : files_in(dataset / "images")) out.push_back(masks_of(dataset, images));
  return out;
}

}  // namespace gs::builder
