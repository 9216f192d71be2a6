// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads a table that pandas pickled (to_pickle with gzip), without Python. The pickle is parsed as data: names other
// than those of data frames and arrays refuse the file, and nothing is called.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::importers::pandaset {

// A table by columns; all columns have the same length.
struct DataFrame {
  std::size_t rows = 0;
  std::map<std::string, std::vector<double>> numbers;     // float and integer columns
  std::map<std::string, std::vector<std::string>> texts;  // object columns; other objects than texts are empty

  // A column by its name. Errors: invalid_data if the table lacks it.
  Result<const std::vector<double>*> column(const std::string& name) const;
  Result<const std::vector<std::string>*> text_column(const std::string& name) const;
};

// Limits on a table.
struct TableLimits {
  std::size_t max_bytes = 64u << 20;   // of the pickle, and of all texts; a sweep of PandaSet has 8 MB
  std::size_t max_values = 16u << 20;  // in all columns; columns may share an array, so the bytes do not bound them
};

// Parses the pickle of a data frame as pandas 0.14 to 1.2 write it (PandaSet is of that age). Columns of numbers are
// float64, float32, int64, int32, uint8 or bool. Errors: those of assets::parse_pickle(); unsupported, invalid_data.
Result<DataFrame> parse_data_frame(std::vector<std::byte> pickle, const TableLimits& limits = {});
// Reads a .pkl.gz file. Errors: as above; those of reading and of decompression, limit_exceeded.
Result<DataFrame> read_data_frame(const std::filesystem::path& path, const TableLimits& limits = {});

}  // namespace gs::importers::pandaset
