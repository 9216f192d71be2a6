// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/text_message.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "gs/config/yaml.h"
#include "gs/rosmsg/codec/wire.h"
#include "gs/rosmsg/codec/wire_rules.h"

namespace gs::ros2 {
namespace {

// Value of a field that is not given.
const gs::Node kNothing{};

// Error for a YAML value that does not fit the field.
Error wrong_kind(const rosmsg::Field& field, const gs::Node& value) {
  return fail(ErrorCode::invalid_argument, "field {} cannot be {}", field.name, gs::name_of(value.kind));
}

// Writes a number or boolean field; a missing value is 0. Errors: invalid_argument if the value does not fit.
Result<void> put_number(rosmsg::WireWriter& out, const rosmsg::Field& field, const gs::Node& value) {
  if (!value.is_null() && !value.is_number() && value.kind != gs::Node::Kind::boolean) return wrong_kind(field, value);
  const int64_t integer = value.kind == gs::Node::Kind::boolean ? int64_t{value.boolean} : value.integer;
  if (field.type.kind == rosmsg::Kind::boolean) return out.number(static_cast<uint8_t>(integer != 0)), Result<void>();
  return with_number_type(rosmsg::number_type(field.type.kind), [&]<class T>(T) -> Result<void> {
    if constexpr (std::is_floating_point_v<T>) {
      const double real = value.kind == gs::Node::Kind::boolean ? static_cast<double>(integer) : value.real;
      if (std::isfinite(real) && std::abs(real) > std::numeric_limits<T>::max())
        return fail(ErrorCode::invalid_argument, "value {} is out of range for field {}", real, field.name);
      out.number(static_cast<T>(real));
    } else {
      if (value.kind == gs::Node::Kind::real) return wrong_kind(field, value);
      if (!std::in_range<T>(integer))
        return fail(ErrorCode::invalid_argument, "value {} is out of range for field {}", integer, field.name);
      out.number(static_cast<T>(integer));
    }
    return {};
  });
}

Result<void> put_message(rosmsg::WireWriter& out, const rosmsg::MessageType& type, const gs::Node& value);

// Writes one value: a nested message, a string or a number.
Result<void> put_one(rosmsg::WireWriter& out, const rosmsg::Field& field, const gs::Node& value) {
  if (field.type.kind == rosmsg::Kind::message) return put_message(out, *field.type.message, value);
  if (field.type.kind == rosmsg::Kind::wstring)
    return fail(ErrorCode::unsupported, "field {} is a wstring, which is not supported", field.name);
  if (field.type.kind != rosmsg::Kind::string) return put_number(out, field, value);
  if (!value.is_scalar()) return wrong_kind(field, value);
  out.text(value.is_null() ? std::string_view() : std::string_view(value.text));
  return {};
}

// Writes a field, an array element by element.
Result<void> put_field(rosmsg::WireWriter& out, const rosmsg::Field& field, const gs::Node& value) {
  if (field.type.array == rosmsg::ArrayKind::none) return put_one(out, field, value);
  if (!value.is_null() && !value.is_list()) return wrong_kind(field, value);
  const bool fixed = field.type.array == rosmsg::ArrayKind::fixed;
  const std::size_t count = fixed ? field.type.capacity : value.items.size();
  const bool too_long = field.type.array == rosmsg::ArrayKind::bounded && count > field.type.capacity;
  if (too_long || (fixed && value.is_list() && value.items.size() != count))
    return fail(ErrorCode::invalid_argument, "field {} cannot hold {} elements", field.name, value.items.size());
  if (!fixed) out.count(count);
  for (std::size_t i = 0; i < count; ++i) GS_CHECK(put_one(out, field, value.is_list() ? value.items[i] : kNothing));
  return {};
}

// Writes all fields in the order of the definition. Errors: invalid_argument for keys that are no fields.
Result<void> put_message(rosmsg::WireWriter& out, const rosmsg::MessageType& type, const gs::Node& value) {
  if (!value.is_null() && !value.is_map())
    return fail(ErrorCode::invalid_argument, "{} must be a map of fields, not {}", type.name, gs::name_of(value.kind));
  for (const auto& [key, ignored] : value.members) {
    const auto same = [&name = key](const rosmsg::Field& field) { return field.name == name; };
    if (std::any_of(type.fields.begin(), type.fields.end(), same)) continue;
    std::string known;
    for (const rosmsg::Field& field : type.fields) known += (known.empty() ? "known fields: " : ", ") + field.name;
    return fail(ErrorCode::invalid_argument, "{} has no field {}", type.name, key).with_hint(known);
  }
  // Messages without fields have one byte on the wire.
  if (rosmsg::has_placeholder(type, out.format())) out.number(uint8_t{0});
  for (const rosmsg::Field& field : type.fields) {
    if (!rosmsg::is_on_wire(field, out.format())) continue;
    const gs::Node* given = value.find(field.name);
    GS_CHECK(put_field(out, field, given == nullptr ? kNothing : *given));
  }
  return {};
}

}  // namespace

Result<std::vector<std::byte>> encode_text(const rosmsg::MessageType& type, std::string_view yaml,
                                           std::size_t header_bytes) {
  GS_TRY(const gs::Node value, yaml.empty() ? Result<gs::Node>(gs::Node{}) : config::parse_yaml(yaml));
  // CDR encapsulation header, then the call header of services.
  std::vector<std::byte> out(rosmsg::kEncapsulationBytes + header_bytes);
  out[1] = std::byte{1};  // little endian
  rosmsg::WireWriter writer(&out, {});
  GS_CHECK(put_message(writer, type, value));
  return out;
}

}  // namespace gs::ros2
