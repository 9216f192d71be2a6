// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Makes the plan for reading the rows of a PLY file: property names to offsets, SH degree, and sizes checked against
// the file.
#include <algorithm>
#include <unordered_map>

#include "gs/splat/model/ply_header.h"

namespace gs::splat::ply {
namespace {

// A property and its position among the properties.
struct Found {
  Source source;
  std::size_t index;
};
using Columns = std::unordered_map<std::string_view, Found>;

// a * b, or UINT64_MAX on overflow: counts of a header are compared with real sizes afterwards.
uint64_t saturating_product(uint64_t a, uint64_t b) {
  uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

// Bytes of one row; list properties are unsupported because their rows have no fixed size.
Result<uint64_t> row_bytes_of(const Element& element) {
  uint64_t bytes = 0;
  for (const Property& property : element.properties) {
    if (property.list) {
      return fail(ErrorCode::unsupported, "PLY element '{}' has the list property '{}'", element.name, property.name)
          .with_hint("Gaussians are read from rows of scalars; remove the list property");
    }
    bytes += size_of(property.type);
  }
  return bytes;
}

// Bytes of the elements in front of the vertices; for ascii files such elements are unsupported.
Result<uint64_t> bytes_before_vertices(const Header& header, std::size_t vertex) {
  uint64_t bytes = 0;
  for (std::size_t i = 0; i < vertex; ++i) {
    const Element& element = header.elements[i];
    if (header.ascii && element.count > 0) {
      return fail(ErrorCode::unsupported, "ascii PLY has the element '{}' before the vertices", element.name);
    }
    GS_TRY(const uint64_t row, row_bytes_of(element));
    const uint64_t size = saturating_product(row, element.count);
    if (__builtin_add_overflow(bytes, size, &bytes)) bytes = UINT64_MAX;
  }
  return bytes;
}

// Vertex properties by name. Errors: corrupt for a duplicate.
Result<Columns> columns_of(const Element& vertex, bool ascii) {
  Columns columns;
  std::size_t offset = 0;
  for (std::size_t i = 0; i < vertex.properties.size(); ++i) {
    const Property& property = vertex.properties[i];
    const Source source{.offset = static_cast<uint32_t>(ascii ? i : offset), .type = property.type};
    if (!columns.emplace(property.name, Found{source, i}).second) {
      return fail(ErrorCode::corrupt, "PLY has the vertex property '{}' twice", property.name);
    }
    offset += size_of(property.type);
  }
  return columns;
}

// SH degree from the number of f_rest properties.
Result<int> degree_of(const Columns& columns) {
  const auto rest =
      std::count_if(columns.begin(), columns.end(), [](const auto& item) { return item.first.starts_with("f_rest_"); });
  for (int degree = 0; degree <= kMaxShDegree; ++degree) {
    if (rest == 3 * (sh_coefficients(degree) - 1)) return degree;
  }
  return fail(ErrorCode::invalid_data, "PLY has {} f_rest properties, allowed: 0, 9, 24 or 45", rest)
      .with_hint("one count for each SH degree 0 to 3");
}

// Fails if the file is too short for `count` rows; nothing has been allocated for them yet.
Result<void> check_size(const Plan& plan, uint64_t available) {
  const PlyInfo& info = plan.info;
  if (info.ascii) {  // each value takes at least a digit and a separator, except the last separator
    const uint64_t smallest = saturating_product(info.count, 2 * plan.columns);
    if (info.count == 0 || smallest - 1 <= available) return {};
  } else if (saturating_product(info.count, info.row_bytes) <= available) {
    return {};
  }
  return fail(ErrorCode::truncated, "PLY header claims {} Gaussians, but only {} bytes follow it", info.count,
              available)
      .with_hint("the file was cut off; copy or write it again");
}

}  // namespace

std::string slot_name(std::size_t slot) {
  if (slot < kScale) return std::string(1, "xyz"[slot]);
  if (slot < kRotation) return format("scale_{}", slot - kScale);
  if (slot < kOpacity) return format("rot_{}", slot - kRotation);
  if (slot < kDc) return "opacity";
  if (slot < kRest) return format("f_dc_{}", slot - kDc);
  return format("f_rest_{}", slot - kRest);
}

namespace {

// Error for a missing property, with a special text for files that contain plain points.
Error missing(std::size_t slot, const Columns& columns) {
  const auto has = [&](std::string_view name) { return columns.find(name) != columns.end(); };
  if (has("x") && has("y") && has("z") && !has("scale_0") && !has("rot_0") && !has("opacity")) {
    return fail(ErrorCode::invalid_data, "PLY contains {}, not Gaussians: its vertices have no property '{}'",
                has("red") ? "coloured points" : "points", slot_name(slot))
        .with_hint(
            "use a PLY of trained Gaussians; plain points (such as points.ply of a data set) are an input of training");
  }
  return fail(ErrorCode::invalid_data, "PLY vertices have no property '{}'", slot_name(slot))
      .with_hint("a Gaussian PLY has x y z, scale_0..2, rot_0..3, opacity, f_dc_0..2 and f_rest_*");
}

}  // namespace

Result<Plan> make_plan(Bytes file, const PlyOptions& options) {
  // 1. Header: the vertex element, the quaternion order (option, then header, then the rule of the source) and the SH
  // degree.
  GS_TRY(const Header header, parse_header(file));
  const auto vertex =
      std::find_if(header.elements.begin(), header.elements.end(), [](const Element& e) { return e.name == "vertex"; });
  if (vertex == header.elements.end()) return fail(ErrorCode::corrupt, "PLY has no element 'vertex'");

  Plan plan;
  plan.columns = vertex->properties.size();
  plan.info.count = vertex->count;
  plan.info.ascii = header.ascii;
  plan.info.order_stated = header.quaternion_order.has_value();
  const auto by_source = options.source == PlySource::bundle ? QuaternionOrder::xyzw : QuaternionOrder::wxyz;
  plan.info.quaternion_order = options.quaternion_order.value_or(header.quaternion_order.value_or(by_source));
  GS_TRY(plan.info.row_bytes, row_bytes_of(*vertex));
  GS_TRY(const Columns columns, columns_of(*vertex, header.ascii));
  GS_TRY(plan.info.sh_degree, degree_of(columns));
  plan.slots = kRest + 3 * static_cast<std::size_t>(sh_coefficients(plan.info.sh_degree) - 1);
  plan.info.canonical = !header.ascii && plan.slots == plan.columns;
  // 2. Slots: where each value of a Gaussian lies in a row. Canonical files have all of them as floats in our order.
  for (std::size_t slot = 0; slot < plan.slots; ++slot) {
    const auto found = columns.find(slot_name(slot));
    if (found == columns.end()) return missing(slot, columns);
    plan.source[slot] = found->second.source;
    plan.all_float &= found->second.source.type == Type::f32;
    plan.info.canonical &= found->second.index == slot;
  }
  plan.info.canonical &= plan.all_float;

  // 3. Sizes: compare the counts of the header with the bytes in the file before anybody allocates memory for them.
  GS_TRY(const uint64_t before,
         bytes_before_vertices(header, static_cast<std::size_t>(vertex - header.elements.begin())));
  const uint64_t rest = file.size() - header.bytes;
  GS_CHECK(check_size(plan, rest - std::min(before, rest)));
  if (plan.info.count > options.max_gaussians) {
    return fail(ErrorCode::limit_exceeded, "PLY has {} Gaussians, more than the limit of {}", plan.info.count,
                options.max_gaussians);
  }
  plan.data = file.subspan(header.bytes + std::min(before, rest));
  if (!header.ascii) plan.info.trailing_bytes = plan.data.size() - plan.info.count * plan.info.row_bytes;
  return plan;
}

}  // namespace gs::splat::ply
