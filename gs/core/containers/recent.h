// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A cache of the most recently used values.
//
//   if (Table* known = tables.find([&](const Table& t) { return t.camera == camera; })) return *known;
//   tables.trim(15);
//   return tables.add(make_table(camera));
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace gs {

// Values in the order of their last use, newest first. find() and add() move values, so pointers to a value are valid
// only until the next call; memory that a value owns (a vector's or a device buffer's) keeps its address.
template <class T>
class Recent {
 public:
  // The first value that `is_wanted` accepts, which becomes the most recently used; nullptr if there is none.
  template <class IsWanted>
  T* find(IsWanted is_wanted) {
    const auto found = std::find_if(values_.begin(), values_.end(), is_wanted);
    if (found == values_.end()) return nullptr;
    std::rotate(values_.begin(), found, found + 1);
    return &values_.front();
  }
  // Adds the most recently used value.
  T& add(T value) { return *values_.insert(values_.begin(), std::move(value)); }
  // Removes the least recently used values until `most` are left.
  void trim(std::size_t most) {
    while (values_.size() > most) values_.pop_back();
  }

  std::size_t size() const { return values_.size(); }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }

 private:
  std::vector<T> values_;
};

}  // namespace gs
