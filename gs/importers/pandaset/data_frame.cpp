// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/importers/pandaset/data_frame.h"

#include <array>
#include <optional>
#include <utility>

#include "gs/assets/deflate/deflate.h"
#include "gs/assets/torch/pickle.h"
#include "gs/core/file.h"

namespace gs::importers::pandaset {
namespace {

using assets::PickleDocument;
using assets::PickleValue;
using Kind = PickleValue::Kind;

constexpr std::array<std::string_view, 12> kNames{"pandas.core.frame.DataFrame",
                                                  "pandas.core.internals.managers.BlockManager",
                                                  "pandas.core.internals.BlockManager",
                                                  "pandas.core.indexes.base._new_Index",
                                                  "pandas.core.indexes.base.Index",
                                                  "pandas.core.indexes.range.RangeIndex",
                                                  "pandas.core.indexes.numeric.Int64Index",
                                                  "numpy.core.multiarray._reconstruct",
                                                  "numpy.ndarray",
                                                  "numpy.dtype",
                                                  "builtins.slice",
                                                  "__builtin__.slice"};
constexpr std::size_t kMostColumns = 1000, kMostNameBytes = 256;

Error not_a_table(std::string_view what) { return fail(ErrorCode::invalid_data, "not a data frame: {}", what); }

// A call's argument, or its state, which is null if there is none.
const PickleValue* argument(const PickleDocument& d, const PickleValue& call, std::size_t index) {
  return d.item(d.at(call.items[1]), index);
}
const PickleValue* state(const PickleDocument& d, const PickleValue& call) {
  return call.items.size() == 3 ? &d.at(call.items[2]) : nullptr;
}

// An array of numpy: values of `type` ("f8", "i8", "O8" ...) in rows of `columns` values, or in columns (Fortran).
struct Array {
  std::string_view type;
  std::size_t rows = 0, columns = 1;
  bool by_columns = false;
  std::string_view bytes;             // of numbers
  const PickleValue* list = nullptr;  // of objects
  std::size_t size() const { return rows * columns; }
};

// numpy.dtype(name, 0, 1) with the state (3, byte order, ...).
Result<std::string_view> array_type(const PickleDocument& d, const PickleValue& dtype) {
  if (!d.calls(dtype, "numpy.dtype")) return not_a_table("an array has no dtype");
  const PickleValue* name = argument(d, dtype, 0);
  const PickleValue* order = state(d, dtype) != nullptr ? d.item(*state(d, dtype), 1) : nullptr;
  if (name == nullptr || !name->is(Kind::text)) return not_a_table("a dtype has no name");
  if (order != nullptr && order->text == ">") return fail(ErrorCode::unsupported, "an array is big endian");
  return name->text;
}

std::optional<std::size_t> bytes_of(std::string_view type) {
  if (type == "f8" || type == "i8") return 8;
  if (type == "f4" || type == "i4") return 4;
  if (type == "u1" || type == "b1") return 1;
  return std::nullopt;
}

// _reconstruct(ndarray, ...) with the state (version, shape, dtype, is Fortran, data).
Result<Array> read_array(const PickleDocument& d, const PickleValue& value) {
  if (!d.calls(value, "numpy.core.multiarray._reconstruct") || state(d, value) == nullptr) {
    return not_a_table(format("{} where an array was expected", assets::to_string(value.kind)));
  }
  const PickleValue& s = *state(d, value);
  const PickleValue *shape = d.item(s, 1), *dtype = d.item(s, 2), *fortran = d.item(s, 3), *data = d.item(s, 4);
  if (data == nullptr || !shape->is(Kind::tuple)) return not_a_table("the state of an array is incomplete");
  Array array{.by_columns = fortran->integer != 0};
  GS_TRY(array.type, array_type(d, *dtype));
  if (shape->items.empty() || shape->items.size() > 2) return not_a_table("an array has neither one nor two axes");
  std::array<std::size_t, 2> lengths{1, 1};
  for (std::size_t i = 0; i < shape->items.size(); ++i) {
    const PickleValue& length = d.at(shape->items[i]);
    if (!length.is(Kind::integer) || length.integer < 0 || length.integer > int64_t{1} << 30) {
      return not_a_table(format("an array has the length {}", length.integer));
    }
    lengths[i] = static_cast<std::size_t>(length.integer);
  }
  array.rows = lengths[0], array.columns = lengths[1];
  const auto item_bytes = bytes_of(array.type);
  if (array.type == "O8") {
    array.list = data;
    if (data->is(Kind::list) && data->items.size() == array.size()) return array;
  } else if (item_bytes) {
    array.bytes = data->text;
    if (data->is(Kind::bytes) && data->text.size() == *item_bytes * array.size()) return array;
  } else {
    return fail(ErrorCode::unsupported, "an array has the type '{}'", array.type.substr(0, 20));
  }
  return not_a_table(format("the data of an array do not fit its shape {} x {}", array.rows, array.columns));
}

// Index of an item of an array in its data.
std::size_t place(const Array& array, std::size_t row, std::size_t column) {
  return array.by_columns ? column * array.rows + row : row * array.columns + column;
}

double number_at(const Array& array, std::size_t index) {
  const std::size_t bytes = *bytes_of(array.type);
  const std::byte* at = as_bytes(array.bytes).data() + index * bytes;
  if (array.type == "f8") return load_le<double>(at);
  if (array.type == "i8") return static_cast<double>(load_le<int64_t>(at));
  if (array.type == "f4") return static_cast<double>(load_le<float>(at));
  if (array.type == "i4") return static_cast<double>(load_le<int32_t>(at));
  return static_cast<double>(load_le<uint8_t>(at));
}

// Names of the columns: _new_Index(Index, {"data": array of texts, "name": None}).
Result<std::vector<std::string>> column_names(const PickleDocument& d, const PickleValue& index) {
  if (!d.calls(index, "pandas.core.indexes.base._new_Index")) return not_a_table("its columns have no index");
  const PickleValue* members = argument(d, index, 1);
  const PickleValue* data = members != nullptr ? d.find(*members, "data") : nullptr;
  if (data == nullptr) return not_a_table("the index of the columns has no data");
  GS_TRY(const Array array, read_array(d, *data));
  if (array.list == nullptr || array.size() > kMostColumns) return not_a_table("the names of the columns are no texts");
  std::vector<std::string> names;
  for (const assets::PickleRef ref : array.list->items) {
    if (d.at(ref).text.size() > kMostNameBytes) return not_a_table("the name of a column is too long");
    names.emplace_back(d.at(ref).text);
  }
  return names;
}

// Columns that the rows of a block belong to: slice(start, stop, step) or an array of int64.
Result<std::vector<std::size_t>> block_columns(const PickleDocument& d, const PickleValue& places, std::size_t rows,
                                               std::size_t columns) {
  if (rows > columns) return not_a_table(format("a block has {} columns, the table {}", rows, columns));
  std::vector<std::size_t> result;
  if (d.calls(places, "builtins.slice") || d.calls(places, "__builtin__.slice")) {
    const PickleValue *start = argument(d, places, 0), *stop = argument(d, places, 1), *step = argument(d, places, 2);
    if (step == nullptr || step->integer < 1 || start->integer < 0 ||
        start->integer > static_cast<int64_t>(kMostColumns)) {
      return not_a_table("a slice of columns is damaged");
    }
    for (int64_t i = start->integer; i < stop->integer && result.size() <= rows; i += step->integer) {
      result.push_back(static_cast<std::size_t>(i));
      // The next column would be outside every table, and the sum might overflow.
      if (step->integer > static_cast<int64_t>(kMostColumns)) break;
    }
  } else {
    GS_TRY(const Array array, read_array(d, places));
    if (array.type != "i8") return not_a_table("the columns of a block are no integers");
    for (std::size_t i = 0; i < array.size() && i <= rows; ++i) {
      const double number = number_at(array, i);
      result.push_back(number >= 0 && number < static_cast<double>(kMostColumns) ? static_cast<std::size_t>(number)
                                                                                 : kMostColumns);
    }
  }
  if (result.size() != rows) return not_a_table(format("a block has {} columns, places for {}", rows, result.size()));
  for (const std::size_t column : result) {
    if (column >= columns) return not_a_table(format("a block names column {} of {}", column, columns));
  }
  return result;
}

// Collects the columns of all blocks within the limits.
class TableColumns {
 public:
  TableColumns(const PickleDocument& d, std::vector<std::string> names, const TableLimits& limits)
      : d_(d), names_(std::move(names)), limits_(limits) {}

