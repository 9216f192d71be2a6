// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gaussian PLY files: load, inspect, check, save (docs/conventions.md, "Gaussian PLY").
//
//   GS_TRY(const GaussianCloud cloud, load_ply("background.splat.ply", {.source = PlySource::bundle}));
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/splat/model/cloud.h"

namespace gs::splat {

// Order of rot_0..rot_3 in a file, and its name as in the header comment.
enum class QuaternionOrder { xyzw, wxyz };
std::string_view to_string(QuaternionOrder order);

// Origin of a file. It decides the quaternion order if the file does not state it, and how strict the reader is.
enum class PlySource {
  bundle,    // world bundle: xyzw by default; |norm - 1| > 1e-3 is an error
  imported,  // other trainers: wxyz by default; any norm > 0, because trainers store raw values
};

// Options of reading.
struct PlyOptions {
  PlySource source = PlySource::imported;
  std::optional<QuaternionOrder> quaternion_order{};  // overrides header comment and source
  uint64_t max_gaussians = 1ull << 32;                // a larger count is limit_exceeded, before memory is allocated
};

// Content of the header; the values themselves are not read.
struct PlyInfo {
  uint64_t count = 0;
  int sh_degree = 0;
  bool ascii = false;
  QuaternionOrder quaternion_order = QuaternionOrder::xyzw;
  bool order_stated = false;    // the file has a quaternion_order comment
  bool canonical = false;       // exactly the properties, types and order of a bundle's file
  uint64_t row_bytes = 0;       // binary only
  uint64_t trailing_bytes = 0;  // bytes behind the vertices (other elements or garbage); binary only
};

// Reads only the header, in milliseconds for any file size. The count has been checked against the file size.
Result<PlyInfo> inspect_ply(const std::filesystem::path& path, const PlyOptions& options = {});

// Reads a cloud. Rotations become unit quaternions; those within 1e-6 of unit length keep their bits. Errors:
// truncated, corrupt, unsupported, limit_exceeded, and invalid_data that names the first bad Gaussian and property.
Result<GaussianCloud> load_ply(const std::filesystem::path& path, const PlyOptions& options = {});
Result<GaussianCloud> parse_ply(Bytes file, const PlyOptions& options = {});

// Result of check_ply(): counts of all problems in the values.
struct PlyCheck {
  PlyInfo info;
  uint64_t non_finite_values = 0;
  uint64_t first_non_finite_index = 0;  // index of the Gaussian; valid if non_finite_values > 0
  std::string first_non_finite_property{};
  uint64_t bad_rotations = 0;  // |norm - 1| > 1e-3 (bundle), norm not > 0 (imported)
  uint64_t first_bad_rotation_index = 0;
  double first_bad_rotation_norm = 0;
  uint64_t loose_rotations = 0;                         // valid, but off by more than 1e-6: readers normalise them
  std::array<float, 3> min_position{}, max_position{};  // bounds of the Gaussians without non-finite values
};
// Checks all values in one parallel pass without building a cloud, and counts all problems instead of stopping at the
// first. Errors: those of the header.
Result<PlyCheck> check_ply(const std::filesystem::path& path, const PlyOptions& options = {});
Result<PlyCheck> check_ply(Bytes file, const PlyOptions& options = {});

// Layout of a saved file.
enum class PlyFlavor {
  bundle,    // x y z scale rot opacity f_dc f_rest, rotations xyzw, `comment quaternion_order xyzw`
  standard,  // x y z nx ny nz f_dc f_rest opacity scale rot, rotations wxyz: the layout of public viewers
};
// Writes the file atomically. The bytes do not depend on the number of threads.
Result<void> save_ply(const std::filesystem::path& path, CloudView cloud, PlyFlavor flavor = PlyFlavor::bundle);
// Header of a saved file, up to and including end_header.
std::string ply_header(uint64_t count, int sh_degree, PlyFlavor flavor);

}  // namespace gs::splat
