// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/report/projected_pictures.h"

#include <algorithm>

#include "gs/assets/image/jpeg.h"
#include "gs/builder/recording/refined_cameras.h"

namespace gs::builder {
namespace {

constexpr std::string_view kBefore = "_before.jpg", kAfter = "_after.jpg";

// The file with its size; empty if it is no JPEG.
report::Picture picture_of(const fs::path& file) {
  constexpr uint64_t kMostBytes = 4u << 20;
  const auto bytes = read_binary_file(file, kMostBytes);
  if (!bytes) return {};
  const auto info = assets::JpegDecoder().inspect(*bytes);
  return info ? report::Picture{*bytes, info->width, info->height} : report::Picture{};
}

}  // namespace

std::vector<ProjectedPictures> read_projected_pictures(const Workspace& workspace) {
  const fs::path folder = workspace.folder(Step::calibration_builder) / kProjectedPoints;
  std::vector<ProjectedPictures> out;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (!name.ends_with(kBefore)) continue;
    ProjectedPictures pictures{name.substr(0, name.size() - kBefore.size()), picture_of(it->path()), {}};
    pictures.after = picture_of(folder / (pictures.camera + std::string(kAfter)));
    if (!pictures.before.file.empty()) out.push_back(std::move(pictures));
  }
  std::ranges::sort(out, {}, &ProjectedPictures::camera);
  return out;
}

}  // namespace gs::builder
