// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Parses any bytes as PLY; the loader and the check must agree.
#include <cstdlib>

#include "gs/splat/model/ply.h"
#include "gs/splat/model/splat_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const gs::Bytes file(reinterpret_cast<const std::byte*>(data), size);
  for (const auto source : {gs::splat::PlySource::bundle, gs::splat::PlySource::imported}) {
    const auto cloud = gs::splat::parse_ply(file, {.source = source});
    const auto check = gs::splat::check_ply(file, {.source = source});
    const bool clean = check && check->non_finite_values == 0 && check->bad_rotations == 0;
    if (cloud.has_value() != clean) std::abort();
  }
  static_cast<void>(gs::splat::parse_splat(file).has_value());
  return 0;
}
