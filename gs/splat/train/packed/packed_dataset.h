// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Packed data set (.gsds): all training data in one file that is read without an image library, for GPU machines with
// nothing installed.
//
// Layout, little endian (string32 = uint32 length and bytes):
//   "GSDS", uint32 version, string32 drivesim_commit, uint64 number of points, uint32 number of views
//   points: float32 x y z [m, map frame], uint8 red green blue
//   views: string32 name, uint8 held out, int32 width, height, uint8 camera model (0 radtan, 1 equidistant),
//          float64 fx fy cx cy k1..k6 p1 p2, float64 map_from_camera (translation x y z, rotation x y z w),
//          uint32 number of sections; each section: four-byte tag, uint64 length, that many bytes
//   CRC-32 of all bytes before
// Sections; readers skip unknown ones:
//   RGB8  image, compressed (image_codec.h), or
//   RAW8  image as plain bytes [height, width, 3], for writers that do not compress
//   MASK  one byte per pixel, 0 = ignore, run-length coded: uint32 length, uint8 value
//   SKY_  one byte per pixel, not 0 = sky, run-length coded
//   TIME  capture time, float64 [s]
//   DPTH  LiDAR samples: float32 x, y [px], depth [m]
#pragma once

#include <filesystem>
#include <string>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/splat/train/training_data.h"

namespace gs::splat::train {

// Content of a packed data set.
struct PackedDataset {
  TrainingData data;
  std::string drivesim_commit;  // commit of the software that made the data set, for the report
};

// Checks the data (check_training_data) and writes the file atomically. Views are encoded in parallel.
Result<void> save_packed_dataset(const std::filesystem::path& path, const PackedDataset& dataset);
// Reads a packed data set. Errors: truncated, crc_mismatch, version_mismatch, unsupported (camera model), invalid_data
// (non-finite numbers), corrupt.
Result<PackedDataset> load_packed_dataset(const std::filesystem::path& path);
Result<PackedDataset> parse_packed_dataset(Bytes file);

}  // namespace gs::splat::train
