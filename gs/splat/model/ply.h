// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gaussian PLY: load, inspect, check, save (docs/conventions.md, "Gaussian PLY").
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

namespace gs {

enum class QuaternionOrder { xyzw, wxyz };
std::string_view to_string(QuaternionOrder order);

// Where a file comes from decides what holds when it says nothing itself.
enum class PlySource {
  bundle,    // ours: xyzw unless a comment says otherwise; |norm - 1| <= 1e-3 or it is an error
  imported,  // anybody's: wxyz unless a comment says otherwise; any norm > 0, as trainers store them raw
};

struct PlyOptions {
  PlySource source = PlySource::imported;
  std::optional<QuaternionOrder> quaternion_order{};  // overrides comment and source
  uint64_t max_gaussians = 1ull << 32;                // more is limit_exceeded, before anything is allocated
};

// What the header says; the values have not been looked at.
struct PlyInfo {
  uint64_t count = 0;
  int sh_degree = 0;
  bool ascii = false;
  QuaternionOrder quaternion_order = QuaternionOrder::xyzw;
  bool order_stated = false;    // by a comment in the file
  bool canonical = false;       // exactly the properties, types and order of a bundle's file
  uint64_t row_bytes = 0;       // binary only
  uint64_t trailing_bytes = 0;  // behind the vertices (other elements, or garbage); binary only
};

// Reads the header only: milliseconds whatever the size. The count is already checked against the file's size.
Result<PlyInfo> inspect_ply(const std::filesystem::path& path, const PlyOptions& options = {});

// The cloud. Rotations come out as unit quaternions: those already within 1e-6 of unit length keep their bits.
// Non-finite values are an error that names the first Gaussian and property.
Result<GaussianCloud> load_ply(const std::filesystem::path& path, const PlyOptions& options = {});
Result<GaussianCloud> parse_ply(Bytes file, const PlyOptions& options = {});

// One parallel pass over the values without building a cloud; the whole truth for a validator, not the first error.
struct PlyCheck {
  PlyInfo info;
  uint64_t non_finite_values = 0;
  uint64_t first_non_finite_index = 0;  // of the Gaussian; valid when the count above is not 0
  std::string first_non_finite_property{};
  uint64_t bad_rotations = 0;  // |norm - 1| > 1e-3 (bundle), norm not > 0 (imported)
  uint64_t first_bad_rotation_index = 0;
  double first_bad_rotation_norm = 0;
  uint64_t loose_rotations = 0;                         // accepted, but off by more than 1e-6: readers normalise them
  std::array<float, 3> min_position{}, max_position{};  // of the finite ones
};
Result<PlyCheck> check_ply(const std::filesystem::path& path, const PlyOptions& options = {});
Result<PlyCheck> check_ply(Bytes file, const PlyOptions& options = {});

enum class PlyFlavor {
  bundle,    // x y z scale rot opacity f_dc f_rest, rotations xyzw, `comment quaternion_order xyzw`
  standard,  // x y z nx ny nz f_dc f_rest opacity scale rot, rotations wxyz: what every public viewer reads
};
// Appears whole or not at all. Same bytes whatever the number of threads.
Result<void> save_ply(const std::filesystem::path& path, CloudView cloud, PlyFlavor flavor = PlyFlavor::bundle);
// The header a saved file starts with.
std::string ply_header(uint64_t count, int sh_degree, PlyFlavor flavor);

}  // namespace gs
