// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/pcd/pcd.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "gs/assets/pcd/pcd_header.h"
#include "gs/core/file.h"

namespace gs::assets {
namespace {

using pcd::Field;
using pcd::Header;

// Maximum expansion of LZF: 264 bytes from 3.
constexpr uint64_t kMaxLzfRatio = 88;

// The fields to read.
struct Wanted {
  const Field* x;
  const Field* y;
  const Field* z;
  const Field* intensity;  // may be null
};

// Appends a point, or counts it as dropped.
void append(PcdPoints& points, Vec3f position, const float* intensity) {
  if (!is_finite(position)) {
    ++points.dropped;
    return;
  }
  points.positions.push_back(position);
  if (intensity != nullptr) points.intensities.push_back(*intensity);
}

// Reserves memory for all points; their number has been checked against the file size.
PcdPoints reserved(const Header& header, const Wanted& wanted) {
  PcdPoints points;
  points.positions.reserve(header.points);
  if (wanted.intensity != nullptr) points.intensities.reserve(header.points);
  return points;
}

// Error for a header that claims more points than the file contains.
Error too_short(const Header& header, uint64_t available) {
  return fail(ErrorCode::truncated, "PCD claims {} points, but only {} bytes follow its header", header.points,
              available)
      .with_hint("the file was cut off; copy or write it again");
}

// Each value takes at least a digit and a separator, which bounds the claimed count.
Result<PcdPoints> read_ascii(const Header& header, const Wanted& wanted, Bytes data) {
  if (header.points > data.size() / (2 * header.columns) + 1) return too_short(header, data.size());
  PcdPoints points = reserved(header, wanted);
  std::string_view text = as_text(data);
  std::vector<float> columns(header.columns);
  for (uint64_t i = 0; i < header.points; ++i) {
    for (float& column : columns) {
      const std::size_t begin = text.find_first_not_of(" \t\r\n");
      if (begin == std::string_view::npos) return fail(ErrorCode::truncated, "PCD ends in point {}", i);
      text.remove_prefix(begin);
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), column);
      if (error != std::errc()) return fail(ErrorCode::corrupt, "PCD point {} contains text that is not a number", i);
      text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    }
    append(points, {columns[wanted.x->column], columns[wanted.y->column], columns[wanted.z->column]},
           wanted.intensity == nullptr ? nullptr : &columns[wanted.intensity->column]);
  }
  return points;
}

// Reads binary points; field_at(field, i) returns the bytes of a field of point i.
template <class FieldAt>
PcdPoints read_points(const Header& header, const Wanted& wanted, FieldAt field_at) {
  PcdPoints points = reserved(header, wanted);
  for (uint64_t i = 0; i < header.points; ++i) {
    const auto value = [&](const Field* field) { return pcd::load_number(field_at(*field, i), *field); };
    const float intensity = wanted.intensity == nullptr ? 0.0f : value(wanted.intensity);
    append(points, {value(wanted.x), value(wanted.y), value(wanted.z)},
           wanted.intensity == nullptr ? nullptr : &intensity);
  }
  return points;
}

Result<PcdPoints> read_binary(const Header& header, const Wanted& wanted, Bytes data) {
  if (header.points > data.size() / header.point_bytes) return too_short(header, data.size());
  return read_points(header, wanted, [&](const Field& field, uint64_t i) {
    return data.data() + i * header.point_bytes + field.offset;
  });
}

// uint32 compressed size, uint32 size, then LZF data with the fields one after the other (structure of arrays).
Result<PcdPoints> read_compressed(const Header& header, const Wanted& wanted, Bytes data) {
  ByteReader in(data);
  GS_TRY(const uint32_t compressed_bytes, in.u32());
  GS_TRY(const uint32_t bytes, in.u32());
  GS_TRY(const Bytes compressed, in.bytes(compressed_bytes));
  if (header.points > bytes / header.point_bytes || header.points * header.point_bytes != bytes ||
      bytes > compressed.size() * kMaxLzfRatio) {
    return too_short(header, data.size());
  }
  std::vector<std::byte> plain(bytes);
  GS_CHECK(pcd::lzf_decompress(compressed, plain));
  return read_points(header, wanted, [&](const Field& field, uint64_t i) {
    return plain.data() + header.points * field.offset + i * field.size * field.count;
  });
}

}  // namespace

Result<PcdPoints> parse_pcd(Bytes file) {
  GS_TRY(const Header header, pcd::parse_header(file));
  const Wanted wanted{header.find("x"), header.find("y"), header.find("z"), header.find("intensity")};
  if (wanted.x == nullptr || wanted.y == nullptr || wanted.z == nullptr) {
    return fail(ErrorCode::invalid_data, "PCD has no fields x, y and z");
  }
  const Bytes data = file.subspan(header.bytes);
  switch (header.storage) {
    case pcd::Storage::ascii:
      return read_ascii(header, wanted, data);
    case pcd::Storage::binary:
      return read_binary(header, wanted, data);
    case pcd::Storage::binary_compressed:
      return read_compressed(header, wanted, data);
  }
  return fail(ErrorCode::internal, "PCD storage has no reader");
}

Result<PcdPoints> read_pcd(const std::filesystem::path& path) {
  GS_TRY(const MappedFile file, MappedFile::open(path));
  return parse_pcd(file.bytes()).with_context(path.string());
}

std::string pcd_header(uint64_t count, bool with_intensity) {
  const std::string_view fields = with_intensity ? "x y z intensity" : "x y z";
  const std::string_view fours = with_intensity ? "4 4 4 4" : "4 4 4";
  const std::string_view types = with_intensity ? "F F F F" : "F F F";
  const std::string_view ones = with_intensity ? "1 1 1 1" : "1 1 1";
  return format(
      "VERSION 0.7\nFIELDS {}\nSIZE {}\nTYPE {}\nCOUNT {}\nWIDTH {}\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\n"
      "POINTS {}\nDATA binary\n",
      fields, fours, types, ones, count, count);
}

Result<void> write_pcd(const std::filesystem::path& path, std::span<const Vec3f> positions,
                       std::span<const float> intensities) {
  GS_EXPECT(intensities.empty() || intensities.size() == positions.size());
  const bool with_intensity = !intensities.empty();
  GS_TRY(AtomicFile file, AtomicFile::create(path));
  GS_CHECK(file.write(pcd_header(positions.size(), with_intensity)));
  // Write in blocks of 16384 points.
  constexpr std::size_t kPointsAtOnce = 1 << 14;
  std::vector<float> block;
  for (std::size_t begin = 0; begin < positions.size(); begin += kPointsAtOnce) {
    block.clear();
    const std::size_t end = std::min(begin + kPointsAtOnce, positions.size());
    for (std::size_t i = begin; i < end; ++i) {
      block.insert(block.end(), {positions[i].x, positions[i].y, positions[i].z});
      if (with_intensity) block.push_back(intensities[i]);
    }
    GS_CHECK(file.write(std::as_bytes(std::span(block))));
  }
  return file.commit();
}

}  // namespace gs::assets
