// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/codec/codec.h"

#include "gs/core/text/enum_names.h"

namespace gs::logio {
namespace {

constexpr EnumNames<Codec::bz2> kNames("none", "lz4", "zstd", "bz2");

// Upper bound of decoded / encoded bytes. LZ4: at most 255 bytes per input byte. zstd: a 128 KiB block of one value
// takes 4 bytes. bzip2: a 900 kB block of one value takes about 40 bytes.
uint64_t max_ratio(Codec codec) {
  switch (codec) {
    case Codec::none:
      return 1;
    case Codec::lz4:
      return 256;
    case Codec::zstd:
    case Codec::bz2:
      return 65536;
  }
  return 1;
}

}  // namespace

std::string_view to_string(Codec codec) { return kNames[codec]; }

std::optional<Codec> parse_codec(std::string_view name) { return name.empty() ? Codec::none : kNames.find(name); }

uint64_t max_decoded_bytes(Codec codec, uint64_t compressed_bytes) {
  const uint64_t ratio = max_ratio(codec);
  return compressed_bytes > ~0ull / ratio ? ~0ull : compressed_bytes * ratio;
}

Result<void> check_decoded_size(Codec codec, uint64_t compressed_bytes, uint64_t claimed_bytes, uint64_t max_bytes) {
  if (codec == Codec::none && claimed_bytes != compressed_bytes) {
    return fail(ErrorCode::corrupt, "stored uncompressed in {} bytes, but states a decoded size of {}",
                compressed_bytes, claimed_bytes);
  }
  // Checked before the ratio, so that an absurd size is limit_exceeded rather than corrupt.
  if (claimed_bytes > max_bytes) {
    return fail(ErrorCode::limit_exceeded, "states {} decoded bytes, more than the limit of {}", claimed_bytes,
                max_bytes);
  }
  if (claimed_bytes / max_ratio(codec) > compressed_bytes) {
    return fail(ErrorCode::corrupt, "states {} decoded bytes, which {} cannot pack into {}", claimed_bytes,
                to_string(codec), compressed_bytes);
  }
  return {};
}

}  // namespace gs::logio
