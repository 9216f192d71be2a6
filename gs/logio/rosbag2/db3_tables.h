// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The tables of a rosbag2 SQLite file, schema versions 1 to 4 (ros2/rosbag2: rosbag2_storage_sqlite3).
//
//   1  topics(id, name, type, serialization_format), messages(id, topic_id, timestamp, data)
//   2  + topics.offered_qos_profiles
//   3  + schema(schema_version, ros_distro), metadata(metadata_version, metadata)
//   4  + topics.type_description_hash, message_definitions(topic_type, encoding, encoded_message_definition, ...)
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gs/core/problems.h"
#include "gs/logio/api/log.h"
#include "gs/logio/rosbag2/sqlite.h"

namespace gs::logio::rosbag2 {

// Topics and properties of a file.
struct Db3Tables {
  int schema_version = 1;
  std::string ros_distro;
  std::vector<LogChannel> channels;
  std::unordered_map<int64_t, uint32_t> channel_of_topic_id;
  bool has_time_index = false;
  int64_t page_count = 0;
  int64_t max_rows = 0;  // upper limit of the number of messages, from the file size
};

// Reads topics, definitions and schema version. `name` is the file name in problems. Errors: corrupt if the tables are
// missing.
Result<Db3Tables> read_tables(const Database& database, std::string_view name, Problems& problems);

// Message row without its data.
struct RowHead {
  int64_t id = 0;
  Timestamp time;
  uint32_t channel = 0;
  uint64_t data_bytes = 0;
};

// Calls visit(const RowHead&) for every readable row, by ascending id. Unreadable pages are reported and skipped;
// returns true if there were none.
template <class Visit>
bool visit_rows(const Database& database, const Db3Tables& tables, std::string_view name, Problems& problems,
                Visit&& visit);

namespace detail {
// Type-erased implementation of visit_rows().
using RowVisitor = void (*)(void* context, const RowHead& row);
bool visit_rows(const Database& database, const Db3Tables& tables, std::string_view name, Problems& problems,
                RowVisitor visit, void* context);
}  // namespace detail

// Forwards to the type-erased implementation, so that the loop is compiled once.
template <class Visit>
bool visit_rows(const Database& database, const Db3Tables& tables, std::string_view name, Problems& problems,
                Visit&& visit) {
  return detail::visit_rows(
      database, tables, name, problems,
      [](void* context, const RowHead& row) { (*static_cast<std::remove_reference_t<Visit>*>(context))(row); }, &visit);
}

}  // namespace gs::logio::rosbag2
