// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Typed access to the values of one data layout block. Borrows the layout and the bytes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/json/json_writer.h"
#include "gs/core/result.h"
#include "gs/logio/vrs/payload/data_layout.h"

namespace gs::logio::vrs {

// Checked view of one block.
class LayoutView {
 public:
  // Parses the block at the front of `bytes`; more bytes may follow. Checks all offsets and lengths. Errors: truncated,
  // corrupt.
  static Result<LayoutView> parse(const DataLayout& layout, Bytes bytes);

  // Description of the fields, and size of the block [bytes].
  const DataLayout& layout() const { return *layout_; }
  std::size_t bytes() const { return block_.size(); }

  // Raw bytes of a field; nullopt if the layout has no such field.
  std::optional<Bytes> raw(std::string_view name) const;
  // Numbers of a value, array or vector, converted to double; points and matrices element by element. number() returns
  // the first one. Empty if the field is missing or not numeric.
  std::vector<double> numbers(std::string_view name) const;
  std::optional<double> number(std::string_view name) const;
  // Value of a field that holds one integer; nullopt for other fields. Unsigned 64-bit values wrap.
  std::optional<int64_t> integer(std::string_view name) const;
  // Values of string, string vector and string map fields; empty if the field is missing or has another type.
  std::optional<std::string> text(std::string_view name) const;
  std::vector<std::string> texts(std::string_view name) const;
  std::map<std::string, std::string> text_map(std::string_view name) const;

  // Writes {"name": value, ...} with all fields.
  void append_json(JsonWriter& json) const;

 private:
  struct Slot {
    const Piece* piece;
    Bytes bytes;
  };
  const Slot* find(std::string_view name) const;

  const DataLayout* layout_ = nullptr;
  Bytes block_;
  std::vector<Slot> slots_;
};

}  // namespace gs::logio::vrs
