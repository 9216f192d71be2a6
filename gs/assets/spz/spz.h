// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// SPZ: the compressed Gaussian format of Niantic (versions 2 and 3, gzip). About a tenth of the PLY, lossy.
//
// Facts of the format (nianticlabs/spz, README): after gunzip, little endian: uint32 magic "NGSP", uint32 version,
// uint32 count, uint8 SH degree, uint8 fractional bits, uint8 flags (1: antialiased), uint8 0; then arrays, one after
// the other:
//   positions   3 x 24-bit signed fixed point      alphas  uint8, 255 sigmoid(logit)
//   colours     3 x uint8, 255 (0.15 dc + 0.5)     scales  3 x uint8, 16 (log scale + 10)
//   rotations   v2: 3 x uint8, 127.5 (x y z + 1), w >= 0; v3: 32 bits, the three smallest components
//   SH          coefficient-major, channel last: uint8, 128 (value + 1)
//
// Coordinates are written and read as they are. Viewers of .spz take y for up; turn the cloud first where that matters.
#pragma once

#include <filesystem>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/splat/model/cloud.h"

namespace gs {

struct SpzCloud {
  GaussianCloud cloud{};
  bool antialiased = false;  // trained with opacity compensation
};

Result<SpzCloud> load_spz(const std::filesystem::path& path);
Result<SpzCloud> parse_spz(Bytes file);

struct SpzOptions {
  bool antialiased = false;
  int sh1_bits = 5;      // bits kept of degree 1 (the format's customary values); fewer make smaller files
  int sh_rest_bits = 4;  // of degrees 2 and 3
};
// Version 2, which every reader knows. Same cloud, same bytes. Fractional bits: 12 (0.25 mm, +-2 km), fewer for larger
// clouds.
Result<std::vector<std::byte>> to_spz(CloudView cloud, const SpzOptions& options = {});
Result<void> save_spz(const std::filesystem::path& path, CloudView cloud, const SpzOptions& options = {});

}  // namespace gs