  // Adds the columns of a block, whose array has one row a column.
  Result<void> add(const PickleValue& block) {
    const PickleValue *values = d_.find(block, "values"), *places = d_.find(block, "mgr_locs");
    if (values == nullptr || places == nullptr) return not_a_table("a block is incomplete");
    GS_TRY(const Array array, read_array(d_, *values));
    GS_TRY(const auto columns, block_columns(d_, *places, array.rows, names_.size()));
    if (frame_.numbers.empty() && frame_.texts.empty()) frame_.rows = array.columns;
    if (array.columns != frame_.rows)
      return not_a_table(format("columns of {} and {} rows", frame_.rows, array.columns));
    values_ += array.size();
    if (values_ > limits_.max_values) {
      return fail(ErrorCode::limit_exceeded, "the table has {} values, more than the limit of {}", values_,
                  limits_.max_values);
    }
    for (std::size_t i = 0; i < array.rows; ++i) GS_CHECK(add_column(array, i, names_[columns[i]]));
    return {};
  }
  // The table; nothing can be added afterwards.
  DataFrame take() { return std::move(frame_); }

 private:
  Result<void> add_column(const Array& array, std::size_t i, const std::string& name) {
    if (frame_.numbers.contains(name) || frame_.texts.contains(name)) return not_a_table("two columns of one name");
    if (array.list != nullptr) return add_texts(array, i, frame_.texts[name]);
    std::vector<double>& numbers = frame_.numbers[name];
    numbers.reserve(array.columns);
    for (std::size_t row = 0; row < array.columns; ++row) numbers.push_back(number_at(array, place(array, i, row)));
    return {};
  }
  Result<void> add_texts(const Array& array, std::size_t i, std::vector<std::string>& texts) {
    for (std::size_t row = 0; row < array.columns; ++row) {
      const PickleValue& item = d_.at(array.list->items[place(array, i, row)]);
      texts.emplace_back(item.is(Kind::text) ? item.text : std::string_view{});
      text_bytes_ += texts.back().size();
      if (text_bytes_ > limits_.max_bytes) {
        return fail(ErrorCode::limit_exceeded, "the texts of the table have more than {} bytes", limits_.max_bytes);
      }
    }
    return {};
  }

