// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads the tables of nuScenes: JSON files that are one list of objects. Tables of the whole set have more than 1 GB,
// so one record at a time is parsed.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "gs/core/json/node.h"
#include "gs/core/result.h"
#include "gs/core/time.h"

namespace gs::importers::nuscenes {

// Called with every record of a table; an error ends the reading.
using UseRecord = std::function<Result<void>(const Node& record)>;

// Parses a table. Errors: corrupt, truncated, limit_exceeded (a record of more than 1 MiB); those of `use`.
Result<void> for_each_record(std::string_view text, const UseRecord& use);
// Reads a table, "sample_data.json" for example. Errors: as above, with the path; those of opening the file.
Result<void> read_table(const std::filesystem::path& file, const UseRecord& use);

// Fields of a record: a text, and microseconds since 1970. Errors: invalid_data with the name of the field.
Result<std::string> text_field(const Node& record, std::string_view name);
Result<Timestamp> time_field(const Node& record, std::string_view name);

}  // namespace gs::importers::nuscenes
