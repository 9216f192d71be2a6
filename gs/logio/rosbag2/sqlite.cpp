// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/rosbag2/sqlite.h"

#include <sqlite3.h>

namespace gs::logio::rosbag2 {
namespace {

// Maps SQLite result codes to error codes.
ErrorCode code_of(int status) {
  switch (status & 0xFF) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return ErrorCode::corrupt;
    case SQLITE_NOMEM:
      return ErrorCode::out_of_memory;
    case SQLITE_PERM:
    case SQLITE_READONLY:
    case SQLITE_AUTH:
      return ErrorCode::permission_denied;
    case SQLITE_CANTOPEN:
      return ErrorCode::not_found;
    case SQLITE_TOOBIG:
      return ErrorCode::limit_exceeded;
    case SQLITE_ERROR:
      return ErrorCode::corrupt;  // our statements are valid, so the schema of the file is wrong
    default:
      return ErrorCode::io_error;
  }
}

Error error_of(sqlite3* database, int status) {
  if ((status & 0xFF) == SQLITE_FULL) {
    return fail(ErrorCode::disk_full, "SQLite: the disk is full").with_hint("free space on that disk");
  }
  return fail(code_of(status), "SQLite: {}", database != nullptr ? sqlite3_errmsg(database) : sqlite3_errstr(status));
}

// Path as an SQLite URI, with special characters escaped.
std::string uri_of(const std::filesystem::path& path, std::string_view parameters) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string uri = "file:";
  for (const char c : std::filesystem::absolute(path).string()) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
                       c == '.' || c == '_' || c == '-';
    if (plain) {
      uri += c;
    } else {
      uri += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return uri + "?" + std::string(parameters);
}

// True if a write-ahead log with content lies beside the database.
bool has_journal(const std::filesystem::path& path) {
  std::error_code ignored;
  const auto size = std::filesystem::file_size(path.string() + "-wal", ignored);
  return !ignored && size > 0;
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
void Database::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

void Statement::bind(int parameter, int64_t value) { sqlite3_bind_int64(statement_.get(), parameter, value); }
void Statement::bind(int parameter, std::string_view text) {
  sqlite3_bind_text64(statement_.get(), parameter, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
}
void Statement::bind(int parameter, Bytes blob) {
  // A null pointer would bind NULL instead of an empty blob.
  if (blob.empty()) {
    sqlite3_bind_zeroblob(statement_.get(), parameter, 0);
  } else {
    sqlite3_bind_blob64(statement_.get(), parameter, blob.data(), blob.size(), SQLITE_STATIC);
  }
}

Result<bool> Statement::step() {
  const int status = sqlite3_step(statement_.get());
  if (status == SQLITE_ROW) return true;
  if (status == SQLITE_DONE) return false;
  return error_of(database_, status);
}

Result<void> Statement::run() {
  GS_TRY([[maybe_unused]] const bool row, step());
  return {};
}

void Statement::reset() { sqlite3_reset(statement_.get()); }

int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }

std::string_view Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  if (text == nullptr) return {};
  return {text, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

Bytes Statement::blob(int column) const {
  const auto* data = static_cast<const std::byte*>(sqlite3_column_blob(statement_.get(), column));
  if (data == nullptr) return {};
  return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

Result<Database> Database::open_read_only(const std::filesystem::path& path) {
  if (std::error_code error; !std::filesystem::is_regular_file(path, error)) {
    return fail(ErrorCode::not_found, "no such file: {}", path.string()).with_hint("check the path");
  }
  // Without a journal: "immutable" needs no locks and creates no files. It ignores a journal, so with one we use the
  // VFS without locks and exclusive mode, which keeps the index of the journal in memory and creates no files either.
  const bool journal = has_journal(path);
  const std::string uri = uri_of(path, journal ? "mode=ro&vfs=unix-none" : "mode=ro&immutable=1");
  sqlite3* raw = nullptr;
  const int status =
      sqlite3_open_v2(uri.c_str(), &raw, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
  Database database(raw);
  if (status != SQLITE_OK) return error_of(raw, status).with_context("opening " + path.string());
  if (journal) GS_CHECK(database.run("PRAGMA locking_mode=EXCLUSIVE"));  // before the first read
  GS_CHECK(database.restrict());
  return database;
}

Result<Database> Database::open_read_only(Bytes bytes) {
  sqlite3* raw = nullptr;
  int status = sqlite3_open_v2(":memory:", &raw, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
  Database database(raw);
  if (status != SQLITE_OK) return error_of(raw, status);
  auto* data = reinterpret_cast<unsigned char*>(const_cast<std::byte*>(bytes.data()));  // DESERIALIZE_READONLY below
  const auto size = static_cast<sqlite3_int64>(bytes.size());
  status = sqlite3_deserialize(raw, "main", data, size, size, SQLITE_DESERIALIZE_READONLY);
  if (status != SQLITE_OK) return error_of(raw, status);
  GS_CHECK(database.restrict());
  return database;
}

Result<void> Database::restrict() const {
  // No checkpoint when the connection closes, no writes to shadow tables, no functions in an untrusted schema, no
  // views.
  sqlite3_db_config(database_.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  sqlite3_db_config(database_.get(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(database_.get(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(database_.get(), SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  return run("PRAGMA cell_size_check=ON; PRAGMA cache_size=-16384");
}

Result<Database> Database::create(const std::filesystem::path& path) {
  sqlite3* raw = nullptr;
  const int status =
      sqlite3_open_v2(path.c_str(), &raw, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
  Database database(raw);
  if (status != SQLITE_OK) return error_of(raw, status).with_context("creating " + path.string());
  return database;
}

Result<Statement> Database::prepare(std::string_view sql) const {
  sqlite3_stmt* statement = nullptr;
  const int status = sqlite3_prepare_v2(database_.get(), sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
  if (status != SQLITE_OK) return error_of(database_.get(), status);
  return Statement(database_.get(), statement);
}

Result<void> Database::run(const char* sql) const {
  const int status = sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr);
  if (status != SQLITE_OK) return error_of(database_.get(), status);
  return {};
}

Result<bool> Database::has(std::string_view table, std::string_view column) const {
  GS_TRY(Statement statement, prepare("SELECT name FROM pragma_table_info(?1)"));
  statement.bind(1, table);
  while (true) {
    GS_TRY(const bool row, statement.step());
    if (!row) return false;
    if (column.empty() || statement.text(0) == column) return true;
  }
}

}  // namespace gs::logio::rosbag2
