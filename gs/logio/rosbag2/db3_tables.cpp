// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/rosbag2/db3_tables.h"

#include <algorithm>
#include <map>
#include <optional>

namespace gs::logio::rosbag2 {
namespace {

// Adds a problem with the text `message` in front of the error.
void report(Problems& problems, Severity severity, const Error& error, std::string_view name, std::string place,
            const std::string& message) {
  problems.add({.severity = severity,
                .code = error.code,
                .file = std::string(name),
                .place = std::move(place),
                .message = message + error.message});
}

// Limit of the rows of small tables. In a damaged file, one page may appear many times, so rows could go on without
// end; more rows than fit into the file are not read.
constexpr int kMaxSmallRows = 1 << 16;
constexpr int64_t kMinRowBytes = 8;

// Page count and upper limit of the number of rows.
Result<void> read_size(const Database& database, Db3Tables& tables) {
  GS_TRY(Statement statement,
         database.prepare("SELECT page_count, page_size FROM pragma_page_count, pragma_page_size"));
  GS_TRY(const bool row, statement.step());
  if (!row) return {};
  tables.page_count = statement.integer(0);
  tables.max_rows = tables.page_count * statement.integer(1) / kMinRowBytes;
  return {};
}

// Schema version from the schema table, or from the columns that exist.
Result<void> read_version(const Database& database, Db3Tables& tables) {
  GS_TRY(const bool has_qos, database.has("topics", "offered_qos_profiles"));
  GS_TRY(const bool has_schema, database.has("schema", "schema_version"));
  GS_TRY(const bool has_hash, database.has("topics", "type_description_hash"));
  tables.schema_version = has_hash ? 4 : has_schema ? 3 : has_qos ? 2 : 1;
  if (!has_schema) return {};
  GS_TRY(Statement statement, database.prepare("SELECT schema_version, ros_distro FROM schema"));
  GS_TRY(const bool row, statement.step());
  if (!row) return {};
  if (statement.integer(0) > 0 && statement.integer(0) < 1000) {
    tables.schema_version = static_cast<int>(statement.integer(0));
  }
  tables.ros_distro = statement.text(1);
  return {};
}

// Message definitions by type; empty before version 4.
Result<std::map<std::string, LogSchema>> read_definitions(const Database& database) {
  std::map<std::string, LogSchema> definitions;
  GS_TRY(const bool there, database.has("message_definitions", "encoded_message_definition"));
  if (!there) return definitions;
  GS_TRY(Statement statement,
         database.prepare(format("SELECT topic_type, encoding, encoded_message_definition FROM message_definitions "
                                 "LIMIT {}",
                                 kMaxSmallRows)));
  while (true) {
    GS_TRY(const bool row, statement.step());
    if (!row) return definitions;
    const std::string type(statement.text(0));
    // rosbag2 writes "unknown" if it found no definition.
    const bool known = statement.text(1) != "unknown";
    definitions[type] = {.name = type,
                         .encoding = known ? std::string(statement.text(1)) : "",
                         .data = known ? std::string(statement.text(2)) : ""};
  }
}

// One channel per topic row.
Result<void> read_topics(const Database& database, const std::map<std::string, LogSchema>& definitions,
                         Db3Tables& tables) {
  GS_TRY(const bool has_qos, database.has("topics", "offered_qos_profiles"));
  GS_TRY(const bool has_hash, database.has("topics", "type_description_hash"));
  GS_TRY(Statement statement,
         database.prepare(format("SELECT id, name, type, serialization_format, {}, {} FROM topics ORDER BY id LIMIT {}",
                                 has_qos ? "offered_qos_profiles" : "''", has_hash ? "type_description_hash" : "''",
                                 kMaxSmallRows)));
  while (true) {
    GS_TRY(const bool row, statement.step());
    if (!row) return {};
    LogChannel channel{.id = static_cast<uint32_t>(tables.channels.size()), .topic = std::string(statement.text(1))};
    const std::string type(statement.text(2));
    const auto definition = definitions.find(type);
    channel.schema = definition != definitions.end() ? definition->second : LogSchema{.name = type};
    // Some recorders leave the format empty; it is CDR then.
    channel.message_encoding = statement.text(3).empty() ? "cdr" : std::string(statement.text(3));
    if (!statement.text(4).empty()) channel.metadata["offered_qos_profiles"] = statement.text(4);
    if (!statement.text(5).empty()) channel.metadata["topic_type_hash"] = statement.text(5);
    tables.channel_of_topic_id.emplace(statement.integer(0), channel.id);
    tables.channels.push_back(std::move(channel));
  }
}

// True if an index of the messages table begins with the timestamp.
Result<bool> has_time_index(const Database& database) {
  GS_TRY(Statement statement, database.prepare("SELECT 1 FROM pragma_index_list('messages') AS i, "
                                               "pragma_index_info(i.name) AS c "
                                               "WHERE c.seqno = 0 AND c.name = 'timestamp'"));
  return statement.step();
}

// Visits rows with id >= first until the end or an error. `highest` becomes the highest id read.
Result<void> visit_from(const Database& database, const Db3Tables& tables, int64_t first, int64_t& highest,
                        uint64_t& orphans, detail::RowVisitor visit, void* context) {
  GS_TRY(Statement rows, database.prepare("SELECT id, topic_id, timestamp, length(data) FROM messages "
                                          "WHERE id >= ?1 ORDER BY id LIMIT ?2"));
  rows.bind(1, first);
  // A damaged file may list one page many times; max_rows ends the loop.
  rows.bind(2, tables.max_rows);
  while (true) {
    GS_TRY(const bool row, rows.step());
    if (!row) return {};
    const int64_t id = rows.integer(0);
    highest = std::max(highest, id);
    const auto channel = tables.channel_of_topic_id.find(rows.integer(1));
    if (channel == tables.channel_of_topic_id.end()) {
      ++orphans;
      continue;
    }
    visit(context, RowHead{.id = id,
                           .time = {rows.integer(2)},
                           .channel = channel->second,
                           .data_bytes = static_cast<uint64_t>(std::max<int64_t>(rows.integer(3), 0))});
  }
}

// Uses ">=" because ">" also looks up the row before, which may be the damaged one.
bool is_readable_from(const Database& database, int64_t first) {
  auto statement = database.prepare("SELECT topic_id FROM messages WHERE id >= ?1 ORDER BY id LIMIT 1");
  if (!statement) return false;
  statement->bind(1, first);
  return statement->step().has_value();
}

// Smallest id above `bad` from which rows are readable: the first row of the next intact page. Doubles the step until a
// readable id is found, then bisects.
std::optional<int64_t> next_readable(const Database& database, int64_t bad) {
  constexpr int64_t kMaxJump = int64_t{1} << 40;
  int64_t jump = 1;
  while (bad <= INT64_MAX - jump && !is_readable_from(database, bad + jump)) {
    bad += jump;
    jump *= 2;
    if (jump > kMaxJump) return std::nullopt;
  }
  if (bad > INT64_MAX - jump) return std::nullopt;
  int64_t good = bad + jump;
  while (good - bad > 1) {
    const int64_t middle = bad + (good - bad) / 2;
    (is_readable_from(database, middle) ? good : bad) = middle;
  }
  return good;
}

}  // namespace

Result<Db3Tables> read_tables(const Database& database, std::string_view name, Problems& problems) {
  Db3Tables tables;
  GS_TRY(const bool has_topics, database.has("topics", "name"));
  GS_TRY(const bool has_messages, database.has("messages", "data"));
  // Damage in the message definitions is survivable, in the topics it is not: channels would be missing.
  if (!has_topics || !has_messages) {
    return fail(ErrorCode::corrupt, "not a rosbag2 recording: the SQLite file lacks the tables topics and messages");
  }
  GS_CHECK(read_version(database, tables));
  if (tables.schema_version > 4) {
    problems.add(
        {.severity = Severity::warning,
         .code = ErrorCode::version_mismatch,
         .file = std::string(name),
         .message = format("schema version {} is newer than the supported ones (1 to 4)", tables.schema_version)});
  }
  auto definitions = read_definitions(database);
  if (!definitions) report(problems, Severity::error, definitions.error(), name, "message_definitions", "");
  GS_CHECK(read_topics(database, definitions.value_or(std::map<std::string, LogSchema>{}), tables));
  tables.has_time_index = has_time_index(database).value_or(false);
  GS_CHECK(read_size(database, tables));
  return tables;
}

bool detail::visit_rows(const Database& database, const Db3Tables& tables, std::string_view name, Problems& problems,
                        RowVisitor visit, void* context) {
  int64_t first = INT64_MIN, highest = 0;
  uint64_t orphans = 0;
  bool complete = true;
  // Each stop is one unreadable page, so there are at most as many stops as pages, even if damaged ids decrease.
  for (int64_t stops = 0; stops <= tables.page_count; ++stops) {
    const auto read = visit_from(database, tables, first, highest, orphans, visit, context);
    if (read) break;
    report(problems, Severity::error, read.error(), name, format("message id {}", highest + 1),
           "unreadable from here on: ");
    complete = false;
    const auto next = next_readable(database, std::max(first, highest));
    if (!next) break;
    first = *next;
  }
  if (orphans > 0) {
    problems.add({.severity = Severity::error,
                  .file = std::string(name),
                  .message = format("{} messages refer to a missing topic and are left out", orphans)});
  }
  return complete;
}

}  // namespace gs::logio::rosbag2
