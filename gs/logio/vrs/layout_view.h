// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads the values of one data layout block. The view borrows layout and bytes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/json_writer.h"
#include "gs/core/result.h"
#include "gs/logio/vrs/data_layout.h"

namespace gs::vrs {

class LayoutView {
 public:
  // Takes the block from the front of bytes, whatever follows; every offset and length is checked here.
  static Result<LayoutView> parse(const DataLayout& layout, Bytes bytes);

  const DataLayout& layout() const { return *layout_; }
  std::size_t bytes() const { return block_.size(); }  // of the block

  // The raw bytes of a piece; nothing when the layout has no piece of that name.
  std::optional<Bytes> raw(std::string_view name) const;
  // Numbers of a value, an array or a vector (points and matrices element by element), converted to double.
  std::vector<double> numbers(std::string_view name) const;
  std::optional<double> number(std::string_view name) const;
  // Exact: the piece must hold one unsigned or signed integer.
  std::optional<int64_t> integer(std::string_view name) const;
  std::optional<std::string> text(std::string_view name) const;
  std::vector<std::string> texts(std::string_view name) const;
  std::map<std::string, std::string> text_map(std::string_view name) const;

  // {"name": value, ...} with every piece.
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

}  // namespace gs::vrs
