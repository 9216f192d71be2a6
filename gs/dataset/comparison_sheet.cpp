// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/dataset/comparison_sheet.h"

#include <algorithm>
#include <cstdlib>

#include "gs/assets/image/contact_sheet.h"
#include "gs/assets/image/png.h"
#include "gs/core/file.h"

namespace gs::dataset {
namespace {

// The error is shown this many times as bright.
constexpr int kErrorGain = 4;

// Copy of an image of this view, scaled down to `width` by the box filter of training.
assets::Image tile_of(const splat::train::TrainingView& view, const std::vector<uint8_t>& rgb8, int width) {
  splat::train::TrainingView tile{.camera = view.camera, .rgb8 = rgb8};
  tile = splat::train::scaled_down(std::move(tile), std::min(1.0, static_cast<double>(width) / view.camera.width), 0);
  return {.width = tile.camera.width, .height = tile.camera.height, .channels = 3, .data = std::move(tile.rgb8)};
}

// The image with masked pixels at a third of their brightness.
std::vector<uint8_t> dimmed(const splat::train::TrainingView& view) {
  std::vector<uint8_t> out = view.rgb8;
  for (std::size_t i = 0; i < view.mask.size(); ++i) {
    if (view.mask[i] != 0) continue;
    for (std::size_t c = 0; c < 3; ++c) out[3 * i + c] = static_cast<uint8_t>(out[3 * i + c] / 3);
  }
  return out;
}

// Error image of three equal channels.
std::vector<uint8_t> error_of(const splat::train::TrainingView& view, const splat::SplatImage& rendered) {
  std::vector<uint8_t> out(view.rgb8.size(), 0);
  for (std::size_t i = 0; i < out.size() / 3; ++i) {
    if (!view.mask.empty() && view.mask[i] == 0) continue;
    int sum = 0;
    for (std::size_t c = 0; c < 3; ++c) sum += std::abs(view.rgb8[3 * i + c] - rendered.rgb8[3 * i + c]);
    std::fill_n(out.begin() + static_cast<std::ptrdiff_t>(3 * i), 3,
                static_cast<uint8_t>(std::min(255, kErrorGain * sum / 3)));
  }
  return out;
}

}  // namespace

assets::Image comparison_sheet(std::span<const splat::train::ViewComparison> views, const ContactSheetStyle& style) {
  std::vector<assets::Image> tiles;  // three per view
  for (const splat::train::ViewComparison& pair : views) {
    for (const auto& rgb8 : {dimmed(*pair.view), pair.rendered->rgb8, error_of(*pair.view, *pair.rendered)}) {
      tiles.push_back(tile_of(*pair.view, rgb8, style.tile_width));
    }
  }
  return assets::contact_sheet(tiles, {.across = 3, .gap = style.gap});
}

splat::train::ComparisonCallback preview_writer(std::filesystem::path folder) {
  return [folder = std::move(folder)](uint64_t iteration,
                                      std::span<const splat::train::ViewComparison> views) -> Result<void> {
    std::error_code error;
    std::filesystem::create_directories(folder / "previews", error);
    if (error) return system_error("making", folder / "previews", error.value());
    const assets::Image sheet = comparison_sheet(views);
    GS_CHECK(assets::write_png(folder / "previews" / format("iteration_{}.png", iteration), sheet, 9));
    return assets::write_png(folder / "contact_sheet.png", sheet, 9);
  };
}

}  // namespace gs::dataset
