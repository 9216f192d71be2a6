// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads a JSON document that is one list with a header: {"version": ..., "actors": [{...}, {...}]}. Long columns of
// numbers are kept in arrays of 8 bytes a value; only the rest becomes a tree, in which a value takes 112 bytes. Counts
// are checked while the text is read, before anything of that size is allocated.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "gs/core/json/node.h"
#include "gs/core/problems.h"
#include "gs/core/result.h"
#include "gs/world/document/fields.h"

namespace gs::world {

// Nesting of actors/*.json, and number of values outside of the columns.
inline constexpr DocumentLimits kListLimits{.max_depth = 8, .max_nodes = 1'000'000};

// An id of an actor or an asset.
extern const TextRule kActorId;
// A side of the box of an actor [m].
inline constexpr Bounds kActorSize{.min = 0.05, .max = 30, .above_min = true};
// A share or a confidence.
inline constexpr Bounds kShare{.min = 0, .max = 1};

// What to expect in a document.
struct ListShape {
  std::string_view list;                        // name of the list: "actors"
  std::size_t max_items = 0;                    // entries of the list
  std::span<const std::string_view> columns{};  // members of an entry that are long lists of numbers
  std::size_t max_values = 0;                   // of one column, in all entries together
};

// The columns of one entry, in the order of ListShape::columns; empty where the entry has none.
using Columns = std::vector<std::vector<double>>;

// A document that was read.
struct ListDocument {
  Node root;                     // without the columns
  std::vector<Columns> columns;  // by entry
};

// Reads a document. A value of a column that is not a number is reported and becomes 0. Errors: corrupt and
// limit_exceeded, with line and byte.
Result<ListDocument> read_list_document(std::string_view text, const ListShape& shape, std::string_view file,
                                        Problems& problems);

}  // namespace gs::world
