// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Format versions and which ones are read.
#include "gs/world/version.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gs::world {
namespace {

TEST(FormatVersion, ReadsThreeNumbersAndNothingElse) {
  EXPECT_EQ(parse_format_version("1.20.3"), (FormatVersion{1, 20, 3}));
  for (const char* text : {"", "1", "1.0", "1.0.0.0", "v1.0.0", "1.0.0-rc", "1.-0.0", "01.0.0", "1.0.x", "1..0",
                           "99999999999.0.0", "1.0.0 "}) {
    EXPECT_EQ(parse_format_version(text), std::nullopt) << text;
  }
}

TEST(FormatVersion, SameMajorIsReadNewerMinorWarnsOtherMajorIsRefused) {
  EXPECT_FALSE(check_format_version("1.0.0", "f"));
  EXPECT_FALSE(check_format_version("1.1.0", "f"));
  EXPECT_FALSE(check_format_version("1.1.7", "f"));
  EXPECT_FALSE(check_format_version("1.2.0", "f"));
  EXPECT_EQ(check_format_version("1.3.0", "f")->severity, Severity::warning);
  const auto newer = check_format_version("2.0.0", "world.yaml");
  ASSERT_TRUE(newer);
  EXPECT_EQ(newer->severity, Severity::error);
  EXPECT_EQ(newer->code, ErrorCode::version_mismatch);
  EXPECT_EQ(
      to_string(*newer),
      "error: world.yaml: version: version 2.0.0 is not supported (allowed: 1.x.y, known up to 1.2.0); hint: use a "
      "newer release of the programs");
  EXPECT_EQ(check_format_version("0.9.0", "f")->severity, Severity::error);
  EXPECT_EQ(check_format_version("one", "f")->code, ErrorCode::invalid_data);
}

TEST(FormatVersion, ABundleIsOfTheNewestVersionAsSoonAsItHoldsALayerOfIt) {
  const auto version = [](std::vector<std::string> files) { return bundle_version(files); };
  EXPECT_EQ(version({}), "1.1.0");
  EXPECT_EQ(version({"geometry/static_mesh.glb", "quality.json", "gaussians/sky.png"}), "1.1.0");
  for (const char* file : {"actors/trajectories.json", "hdmap/lanes.json", "traffic/signals.json", "scenarios/a.yaml",
                           "trust/map.png", "gaussians/lod.rad", "./actors/assets.json"}) {
    EXPECT_EQ(version({"quality.json", file}), "1.2.0") << file;
  }
  EXPECT_EQ(version({"my/actors/a.json", "actors.json", "gaussians/lod.rad.txt"}), "1.1.0");
}

}  // namespace
}  // namespace gs::world
