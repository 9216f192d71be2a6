// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/rosmsg/field_list.h"

namespace gs::rosmsg {

void FieldList::constant(std::string_view name, Kind kind, std::string text) {
  type_.constants.push_back({.name = std::string(name), .kind = kind, .text = std::move(text)});
}

void FieldList::add(std::string_view name, const detail::MemberType& member, std::size_t offset,
                    const FieldTraits& traits) {
  Field field{.name = std::string(name),
              .type = member.type,
              .ros1_name = std::string(traits.ros1_name),
              .default_text = std::string(traits.default_text),
              .ros1_only = traits.ros1_only,
              .struct_offset = offset,
              .sequence = member.sequence};
  if (traits.kind) field.type.kind = *traits.kind;
  if (traits.bound > 0) {
    field.type.array = ArrayKind::bounded;
    field.type.capacity = traits.bound;
  }
  field.type.string_capacity = traits.string_bound;
  type_.fields.push_back(std::move(field));
}

}  // namespace gs::rosmsg
