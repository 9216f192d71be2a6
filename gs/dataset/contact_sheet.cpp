// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/dataset/contact_sheet.h"

#include <algorithm>
#include <cstdlib>

#include "gs/assets/image/png.h"
#include "gs/core/file.h"

namespace gs {
namespace {

// The error is shown this many times as bright.
constexpr int kErrorGain = 4;

// Scaled copy of an image; uses TrainingView because scaled_down() works on it.
TrainingView tile_of(const TrainingView& view, const std::vector<uint8_t>& rgb8, int width) {
  TrainingView tile{.camera = view.camera, .rgb8 = rgb8};
  return scaled_down(std::move(tile), std::min(1.0, static_cast<double>(width) / view.camera.width), 0);
}

// The image with masked pixels at a third of their brightness.
std::vector<uint8_t> dimmed(const TrainingView& view) {
  std::vector<uint8_t> out = view.rgb8;
  for (std::size_t i = 0; i < view.mask.size(); ++i) {
    if (view.mask[i] != 0) continue;
    for (std::size_t c = 0; c < 3; ++c) out[3 * i + c] = static_cast<uint8_t>(out[3 * i + c] / 3);
  }
  return out;
}

// Error image of three equal channels.
std::vector<uint8_t> error_of(const TrainingView& view, const SplatImage& rendered) {
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

// Copies a tile row by row into the sheet.
void paste(Image& sheet, const TrainingView& tile, int left, int top) {
  const auto bytes = static_cast<std::size_t>(tile.camera.width) * 3;
  for (int y = 0; y < tile.camera.height; ++y) {
    std::copy_n(tile.rgb8.data() + static_cast<std::size_t>(y) * bytes, bytes,
                sheet.row(top + y) + static_cast<std::size_t>(left) * 3);
  }
}

}  // namespace

Image comparison_sheet(std::span<const ViewComparison> views, const ContactSheetStyle& style) {
  std::vector<TrainingView> tiles;  // three per view
  int width = 0, height = 0;
  for (const ViewComparison& pair : views) {
    for (const auto& rgb8 : {dimmed(*pair.view), pair.rendered->rgb8, error_of(*pair.view, *pair.rendered)}) {
      tiles.push_back(tile_of(*pair.view, rgb8, style.tile_width));
    }
    width = std::max(width, 3 * tiles.back().camera.width + 2 * style.gap);
    height += tiles.back().camera.height + (height > 0 ? style.gap : 0);
  }
  // White background; rows of views with different sizes need not align.
  Image sheet = Image::make(std::max(width, 1), std::max(height, 1), 3);
  std::fill(sheet.data.begin(), sheet.data.end(), uint8_t{255});
  int top = 0;
  for (std::size_t i = 0; i < tiles.size(); i += 3) {
    const CameraD& camera = tiles[i].camera;
    for (std::size_t k = 0; k < 3; ++k)
      paste(sheet, tiles[i + k], static_cast<int>(k) * (camera.width + style.gap), top);
    top += camera.height + style.gap;
  }
  return sheet;
}

ComparisonCallback preview_writer(std::filesystem::path folder) {
  return [folder = std::move(folder)](uint64_t iteration, std::span<const ViewComparison> views) -> Result<void> {
    std::error_code error;
    std::filesystem::create_directories(folder / "previews", error);
    if (error) return system_error("making", folder / "previews", error.value());
    const Image sheet = comparison_sheet(views);
    GS_CHECK(write_png(folder / "previews" / format("iteration_{}.png", iteration), sheet, 9));
    return write_png(folder / "contact_sheet.png", sheet, 9);
  };
}

}  // namespace gs
