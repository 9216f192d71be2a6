// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Parses any bytes as a packed data set, also with a corrected checksum so that the content is reached, and as an
// encoded image of that format.
#include <cstring>
#include <vector>

#include "gs/core/hash/crc32.h"
#include "gs/splat/train/packed/image_codec.h"
#include "gs/splat/train/packed/packed_dataset.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const gs::Bytes file(reinterpret_cast<const std::byte*>(data), size);
  static_cast<void>(gs::splat::train::parse_packed_dataset(file).has_value());
  if (size < sizeof(uint32_t)) return 0;
  std::vector<std::byte> sealed(file.begin(), file.end());
  const uint32_t checksum = gs::crc32(file.first(size - sizeof(uint32_t)));
  std::memcpy(sealed.data() + size - sizeof(uint32_t), &checksum, sizeof(checksum));
  if (const auto set = gs::splat::train::parse_packed_dataset(sealed)) {
    static_cast<void>(gs::splat::train::check_training_data(set->data).has_value());
  }
  static_cast<void>(gs::splat::train::decode_image(file, 1 + data[0] % 64, 1 + data[1] % 64).has_value());
  return 0;
}
