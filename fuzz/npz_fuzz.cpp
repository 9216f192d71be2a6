// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Parses any bytes as a NumPy archive, as an array, and as Gaussians.
#include "gs/assets/npz/npz.h"
#include "gs/assets/npz/npz_gaussians.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const gs::Bytes file(reinterpret_cast<const std::byte*>(data), size);
  static_cast<void>(gs::assets::parse_npz_gaussians(file).has_value());
  if (const auto npz = gs::assets::NpzFile::borrow(file)) {
    for (const std::string& name : npz->names()) {
      if (const auto array = npz->read(name)) static_cast<void>(array->to_floats());
    }
  }
  if (const auto array = gs::assets::parse_npy({file.begin(), file.end()})) static_cast<void>(array->to_doubles());
  return 0;
}
