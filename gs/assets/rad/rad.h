// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// RAD: level-of-detail trees of Gaussians for web viewers (Spark 2.1 and later). A viewer requests chunks of 65,536
// nodes as byte ranges, first those that its view needs most.
//
// Format (sparkjsdev/spark, rust/spark-lib/src/rad.rs), little endian; every part is padded with zeros to 8 bytes:
//   file:   "RAD0", uint32 length, JSON (count of nodes, SH degree, offset and size of each chunk), then the chunks
//   chunk:  "RADC", uint32 length, JSON (first node, count, properties), uint64 payload size, then the properties
// A property holds planes: all values of component 0, then of component 1, ...; raw deflate where it saves 10 %.
// Written here: center float32 with bytes apart, alpha float16, rgb 8 bits or float16, scales float16 of ln,
// orientation float16 x y z with w >= 0, SH of degree 1 to 3 8 bits, child_count uint16, child_start uint32. Alpha
// above 1 is stored as 1 + (sqrt(1 + e ln alpha) - 1) / 4, at most 2.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/splat/lod/lod_tree.h"

namespace gs::assets {

// Options of writing.
struct RadOptions {
  std::string comment{};      // stored in the header
  int compression_level = 1;  // 1 (fast) to 9 (small)
};
// Writes a tree; a file without a node is invalid_argument. The bytes do not depend on the number of threads. Beside
// the tree, save_rad() needs memory for 16 chunks (40 MB at SH degree 0).
Result<void> save_rad(const std::filesystem::path& path, const splat::lod::LodTree& tree,
                      const RadOptions& options = {});
Result<std::vector<std::byte>> to_rad(const splat::lod::LodTree& tree, const RadOptions& options = {});

// What a file contains.
struct RadInfo {
  uint32_t nodes = 0;
  uint32_t leaves = 0;
  int sh_degree = 0;
  std::size_t chunks = 0;
  std::string comment{};
};
// Reads and checks every chunk, one after the other: sizes, values, and that the nodes form one tree. Errors: corrupt,
// truncated, version_mismatch, unsupported (encodings that are not written here), invalid_data; they name the chunk and
// the property.
Result<RadInfo> check_rad(Bytes file);
Result<RadInfo> check_rad(const std::filesystem::path& path);

// All nodes of a file.
struct RadNodes {
  RadInfo info{};
  std::vector<splat::lod::LodGaussian> gaussians{};
  std::vector<float> sh{};  // [N, 3, K] as in splat/model/cloud.h
  std::vector<uint16_t> child_count{};
  std::vector<uint32_t> child_start{};
};
// Reads a whole file with the checks and errors of check_rad().
Result<RadNodes> parse_rad(Bytes file);
Result<RadNodes> load_rad(const std::filesystem::path& path);

}  // namespace gs::assets
