// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The part of SQLite that a rosbag2 file needs, with errors as values.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace gs::logio::rosbag2 {

// Prepared statement.
class Statement {
 public:
  Statement(sqlite3* database, sqlite3_stmt* statement) : database_(database), statement_(statement) {}

  // Bind a parameter; parameters count from 1. Texts and blobs are borrowed until the next step.
  void bind(int parameter, int64_t value);
  void bind(int parameter, std::string_view text);
  void bind(int parameter, Bytes blob);
  // Executes up to the next row; true if there is one. Views into the row stay valid until the next step.
  Result<bool> step();
  // Executes a statement that gives no rows. reset() prepares it for another execution.
  Result<void> run();
  void reset();

  // Values of the current row; columns count from 0.
  int64_t integer(int column) const;
  std::string_view text(int column) const;
  Bytes blob(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  sqlite3* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

// Connection to a database; one thread at a time.
class Database {
 public:
  // Opens a file without changing it or creating files beside it. A write-ahead log with content is read, not merged.
  static Result<Database> open_read_only(const std::filesystem::path& path);
  // Opens a database file in memory, which must outlive the connection and is not changed.
  static Result<Database> open_read_only(Bytes bytes);
  // Creates an empty database file.
  static Result<Database> create(const std::filesystem::path& path);

  // Compiles a statement. Errors: corrupt if the schema of the file does not have its tables and columns.
  Result<Statement> prepare(std::string_view sql) const;
  // Executes statements that give no rows.
  Result<void> run(const char* sql) const;
  // True if the table has this column; with an empty column name, if the table exists.
  Result<bool> has(std::string_view table, std::string_view column) const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  explicit Database(sqlite3* database) : database_(database) {}
  // Settings for untrusted files: no checkpoints, no views, no trust in the schema.
  Result<void> restrict() const;
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace gs::logio::rosbag2
