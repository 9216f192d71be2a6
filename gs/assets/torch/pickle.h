// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Parses Python pickles as data: builds a tree of values; nothing is ever imported, called or executed.
//
// A call in the pickle is stored as Kind::call with its arguments. Only names on the caller's list are accepted; any
// other name refuses the whole file and appears in the error. Supported are protocols 2 to 5 and the opcodes needed for
// dictionaries, lists, tuples, numbers, texts, tensors and data frames.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::assets {

// Index of a value in its document.
using PickleRef = uint32_t;

// One value of the tree.
struct PickleValue {
  // Kinds of values and the fields that hold their content.
  enum class Kind : uint8_t {
    none,
    boolean,  // integer: 0 or 1
    integer,  // at most 64 bits
    real,
    text,  // UTF-8
    bytes,
    list,        // items
    tuple,       // items
    dict,        // items: key, value, key, value ...; also OrderedDict
    global,      // text: "module.name"
    call,        // items: callable, tuple of arguments and, if present, the state
    persistent,  // items: identity of an object outside the pickle
  };
  Kind kind = Kind::none;
  int64_t integer = 0;
  double real = 0;
  std::string_view text{};         // points into the document
  std::vector<PickleRef> items{};  // may contain the value itself: limit the depth of a walk

  // True if the value is of kind k.
  bool is(Kind k) const { return kind == k; }
};
// Name of a kind for messages, for example "a list".
std::string_view to_string(PickleValue::Kind kind);

// Limits on the values built from a file.
struct PickleLimits {
  std::size_t max_bytes = 16u << 20;   // pickles of checkpoints with tensors have a few kB
  std::size_t max_values = 1'000'000;  // also of marks and of memo entries, which have one byte each in a file
};

// Owns the values of one pickle. Movable, not copyable.
class PickleDocument {
 public:
  PickleDocument() = default;
  PickleDocument(PickleDocument&&) = default;
  PickleDocument& operator=(PickleDocument&&) = default;
  PickleDocument(const PickleDocument&) = delete;  // values point into the document's bytes
  PickleDocument& operator=(const PickleDocument&) = delete;

  // The root value, and the value of a reference.
  const PickleValue& root() const { return values_[root_]; }
  const PickleValue& at(PickleRef ref) const { return values_[ref]; }
  // Value of a text key; null if `dict` is not a dictionary or has no such key. Of equal keys the last one counts, as
  // in Python.
  const PickleValue* find(const PickleValue& dict, std::string_view key) const;
  // Item of a tuple or list; null if there is none.
  const PickleValue* item(const PickleValue& sequence, std::size_t index) const;
  // True if the value is a call of this "module.name".
  bool calls(const PickleValue& value, std::string_view name) const;

 private:
  friend class PickleReader;
  std::vector<std::byte> bytes_;
  std::deque<std::string> names_;
  std::vector<PickleValue> values_;
  PickleRef root_ = 0;
};

// Parses a pickle. Errors: corrupt, truncated, limit_exceeded, unsupported (opcode, protocol, name that is not
// allowed).
Result<PickleDocument> parse_pickle(std::vector<std::byte> pickle, std::span<const std::string_view> allowed_names,
                                    const PickleLimits& limits = {});

}  // namespace gs::assets
