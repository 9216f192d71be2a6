// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A data set as one file (.gsds) that training reads with no image library: what reaches a bare GPU machine.
//
// Little endian: "GSDS", uint32 version, string32 drivesim_commit, uint64 number of points, then uint32 number of
// views. Points: float32 x y z, uint8 red green blue. Views: string32 name, uint8 held out, int32 width and height,
// uint8 lens, float64 fx fy cx cy k1..k6 p1 p2, float64 map_from_camera (x y z of the translation, x y z w of the
// rotation), then uint32 number of sections, each a four-byte tag, uint64 length and that many bytes:
//   RGB8  the photograph (photo_codec.h), or
//   RAW8  the same as plain bytes, for writers that are in a hurry
//   MASK  one byte a pixel, 0 = leave out, as runs: uint32 length, uint8 value
//   SKY_  one byte a pixel, not 0 = sky, as runs
//   TIME  when it was taken, float64 [s]
//   DPTH  LiDAR returns, float32 x y [px] and depth [m] each
// Readers pass over sections they do not know. At the end the CRC-32 of all before.
#pragma once

#include <filesystem>
#include <string>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/splat/train/data.h"

namespace gs {

struct PackedDataset {
  TrainingData data;
  std::string drivesim_commit;
};

Result<void> save_packed_dataset(const std::filesystem::path& path, const PackedDataset& dataset);
// truncated, crc_mismatch, version_mismatch or corrupt when it is not one.
Result<PackedDataset> load_packed_dataset(const std::filesystem::path& path);
Result<PackedDataset> parse_packed_dataset(Bytes file);

}  // namespace gs
