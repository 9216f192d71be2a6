// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// SPZ: compressed Gaussians of Niantic (versions 2 and 3 in gzip, version 4 in zstd). About a tenth of the size of a
// PLY, lossy.
//
// Format (nianticlabs/spz, README), after gunzip, little endian: uint32 magic "NGSP", uint32 version, uint32 count,
// uint8 SH degree, uint8 fractional bits, uint8 flags (1: antialiased, 2: extensions), uint8 0; then these arrays:
//   positions   3 x 24-bit signed fixed point      alphas  uint8, 255 sigmoid(logit)
//   colours     3 x uint8, 255 (0.15 dc + 0.5)     scales  3 x uint8, 16 (log scale + 10)
//   rotations   v2: 3 x uint8, 127.5 (x y z + 1), w >= 0; v3, v4: 32 bits, the three smallest components
//   SH          coefficient-major, channel last: uint8, 128 (value + 1)
// Version 4 stores each array as a zstd stream of its own (zstd_streams.h).
//
// Coordinates are read and written unchanged. Viewers of .spz assume y-up; transform the cloud first where that
// matters.
#pragma once

#include <filesystem>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/splat/model/cloud.h"

namespace gs::assets {

// Content of a file.
struct SpzCloud {
  splat::GaussianCloud cloud{};
  bool antialiased = false;  // trained with opacity compensation
};

// Reads a cloud. Errors: corrupt, truncated, version_mismatch, unsupported (SH degree).
Result<SpzCloud> load_spz(const std::filesystem::path& path);
Result<SpzCloud> parse_spz(Bytes file);

// Options of writing.
struct SpzOptions {
  int version = 2;  // 2, 3 (finer rotations) or 4 (zstd, not read by viewers from before 2026)
  bool antialiased = false;
  int sh1_bits = 5;      // bits kept of SH degree 1 (the usual value); fewer give smaller files
  int sh_rest_bits = 4;  // bits kept of SH degrees 2 and 3
};
// Writes a cloud; all readers support version 2. The same cloud gives the same bytes. Positions have 12 fractional bits
// (0.25 mm, +-2 km), fewer for larger clouds. Errors: invalid_data if a position is too far from the origin,
// limit_exceeded.
Result<std::vector<std::byte>> to_spz(splat::CloudView cloud, const SpzOptions& options = {});
Result<void> save_spz(const std::filesystem::path& path, splat::CloudView cloud, const SpzOptions& options = {});

}  // namespace gs::assets
