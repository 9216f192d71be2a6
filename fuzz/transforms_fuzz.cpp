// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads any text as the transforms.json of a data set whose folder has one image, a.png of 2 x 2 pixels, and
// points.ply.
#include <unistd.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>

#include "gs/assets/image/png.h"
#include "gs/core/expect.h"
#include "gs/core/file.h"
#include "gs/core/progress.h"
#include "gs/dataset/open_dataset.h"

namespace {

constexpr std::string_view kPoints =
    "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
    "property uchar red\nproperty uchar green\nproperty uchar blue\nend_header\n1 2 3 4 5 6\n";

struct ScratchFolder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("fuzz_transforms-" + std::to_string(::getpid()));
  ScratchFolder() {
    std::filesystem::create_directories(path);
    GS_EXPECT(gs::assets::write_png(path / "a.png", gs::assets::Image::make(2, 2, 3)).has_value());
    GS_EXPECT(gs::write_file(path / "points.ply", kPoints).has_value());
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  static const ScratchFolder scratch;
  std::FILE* file = std::fopen((scratch.path / "transforms.json").c_str(), "wb");
  if (file == nullptr) return 0;
  std::fwrite(data, 1, size, file);
  std::fclose(file);
  gs::Problems problems(10);
  gs::NoProgress quiet;
  const auto set = gs::dataset::read_transforms_dataset(scratch.path, {}, problems, quiet);
  if (!set) return 0;
  GS_EXPECT(!set->data.views.empty());
  for (const gs::splat::train::TrainingView& view : set->data.views) {
    GS_EXPECT(view.rgb8.size() ==
              3u * static_cast<std::size_t>(view.camera.width) * static_cast<std::size_t>(view.camera.height));
    GS_EXPECT(std::isfinite(view.map_from_camera.translation.x));
  }
  return 0;
}
