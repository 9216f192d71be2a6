// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Files of a COLMAP model. The first byte chooses the file: cameras, images or points3D, binary ('0' to '2') or text
// ('3' to '5'); the rest is its content.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gs/core/expect.h"
#include "gs/dataset/colmap.h"

namespace {

void check(const gs::Result<std::map<uint32_t, gs::CameraD>>& cameras) {
  if (!cameras) return;
  for (const auto& [id, camera] : *cameras) GS_EXPECT(camera.width > 0 && camera.height > 0);
}

void check(const gs::Result<std::vector<gs::dataset::ColmapImage>>& images, std::size_t size) {
  if (images) GS_EXPECT(images->size() <= size);
}

void check(const gs::Result<std::vector<gs::splat::train::ColoredPoint>>& points, std::size_t size) {
  if (points) GS_EXPECT(points->size() <= size);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const gs::Bytes bytes = gs::as_bytes(text);
  namespace dataset = gs::dataset;
  switch (data[0] % 6) {  // '0' is 48, a multiple of 6
    case 0:
      check(dataset::parse_colmap_cameras(bytes));
      break;
    case 1:
      check(dataset::parse_colmap_images(bytes), size);
      break;
    case 2:
      check(dataset::parse_colmap_points(bytes), size);
      break;
    case 3:
      check(dataset::parse_colmap_cameras_text(text));
      break;
    case 4:
      check(dataset::parse_colmap_images_text(text), size);
      break;
    default:
      check(dataset::parse_colmap_points_text(text), size);
  }
  return 0;
}
