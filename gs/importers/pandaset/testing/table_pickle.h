// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Writes data frames as pandas pickles them, valid and damaged. Test code only.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gs/assets/torch/testing/torch_writer.h"

namespace gs::importers::pandaset::testing {

using Numbers = std::vector<std::pair<std::string, std::vector<double>>>;
using Texts = std::vector<std::pair<std::string, std::vector<std::string>>>;

// The value of bytes, and an object with its state (BUILD).
inline std::string bytes_value(const std::string& bytes) {
  const auto size = static_cast<uint32_t>(bytes.size());
  return "B" + std::string(reinterpret_cast<const char*>(&size), 4) + bytes;
}
inline std::string built(const std::string& object, const std::string& state) { return object + state + "b"; }

// numpy.dtype(name) and an array of it; `data` is its bytes or its list.
inline std::string dtype_value(const std::string& name, const std::string& order = "<") {
  using namespace assets::testing;
  return built(call(global("numpy", "dtype"), {text(name), integer(0), integer(1)}),
               tuple({integer(3), text(order), none(), none(), none(), integer(-1), integer(-1), integer(0)}));
}
inline std::string array_value(const std::string& type, const std::vector<int64_t>& shape, const std::string& data,
                               bool fortran = false) {
  using namespace assets::testing;
  Values lengths;
  for (const int64_t length : shape) lengths.push_back(integer(length));
  const std::string empty = call(global("numpy.core.multiarray", "_reconstruct"),
                                 {global("numpy", "ndarray"), tuple({integer(0)}), bytes_value("b")});
  return built(empty, tuple({integer(1), tuple(lengths), dtype_value(type), fortran ? "\x88" : "\x89", data}));
}
inline std::string text_array(const std::vector<int64_t>& shape, const std::vector<std::string>& items) {
  assets::testing::Values values;
  for (const std::string& item : items) values.push_back(assets::testing::text(item));
  return array_value("O8", shape, assets::testing::list(values));
}
inline std::string slice_value(int64_t start, int64_t stop) {
  using namespace assets::testing;
  return call(global("builtins", "slice"), {integer(start), integer(stop), integer(1)});
}

// A frame of these blocks (dictionaries of values and mgr_locs) and column names.
inline std::string frame_of(const std::vector<std::string>& names, const assets::testing::Values& blocks) {
  using namespace assets::testing;
  const std::string index =
      call(global("pandas.core.indexes.base", "_new_Index"),
           {global("pandas.core.indexes.base", "Index"),
            dict({{text("data"), text_array({static_cast<int64_t>(names.size())}, names)}, {text("name"), none()}})});
  const std::string content = dict({{text("axes"), list({index})}, {text("blocks"), list(blocks)}});
  const std::string manager = built(global("pandas.core.internals.managers", "BlockManager") + tuple({}) + "\x81",
                                    tuple({list({}), list({}), list({}), dict({{text("0.14.1"), content}})}));
  return pickle(built(global("pandas.core.frame", "DataFrame") + tuple({}) + "\x81",
                      dict({{text("_data"), manager}, {text("_typ"), text("dataframe")}})));
}

// A table of float64 columns and columns of texts.
inline std::string table_pickle(const Numbers& numbers, const Texts& texts = {}) {
  using namespace assets::testing;
  std::vector<std::string> names, all_texts;
  std::string bytes;
  for (const auto& [name, column] : numbers) {
    names.push_back(name);
    bytes.append(reinterpret_cast<const char*>(column.data()), 8 * column.size());
  }
  for (const auto& [name, column] : texts) {
    names.push_back(name);
    all_texts.insert(all_texts.end(), column.begin(), column.end());
  }
  const auto n = static_cast<int64_t>(numbers.size()), m = static_cast<int64_t>(texts.size());
  const auto rows = static_cast<int64_t>(numbers.empty() ? texts.at(0).second.size() : numbers[0].second.size());
  Values blocks;
  if (n > 0) {
    blocks.push_back(dict(
        {{text("values"), array_value("f8", {n, rows}, bytes_value(bytes))}, {text("mgr_locs"), slice_value(0, n)}}));
  }
  if (m > 0) {
    blocks.push_back(
        dict({{text("values"), text_array({m, rows}, all_texts)}, {text("mgr_locs"), slice_value(n, n + m)}}));
  }
  return frame_of(names, blocks);
}

}  // namespace gs::importers::pandaset::testing
