// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The allowed includes between libraries and of third-party headers: the table of docs/architecture.md in a form that
// include_direction_test.cpp can read.
#pragma once

#include <string_view>
#include <vector>

namespace gs::architecture {

// One library and what it may include.
struct Layer {
  std::string_view folder;                      // below gs/; a file belongs to the longest folder that matches
  std::vector<std::string_view> may_include;    // folders below gs/, each with its subfolders
  std::vector<std::string_view> third_parties;  // first path component or whole name of <...> includes
};

// Third parties that every test (*_test.cpp, testing/) may include.
inline const std::vector<std::string_view> kTestOnly = {"gtest", "gmock", "tiny_gltf.h", "nlohmann", "dds"};

inline const std::vector<Layer> kLayers = {
    {"core", {"core"}, {"fmt"}},
    {"geometry", {"core", "geometry"}, {}},
    {"splat", {"core", "geometry", "splat"}, {"cub", "cuda"}},
    {"config", {"core", "config"}, {"yaml-cpp", "CLI"}},
    {"assets",
     {"core", "geometry", "splat/model", "assets"},
     {"png.h", "zlib.h", "turbojpeg.h", "jpeglib.h", "libavcodec", "libavformat", "libavutil", "libswscale"}},
    {"rosmsg", {"core", "geometry", "rosmsg"}, {}},
    {"logio", {"core", "logio"}, {"lz4.h", "lz4hc.h", "lz4frame.h", "zstd.h", "bzlib.h", "sqlite3.h"}},
    {"rtps", {"core", "rtps"}, {}},
    {"raycast", {"core", "geometry", "raycast"}, {"embree3"}},
    {"world", {"core", "geometry", "splat/model", "assets", "config", "world"}, {"geos_c.h", "nlohmann", "yaml-cpp"}},
    {"render", {"core", "geometry", "splat", "world", "render"}, {}},
    {"mapping", {"core", "geometry", "assets", "mapping"}, {"Eigen", "geos_c.h", "meshoptimizer.h"}},
    {"builder",
     {"core", "geometry", "splat", "config", "assets", "rosmsg", "logio", "raycast", "world", "render", "mapping",
      "builder"},
     {"Eigen", "nlohmann"}},
    {"sim", {"core", "geometry", "splat", "raycast", "world", "render", "config", "sim"}, {}},
    {"bridge",
     {"core", "geometry", "config", "world", "sim", "rosmsg", "rtps", "logio", "assets", "bridge"},
     {"fastdds", "fastrtps", "fastcdr"}},
    {"convert", {"core", "geometry", "config", "rosmsg", "logio", "assets", "convert"}, {"nlohmann"}},
    {"synth",
     {"core", "geometry", "config", "splat/model", "assets", "rosmsg", "logio", "raycast", "world", "synth"},
     {}},
    {"architecture", {"core", "architecture"}, {}},
};

}  // namespace gs::architecture
