// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/dataset/points_ply.h"

#include <algorithm>
#include <array>

#include "gs/core/file.h"
#include "gs/splat/model/ply_header.h"
#include "gs/splat/model/ply_row.h"

namespace gs::dataset {
namespace {

constexpr std::array<std::string_view, 6> kNames = {"x", "y", "z", "red", "green", "blue"};
constexpr std::size_t kMissing = SIZE_MAX;

// Position of the wanted properties in a row of the file.
struct Layout {
  std::size_t row_bytes = 0;
  std::array<std::size_t, 6> column{}, offset{};  // kMissing: not in the file
  std::array<splat::ply::Type, 6> type{};
};

// Finds x y z and red green blue among the properties. Errors: invalid_data without x, y and z; unsupported lists.
Result<Layout> layout_of(const splat::ply::Element& element) {
  Layout layout;
  layout.column.fill(kMissing), layout.offset.fill(kMissing);
  for (std::size_t i = 0; i < element.properties.size(); ++i) {
    const splat::ply::Property& property = element.properties[i];
    if (property.list)
      return fail(ErrorCode::unsupported, "property {} of a point is a list, which is not supported", property.name);
    const auto at = static_cast<std::size_t>(std::find(kNames.begin(), kNames.end(), property.name) - kNames.begin());
    if (at < kNames.size()) {
      layout.column[at] = i, layout.offset[at] = layout.row_bytes, layout.type[at] = property.type;
    }
    layout.row_bytes += size_of(property.type);
  }
  for (std::size_t k = 0; k < 3; ++k) {
    if (layout.column[k] == kMissing) return fail(ErrorCode::invalid_data, "the points have no property {}", kNames[k]);
  }
  return layout;
}

// Clamped to 0..255; NaN becomes 0.
uint8_t color_byte(float value) { return static_cast<uint8_t>(value > 0 ? std::min(value, 255.0f) : 0.0f); }

splat::train::ColoredPoint point_of(const std::array<float, 6>& v) {
  return {{v[0], v[1], v[2]}, color_byte(v[3]), color_byte(v[4]), color_byte(v[5])};
}

}  // namespace

Result<std::vector<splat::train::ColoredPoint>> parse_points_ply(Bytes file) {
  GS_TRY(const splat::ply::Header header, splat::ply::parse_header(file));
  if (header.elements.empty()) return fail(ErrorCode::invalid_data, "the PLY file has no element");
  const splat::ply::Element& element = header.elements.front();
  GS_TRY(const Layout layout, layout_of(element));
  const Bytes data = file.subspan(header.bytes);
  // Smallest size of a row. ASCII: one digit per value with blanks between; the last value needs no blank behind it.
  const std::size_t least = header.ascii ? 2 * element.properties.size() - 1 : layout.row_bytes;
  if (element.count > (data.size() + (header.ascii ? 1 : 0)) / least) {
    return fail(ErrorCode::truncated, "{} points do not fit into {} bytes", element.count, data.size());
  }
  std::vector<splat::train::ColoredPoint> points;
  points.reserve(element.count);
  std::string_view text = as_text(data);
  std::vector<float> columns(element.properties.size());
  for (uint64_t i = 0; i < element.count; ++i) {
    std::array<float, 6> values{0, 0, 0, 128, 128, 128};  // grey without colours
    if (header.ascii) {
      for (float& column : columns) {
        // ASCII rows are read completely, because unused columns must be skipped too.
        GS_TRY(column, splat::ply::next_ascii_value(text));
      }
    }
    for (std::size_t k = 0; k < kNames.size(); ++k) {
      if (layout.column[k] == kMissing) continue;
      // Binary rows may contain other properties; only the wanted ones are read.
      const std::byte* from = data.data() + i * layout.row_bytes + layout.offset[k];
      values[k] = header.ascii ? columns[layout.column[k]] : splat::ply::load_as_float(from, layout.type[k]);
    }
    points.push_back(point_of(values));
  }
  return points;
}

Result<std::vector<splat::train::ColoredPoint>> read_points_ply(const std::filesystem::path& path) {
  GS_TRY(const MappedFile file, MappedFile::open(path));
  return parse_points_ply(file.bytes()).with_context(path.string());
}

Result<void> write_points_ply(const std::filesystem::path& path, std::span<const splat::train::ColoredPoint> points) {
  ByteWriter out;
  out.text(format("ply\nformat binary_little_endian 1.0\nelement vertex {}\n", points.size()));
  for (const std::string_view name : {"x", "y", "z"}) out.text(format("property float {}\n", name));
  for (const std::string_view name : {"red", "green", "blue"}) out.text(format("property uchar {}\n", name));
  out.text("end_header\n");
  out.reserve(out.size() + 15 * points.size());
  for (const splat::train::ColoredPoint& p : points) {
    out.put(p.position.x), out.put(p.position.y), out.put(p.position.z);
    out.u8(p.red), out.u8(p.green), out.u8(p.blue);
  }
  return write_file(path, out.view());
}

}  // namespace gs::dataset