  const PickleDocument& d_;
  std::vector<std::string> names_;
  TableLimits limits_;
  DataFrame frame_;
  std::size_t values_ = 0, text_bytes_ = 0;
};

// The dictionary "0.14.1" in the state of the block manager: axes and blocks.
Result<const PickleValue*> find_blocks(const PickleDocument& d) {
  const PickleValue& root = d.root();
  if (!d.calls(root, kNames[0]) || state(d, root) == nullptr) {
    return not_a_table("its root is " + std::string(assets::to_string(root.kind)));
  }
  const PickleValue* manager = d.find(*state(d, root), "_data");
  if (manager == nullptr) manager = d.find(*state(d, root), "_mgr");
  if (manager == nullptr || !(d.calls(*manager, kNames[1]) || d.calls(*manager, kNames[2]))) {
    return not_a_table("it has no block manager");
  }
  // The state is (axes, arrays, items, {"0.14.1": {...}}); the first three are for readers of pandas 0.13.
  const PickleValue* parts = state(d, *manager);
  const PickleValue* last = parts != nullptr ? d.item(*parts, 3) : nullptr;
  const PickleValue* blocks = last != nullptr ? d.find(*last, "0.14.1") : nullptr;
  if (blocks != nullptr) return blocks;
  return fail(ErrorCode::unsupported, "the data frame has a layout of pandas other than that of 0.14 to 1.2");
}

}  // namespace

Result<const std::vector<double>*> DataFrame::column(const std::string& name) const {
  const auto found = numbers.find(name);
  if (found == numbers.end()) return fail(ErrorCode::invalid_data, "the table has no column '{}' of numbers", name);
  return &found->second;
}

Result<const std::vector<std::string>*> DataFrame::text_column(const std::string& name) const {
  const auto found = texts.find(name);
  if (found == texts.end()) return fail(ErrorCode::invalid_data, "the table has no column '{}' of texts", name);
  return &found->second;
}

Result<DataFrame> parse_data_frame(std::vector<std::byte> pickle, const TableLimits& limits) {
  GS_TRY(const PickleDocument d, assets::parse_pickle(std::move(pickle), kNames, {.max_bytes = limits.max_bytes}));
  GS_TRY(const PickleValue* content, find_blocks(d));
  const PickleValue *axes = d.find(*content, "axes"), *blocks = d.find(*content, "blocks");
  if (axes == nullptr || blocks == nullptr || d.item(*axes, 0) == nullptr || !blocks->is(Kind::list)) {
    return not_a_table("it has no axes or no blocks");
  }
  GS_TRY(auto names, column_names(d, *d.item(*axes, 0)));
  TableColumns columns(d, std::move(names), limits);
  for (const assets::PickleRef block : blocks->items) GS_CHECK(columns.add(d.at(block)));
  return columns.take();
}

Result<DataFrame> read_data_frame(const fs::path& path, const TableLimits& limits) {
  GS_TRY(const std::vector<std::byte> packed, read_binary_file(path, limits.max_bytes));
  // The last four bytes of a gzip file are the length of its content.
  // They follow a header of at least 10 bytes and a checksum of 4.
  if (packed.size() < 18) return fail(ErrorCode::truncated, "not a gzip file: {}", path.string());
  const uint32_t length = load_le<uint32_t>(packed.data() + packed.size() - 4);
  if (length > limits.max_bytes) {
    return fail(ErrorCode::limit_exceeded, "unpacked {} bytes, more than the limit of {}: {}", length, limits.max_bytes,
                path.string());
  }
  assets::Inflater inflater(packed, assets::DeflateFormat::gzip);
  GS_TRY(std::vector<std::byte> pickle, inflater.take(length).with_context(path.string()));
  GS_CHECK(inflater.expect_end().with_context(path.string()));
  return parse_data_frame(std::move(pickle), limits).with_context(path.string());
}

}  // namespace gs::importers::pandaset
