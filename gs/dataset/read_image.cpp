// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/dataset/read_image.h"

#include <algorithm>

#include "gs/assets/image/jpeg.h"
#include "gs/assets/image/png.h"
#include "gs/core/file.h"

namespace gs::dataset {
namespace {

bool is_jpeg(Bytes file) { return file.size() > 2 && file[0] == std::byte{0xFF} && file[1] == std::byte{0xD8}; }

// 8 bits per sample and the size of the camera.
Result<void> check_size(const assets::Image& image, const CameraD& camera) {
  if (image.width == camera.width && image.height == camera.height && image.bytes_per_sample == 1) return {};
  return fail(ErrorCode::invalid_data,
              "the image has {} x {} pixels of {} bytes per sample, the camera has {} x {} pixels of one byte",
              image.width, image.height, image.bytes_per_sample, camera.width, camera.height);
}

}  // namespace

Result<assets::Image> read_recorded_image(const fs::path& path, const CameraD& camera) {
  GS_TRY(const MappedFile file, MappedFile::open(path));
  GS_TRY(assets::Image image,
         (is_jpeg(file.bytes()) ? assets::decode_jpeg(file.bytes()) : assets::decode_png(file.bytes()))
             .with_context(path.string()));
  GS_CHECK(check_size(image, camera).with_context(path.string()));
  if (image.channels == 3) return image;
  const auto channels = static_cast<std::size_t>(image.channels);
  // Grey is repeated; alpha is dropped.
  assets::Image out = assets::Image::make(image.width, image.height, 3);
  for (std::size_t i = 0; i < out.data.size() / 3; ++i) {
    for (std::size_t c = 0; c < 3; ++c) out.data[3 * i + c] = image.data[i * channels + (channels < 3 ? 0 : c)];
  }
  return out;
}

Result<std::vector<uint8_t>> read_rgb8(const fs::path& path, const CameraD& camera) {
  GS_TRY(assets::Image image, read_recorded_image(path, camera));
  return std::move(image.data);
}

Result<std::vector<uint8_t>> read_gray8(const fs::path& path, const CameraD& camera) {
  GS_TRY(const assets::Image image, assets::read_png(path));
  GS_CHECK(check_size(image, camera).with_context(path.string()));
  const auto channels = static_cast<std::size_t>(image.channels);
  std::vector<uint8_t> out(image.data.size() / channels);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = image.data[i * channels];
  return out;
}

Result<fs::path> path_inside(const fs::path& folder, const std::string& name) {
  const fs::path path = fs::path(name).lexically_normal();
  const bool leaves = path.is_absolute() || path.empty() || *path.begin() == "..";
  if (leaves) return fail(ErrorCode::invalid_data, "path '{}' is outside of the data set's folder", name);
  return folder / path;
}

}  // namespace gs::dataset
