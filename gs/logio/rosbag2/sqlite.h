// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The little of SQLite a bag needs, with errors as values.
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

namespace gs::rosbag2 {

class Statement {
 public:
  Statement(sqlite3* database, sqlite3_stmt* statement) : database_(database), statement_(statement) {}

  // Parameters count from 1. Texts and blobs are borrowed until the next step.
  void bind(int parameter, int64_t value);
  void bind(int parameter, std::string_view text);
  void bind(int parameter, Bytes blob);
  // True: a row is there. Views into it last until the next step.
  Result<bool> step();
  // One step of a statement without rows.
  Result<void> run();
  void reset();

  int64_t integer(int column) const;  // columns count from 0
  std::string_view text(int column) const;
  Bytes blob(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  sqlite3* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

class Database {
 public:
  // Leaves no trace beside the file: a journal (-wal) with content is read, but neither created nor folded in.
  static Result<Database> open_read_only(const std::filesystem::path& path);
  // A database file in memory, which must outlive the connection. It is not changed.
  static Result<Database> open_read_only(Bytes bytes);
  static Result<Database> create(const std::filesystem::path& path);

  Result<Statement> prepare(std::string_view sql) const;
  // Statements without rows.
  Result<void> run(const char* sql) const;
  // Whether a table has a column of this name; with an empty name, whether it exists.
  Result<bool> has(std::string_view table, std::string_view column) const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  explicit Database(sqlite3* database) : database_(database) {}
  // What outside files need: no checkpoints, no views, no trust in their schema.
  Result<void> restrict() const;
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace gs::rosbag2
