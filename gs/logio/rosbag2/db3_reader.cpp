// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/rosbag2/db3_reader.h"

#include <algorithm>

#include "gs/logio/api/index_times.h"
#include "gs/logio/rosbag2/db3_stream.h"

namespace gs::logio {
namespace rosbag2 {
namespace {

// One .db3 file behind the LogReader interface.
class Db3Reader final : public LogReader, public IndexTimes {
 public:
  Db3Reader(Db3Source source, Database database, Db3Tables tables)
      : source_(std::move(source)), database_(std::move(database)), tables_(std::move(tables)) {}

  // Visits all rows without their data, for counts and time range.
  void take_statistics(Problems& problems) {
    info_.format = "rosbag2";
    info_.profile = "ros2";
    info_.library = format("rosbag2 sqlite3, schema version {}", tables_.schema_version);
    if (!tables_.ros_distro.empty()) info_.library += ", " + tables_.ros_distro;
    std::error_code ignored;
    info_.file_bytes = source_.bytes ? source_.bytes->size() : std::filesystem::file_size(source_.path, ignored);
    info_.indexed = tables_.has_time_index;
    info_.channels.resize(tables_.channels.size());
    complete_ = visit_rows(database_, tables_, source_.name(), problems, [this](const RowHead& row) {
      ++info_.message_count;
      ++info_.channels[row.channel].message_count;
      info_.channels[row.channel].data_bytes += row.data_bytes;
      info_.start = std::min(info_.start.value_or(row.time), row.time);
      info_.end = std::max(info_.end.value_or(row.time), row.time);
    });
  }

  const LogInfo& info() const override { return info_; }
  const std::vector<LogChannel>& channels() const override { return tables_.channels; }
  Result<std::unique_ptr<MessageStream>> read(const ReadOptions& options, Problems& problems) const override {
    return make_db3_stream({source_, tables_, complete_}, options, problems);
  }
  // Rows are read without their data.
  bool visit_times(const VisitTime& visit) const override {
    Problems ignored;  // take_statistics() reported them
    return visit_rows(database_, tables_, source_.name(), ignored,
                      [&](const RowHead& row) { visit(row.channel, row.time); });
  }
  Result<std::vector<LogAttachment>> attachments(Problems&) const override { return std::vector<LogAttachment>{}; }
  Result<std::vector<LogMetadata>> metadata(Problems&) const override { return std::vector<LogMetadata>{}; }

 private:
  Db3Source source_;
  Database database_;
  Db3Tables tables_;
  LogInfo info_;
  bool complete_ = true;  // all rows are readable
};

Result<std::unique_ptr<LogReader>> open(Db3Source source, Problems& problems) {
  GS_TRY(Database database, source.connect());
  // The connection is kept for the statistics; each stream opens its own.
  auto tables = read_tables(database, source.name(), problems);
  if (!tables) return std::move(tables).error().with_context("reading " + source.path.string());
  auto reader = std::make_unique<Db3Reader>(std::move(source), std::move(database), *std::move(tables));
  reader->take_statistics(problems);
  return reader;
}

}  // namespace
}  // namespace rosbag2

bool is_sqlite(Bytes first_bytes) {
  return as_text(first_bytes).starts_with(std::string_view("SQLite format 3\0", 16));
}

Result<std::unique_ptr<LogReader>> open_db3(const std::filesystem::path& path, Problems& problems) {
  return rosbag2::open({.path = path}, problems);
}

Result<std::unique_ptr<LogReader>> read_db3(Bytes bytes, const std::string& name, Problems& problems) {
  return rosbag2::open({.path = name, .bytes = bytes}, problems);
}

}  // namespace gs::logio
