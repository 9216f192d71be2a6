// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A small drivesim data set and programs that replace DriveStudio. Test code only.
#pragma once

#include <gtest/gtest.h>

#include "gs/assets/image/jpeg.h"
#include "gs/assets/image/png.h"
#include "gs/assets/torch/testing/torch_writer.h"
#include "gs/core/file.h"
#include "gs/core/json/json_writer.h"
#include "gs/core/plain_file.h"
#include "gs/core/testing/temporary_folder.h"

namespace gs::builder::testing {

// Two cameras of 16 x 12 pixels (fx 10, fy 11, cx 7.5, cy 5.5). Frame n of camera_front is taken at n / 10 s, n metres
// along x; camera_left has half as many frames. One sweep of two points per frame of camera_front. Frame 4 of both is
// held out.
inline void write_dataset(const fs::path& root, int frames = 10) {
  const auto write = [&](const std::string& name, const std::string& text) {
    fs::create_directories((root / name).parent_path());
    ASSERT_TRUE(write_plain(root / name, text));
  };
  write("dataset_config.json",
        R"({"version": "1.0.0", "drivesim_commit": "abc", "mode": "background_only",
            "camera_ids": ["camera_left", "camera_front"], "frame_count": 15, "undistorted": true, "held_out": [4]})");
  const std::string lens =
      R"({"width": 16, "height": 12, "model": "pinhole", "fx": 10, "fy": 11, "cx": 7.5, "cy": 5.5})";
  write("intrinsics.json",
        R"({"version": "1.0.0", "cameras": {"camera_front": )" + lens + R"(, "camera_left": )" + lens + "}}");
  std::string front, left, sweeps;
  assets::Image image = assets::Image::make(16, 12, 3);
  for (int n = 0; n < frames; ++n) {
    // Axes: x right is -y of map, y down is -z, z forward is x.
    front += format("{} {}.{} 0 0 1 {} -1 0 0 0 0 -1 0 1.5\n", n, n / 10, n % 10, n);
    if (n % 2 == 0) left += format("{} {}.{}2 0 0 1 {} -1 0 0 2 0 -1 0 1.5\n", n / 2, n / 10, n % 10, n);
    image.data[0] = static_cast<uint8_t>(n);
    const std::string name = format("{:010d}", n);
    write("images/camera_front/" + name + ".jpg", std::string(as_text(assets::encode_jpeg(image).value())));
    if (n % 2 == 0) {
      write(format("images/camera_left/{:010d}.png", n / 2), std::string(as_text(assets::encode_png(image).value())));
    }
    const std::vector<float> rows{float(n) + 5, 1, 0, float(n) + 6, -1, 0.5f};
    write("lidar/" + name + ".bin", assets::testing::raw_floats(rows));
    sweeps +=
        format(R"({}{{"file": "{}.bin", "timestamp": {}, "origin": [{}, 0, 2]}})", n == 0 ? "" : ",", name, 0.1 * n, n);
  }
  write("poses/camera_front.txt", front), write("poses/camera_left.txt", left);
  write("lidar/index.json", R"({"sweeps": [)" + sweeps + "]}");
}

inline void write_mask(const fs::path& path, int left_out) {
  assets::Image mask = assets::Image::make(16, 12, 1);
  std::fill(mask.data.begin(), mask.data.end(), uint8_t{255});
  mask.data[static_cast<std::size_t>(left_out)] = 0;
  fs::create_directories(path.parent_path());
  ASSERT_TRUE(assets::write_png(path, mask));
}

// An executable shell script.
inline fs::path write_script(const fs::path& path, const std::string& body) {
  EXPECT_TRUE(write_file(path, "#!/bin/sh\n" + body));
  fs::permissions(path, fs::perms::owner_all);
  return path;
}

// A replacement of DriveStudio: prints its output and writes the checkpoint beside it. Arguments: {output}.
inline fs::path write_fake_trainer(const fs::path& folder, std::size_t gaussians = 200, int sh_degree = 1) {
  EXPECT_TRUE(write_file(folder / "trained.pth", assets::testing::drivestudio_file(gaussians, sh_degree, 40)));
  return write_script(folder / "fake_trainer.sh",
                      "here=$(dirname \"$0\")\n"
                      "echo 'I20260101 root train.py:1] [ 0/41]  eta: 0:00:04  train_metrics/psnr: 11.5 (11.5)'\n"
                      "echo 'a warning' >&2\n"
                      "echo 'I20260101 root train.py:1] [40/41]  eta: 0:00:00  train_metrics/psnr: 24.5 (20.1)'\n"
                      "mkdir -p \"$1/drivestudio/background\"\n"
                      "cp \"$here/trained.pth\" \"$1/drivestudio/background/checkpoint_final.pth\"\n");
}

}  // namespace gs::builder::testing
