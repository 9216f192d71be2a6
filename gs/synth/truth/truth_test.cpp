// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/truth/truth.h"

#include <gmock/gmock.h>

#include <cmath>

#include "gs/assets/glb/glb.h"
#include "gs/assets/image/png.h"
#include "gs/core/testing/folder_contents.h"
#include "gs/core/testing/option_sweep.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/synth/truth/ground_truth.h"
#include "gs/world/files/drivable.h"
#include "gs/world/files/heightmap.h"

namespace gs {
namespace {

TEST(GroundTruth, HeightmapSamplesAreTheClosedForm) {
  const Road road{StreetOptions{.length_m = 150}};
  const HeightmapData map = ground_truth(road, 1.0);
  int known = 0;
  for (double s = 5; s < 145; s += 3.3) {
    const Vec2d p = road.plan(s, 2.0);
    const auto height = ground_height(map, p.x, p.y);
    if (!height) continue;
    EXPECT_NEAR(*height, road.ground_height(p), 0.03);  // bilinear over a metre
    ++known;
  }
  EXPECT_GT(known, 40);
}

TEST(GroundTruth, DrivableAreaIsValidAndEndsAtParkedCars) {
  // The same street with and without parked cars.
  const Street street = make_street({}, false), bare = make_street({.density = 0}, false);
  Problems problems;
  const DrivableArea back = parse_drivable(write_drivable(drivable_truth(street)), "drivable.geojson", problems);
  EXPECT_TRUE(problems.empty());
  ASSERT_EQ(back.polygons.size(), 1u);
  EXPECT_GT(area_m2(back), 4000);
  const std::size_t cars = back.polygons[0].holes.size();
  EXPECT_GT(cars, 20u);
  EXPECT_TRUE(drivable_truth(bare).polygons[0].holes.empty());
  const double per_car = (area_m2(drivable_truth(bare)) - area_m2(back)) / static_cast<double>(cars);
  EXPECT_GT(per_car, 5);  // a car covers 3.75 m by 1.7 m at least
  EXPECT_LT(per_car, 11);
}

TEST(Truth, WritesAllFilesOrNone) {
  const TemporaryFolder temporary;
  const fs::path folder = temporary / "truth";
  DriveOptions drive;
  drive.street.length_m = 150;
  drive.duration_s = 1.0;
  drive.traffic = true;
  drive.cameras = {"front"};
  drive.resolution = "96x64";
  NoProgress progress;
  const TruthOptions options{.every = 6, .heightmap_resolution_m = 1.0, .held_out_samples = 1};
  const auto report = write_truth(folder, false, drive, options, progress);
  ASSERT_TRUE(report) << report.error().message;
  // 12 frames of one second, every sixth; four offsets each.
  EXPECT_EQ(report->frames, 2);
  EXPECT_EQ(report->held_out, 8);
  EXPECT_FALSE(write_truth(folder, false, drive, options, progress)) << "an existing folder stays";
  for (const char* name : {"truth.json", "poses.csv", "objects.json", "frames.json", "held_out.json"}) {
    EXPECT_TRUE(fs::exists(folder / name)) << name;
  }
  EXPECT_TRUE(load_heightmap(folder / "ground/heightmap.yaml", folder / "ground/heightmap.bin"));
  EXPECT_TRUE(load_drivable(folder / "ground/drivable.geojson"));
  const auto mesh = read_glb(folder / "mesh.glb");
  ASSERT_TRUE(mesh);
  EXPECT_GT(mesh->triangle_count(), 10000u);
  const auto depth = read_png(folder / "frames/front/000006.depth.png");
  ASSERT_TRUE(depth);
  EXPECT_EQ(depth->bytes_per_sample, 2);
  // The middle of the lowest row sees the road some metres ahead.
  EXPECT_GT(depth->sample(48, 63, 0), 256);
  EXPECT_LT(depth->sample(48, 63, 0), 256 * 8);
  const auto zero = read_png(folder / "held_out/front/000000_0.0m.png"),
             three = read_png(folder / "held_out/front/000000_3.0m.png");
  ASSERT_TRUE(zero && three);
  EXPECT_NE(*zero, *three);
  const std::string held_out = read_text_file(folder / "held_out.json").value();
  // The index lists a mask exactly if a file was written.
  const bool seen = held_out.find(".moving.png") != std::string::npos;
  EXPECT_EQ(seen, std::any_of(fs::directory_iterator(folder / "held_out/front"), fs::directory_iterator(),
                              [](auto& e) { return e.path().string().ends_with(".moving.png"); }));
  fs::remove_all(folder);
}

TEST(TruthOptions, EachOneChangesTheFiles) {
  DriveOptions drive;
  drive.street.length_m = 150;
  drive.street.density = 0.1;
  drive.duration_s = 0.4;
  drive.cameras = {"front"};
  drive.resolution = "48x32";
  const TruthOptions base{.every = 2, .offsets_m = {0}, .heightmap_resolution_m = 5, .held_out_samples = 1};
  const std::vector<ShortChange> probes{
      {"every=3"}, {"offsets_m=0,2"}, {"heightmap_resolution_m=4"}, {"held_out_samples=4"}};
  expect_every_option_is_read<TruthOptions>(base, option_changes(probes), [&](const TruthOptions& options) {
    const TemporaryFolder folder;
    NoProgress quiet;
    const auto report = write_truth(folder / "truth", false, drive, options, quiet);
    EXPECT_TRUE(report) << report.error().message;
    fs::remove(folder / "truth" / "files.json");  // contains the time of every file
    return folder_contents(folder.path());
  });
}

}  // namespace
}  // namespace gs
