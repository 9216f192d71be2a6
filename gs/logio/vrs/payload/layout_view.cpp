// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/vrs/payload/layout_view.h"

#include <algorithm>

#include "gs/core/number_type.h"

namespace gs::logio::vrs {
namespace {

// Loads one scalar and calls use(value) with its type.
template <class Use>
auto with_scalar(Scalar scalar, const std::byte* at, Use&& use) {
  // Booleans and characters have no NumberType; the numbers follow them in the same order in both enumerations.
  if (scalar == Scalar::boolean) return use(load_le<uint8_t>(at) != 0);
  if (scalar == Scalar::character) return use(load_le<int8_t>(at));
  return with_number(static_cast<NumberType>(static_cast<int>(scalar) - static_cast<int>(Scalar::i8)), at, use);
}
static_assert(static_cast<int>(Scalar::f64) - static_cast<int>(Scalar::i8) == static_cast<int>(NumberType::f64));

// Takes a text (u32 length, bytes) from the front; nullopt at the end or if the length is too large.
std::optional<std::string_view> take_text(Bytes& from) {
  ByteReader in(from);
  const auto text = in.string32();
  if (!text) return std::nullopt;
  from = in.rest();
  return *text;
}

// Writes elements as an array, or as one number if `single`.
void append_elements(const ElementType& type, Bytes bytes, bool single, JsonWriter& json) {
  const bool flat = single && type.count == 1;
  if (!flat) json.begin_array();
  for (std::size_t at = 0; at + type.scalar_bytes <= bytes.size(); at += type.scalar_bytes) {
    with_scalar(type.scalar, bytes.data() + at, [&](auto value) { json.value(value); });
  }
  if (!flat) json.end_array();
}

// String vector: u32 count, then texts.
std::vector<std::string> split_texts(Bytes bytes) {
  ByteReader in(bytes);
  std::vector<std::string> out;
  const auto count = in.u32();
  Bytes rest = in.rest();
  for (uint32_t i = 0; count && i < *count; ++i) {
    const auto text = take_text(rest);
    if (!text) break;
    out.emplace_back(*text);
  }
  return out;
}

// String map: texts as keys, each followed by its value.
void append_map(const ElementType& type, Bytes bytes, JsonWriter& json) {
  json.begin_object();
  while (const auto key = take_text(bytes)) {
    if (type.scalar == Scalar::text) {
      const auto value = take_text(bytes);
      if (!value) break;
      json.field(*key, *value);
      continue;
    }
    if (bytes.size() < type.bytes()) break;
    json.key(*key);
    append_elements(type, bytes.first(type.bytes()), true, json);
    bytes = bytes.subspan(type.bytes());
  }
  json.end_object();
}

}  // namespace

Result<LayoutView> LayoutView::parse(const DataLayout& layout, Bytes bytes) {
  LayoutView view;
  view.layout_ = &layout;
  // Fixed pieces, back to back.
  ByteReader in(bytes);
  for (const Piece& piece : layout.pieces) {
    if (!piece.is_fixed()) continue;
    GS_TRY(const Bytes slot, in.bytes(piece.fixed_bytes()));
    view.slots_.push_back({&piece, slot});
  }
  // Variable pieces: table of (offset, length), then the bytes that the offsets refer to.
  const std::size_t variable = layout.variable_count();
  GS_TRY(const Bytes index, in.bytes(variable * 8));
  const Bytes rest = in.rest();
  std::size_t end = 0, i = 0;
  for (const Piece& piece : layout.pieces) {
    if (piece.is_fixed()) continue;
    const auto offset = load_le<uint32_t>(index.data() + 8 * i);
    const auto length = load_le<uint32_t>(index.data() + 8 * i + 4);
    if (offset > rest.size() || rest.size() - offset < length) {
      return fail(ErrorCode::corrupt, "field '{}' lies behind the end of its record", piece.name);
    }
    view.slots_.push_back({&piece, rest.subspan(offset, length)});
    end = std::size_t{offset} + length;  // pieces are contiguous, so the last one gives the size of the block
    ++i;
  }
  view.block_ = bytes.first(in.offset() + end);
  return view;
}

// Layouts have few fields, so a linear search is enough.
const LayoutView::Slot* LayoutView::find(std::string_view name) const {
  const auto found =
      std::find_if(slots_.begin(), slots_.end(), [&](const Slot& slot) { return slot.piece->name == name; });
  return found == slots_.end() ? nullptr : &*found;
}

std::optional<Bytes> LayoutView::raw(std::string_view name) const {
  const Slot* slot = find(name);
  return slot == nullptr ? std::nullopt : std::optional(slot->bytes);
}

std::vector<double> LayoutView::numbers(std::string_view name) const {
  std::vector<double> out;
  const Slot* slot = find(name);
  if (slot == nullptr || slot->piece->element == nullptr || slot->piece->element->scalar == Scalar::text ||
      slot->piece->kind == PieceKind::string_map) {
    return out;
  }
  const ElementType& type = *slot->piece->element;
  for (std::size_t at = 0; at + type.scalar_bytes <= slot->bytes.size(); at += type.scalar_bytes) {
    out.push_back(with_scalar(type.scalar, slot->bytes.data() + at, [](auto v) { return static_cast<double>(v); }));
  }
  return out;
}

std::optional<double> LayoutView::number(std::string_view name) const {
  const std::vector<double> all = numbers(name);
  return all.empty() ? std::nullopt : std::optional(all.front());
}

std::optional<int64_t> LayoutView::integer(std::string_view name) const {
  const Slot* slot = find(name);
  if (slot == nullptr || slot->piece->kind != PieceKind::value || slot->piece->element->count != 1) return std::nullopt;
  const Scalar scalar = slot->piece->element->scalar;
  if (scalar == Scalar::f32 || scalar == Scalar::f64) return std::nullopt;
  return with_scalar(scalar, slot->bytes.data(), [](auto v) { return static_cast<int64_t>(v); });
}

std::optional<std::string> LayoutView::text(std::string_view name) const {
  const Slot* slot = find(name);
  if (slot == nullptr || slot->piece->kind != PieceKind::string) return std::nullopt;
  return std::string(as_text(slot->bytes));
}

std::vector<std::string> LayoutView::texts(std::string_view name) const {
  const Slot* slot = find(name);
  if (slot == nullptr || slot->piece->kind != PieceKind::vector || slot->piece->element->scalar != Scalar::text) {
    return {};
  }
  return split_texts(slot->bytes);
}

std::map<std::string, std::string> LayoutView::text_map(std::string_view name) const {
  std::map<std::string, std::string> out;
  const Slot* slot = find(name);
  if (slot == nullptr || slot->piece->kind != PieceKind::string_map || slot->piece->element->scalar != Scalar::text) {
    return out;
  }
  Bytes rest = slot->bytes;
  while (const auto key = take_text(rest)) {
    const auto value = take_text(rest);
    if (!value) break;
    out.insert_or_assign(std::string(*key), std::string(*value));
  }
  return out;
}

void LayoutView::append_json(JsonWriter& json) const {
  json.begin_object();
  for (const Slot& slot : slots_) {
    json.key(slot.piece->name);
    switch (slot.piece->kind) {
      case PieceKind::string:
        json.value(as_text(slot.bytes));
        break;
      case PieceKind::string_map:
        append_map(*slot.piece->element, slot.bytes, json);
        break;
      case PieceKind::value:
        append_elements(*slot.piece->element, slot.bytes, true, json);
        break;
      case PieceKind::array:
        append_elements(*slot.piece->element, slot.bytes, false, json);
        break;
      case PieceKind::vector:
        if (slot.piece->element->scalar == Scalar::text) {
          json.value(split_texts(slot.bytes));
        } else {
          append_elements(*slot.piece->element, slot.bytes, false, json);
        }
        break;
    }
  }
  json.end_object();
}

}  // namespace gs::logio::vrs
