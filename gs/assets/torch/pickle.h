// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Python pickles as data: a tree of values is built, and nothing is ever imported, called or executed.
//
// What a pickle would have Python call is kept as Kind::call with its arguments, and only names on the caller's list
// get that far: any other one refuses the whole file and is named in the error. Protocols 2 to 5, the opcodes that
// dictionaries, lists, tuples, numbers, texts and tensors need; others are unsupported.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs {

using PickleRef = uint32_t;

struct PickleValue {
  enum class Kind : uint8_t {
    none,
    boolean,  // integer: 0 or 1
    integer,  // of at most 64 bits
    real,
    text,  // UTF-8
    bytes,
    list,        // items
    tuple,       // items
    dict,        // items: key, value, key, value ...; OrderedDict too
    global,      // text: "module.name"
    call,        // items: callable, tuple of arguments, and the state it was given, if any
    persistent,  // items: the identity of something outside the pickle
  };
  Kind kind = Kind::none;
  int64_t integer = 0;
  double real = 0;
  std::string_view text{};         // borrowed from the document
  std::vector<PickleRef> items{};  // may contain the value itself: walk with a limit

  bool is(Kind k) const { return kind == k; }
};
std::string_view to_string(PickleValue::Kind kind);

// Limits of what is built, whatever the bytes say.
struct PickleLimits {
  std::size_t max_bytes = 16u << 20;  // that of a checkpoint of tensors has a few kB
  std::size_t max_values = 1'000'000;
};

class PickleDocument {
 public:
  PickleDocument() = default;
  PickleDocument(PickleDocument&&) = default;
  PickleDocument& operator=(PickleDocument&&) = default;
  PickleDocument(const PickleDocument&) = delete;  // values look into the document's own bytes
  PickleDocument& operator=(const PickleDocument&) = delete;

  const PickleValue& root() const { return values_[root_]; }
  const PickleValue& at(PickleRef ref) const { return values_[ref]; }
  // The value of a text key; null when `dict` is none, or has no such key. Of equal keys the last counts, as in Python.
  const PickleValue* find(const PickleValue& dict, std::string_view key) const;
  // The item of a tuple or list, or null.
  const PickleValue* item(const PickleValue& sequence, std::size_t index) const;
  // True for a call of this "module.name".
  bool calls(const PickleValue& value, std::string_view name) const;

 private:
  friend class PickleReader;
  std::vector<std::byte> bytes_;
  std::deque<std::string> names_;
  std::vector<PickleValue> values_;
  PickleRef root_ = 0;
};

Result<PickleDocument> parse_pickle(std::vector<std::byte> pickle, std::span<const std::string_view> allowed_names,
                                    const PickleLimits& limits = {});

}  // namespace gs
