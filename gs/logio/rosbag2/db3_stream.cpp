// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/rosbag2/db3_stream.h"

#include <algorithm>
#include <optional>

#include "gs/logio/rosbag2/message_zstd.h"

namespace gs::logio::rosbag2 {
namespace {

// Limits of a batch; a larger message forms its own batch.
constexpr std::size_t kBatchBytes = 4u << 20;
constexpr std::size_t kBatchMessages = 4096;

// Sort key of a row: time, then id.
struct RowKey {
  Timestamp time;
  int64_t id = 0;
  friend auto operator<=>(const RowKey&, const RowKey&) = default;
};

// Reads rows by one query, or one by one from a sorted list of ids if the file has no usable order.
class Db3Stream final : public MessageStream {
 public:
  Db3Stream(const Db3View& db3, Database database, const ReadOptions& options, Problems& problems)
      : db3_(db3), name_(db3.source.name()), database_(std::move(database)), options_(options), problems_(problems) {}

  // Resolves topics and starts the query.
  Result<void> begin() {
    for (const auto& [topic_id, channel] : db3_.tables.channel_of_topic_id) {
      const std::string& topic = db3_.tables.channels[channel].topic;
      if (options_.topics.empty() || std::ranges::find(options_.topics, topic) != options_.topics.end()) {
        topic_ids_ += (topic_ids_.empty() ? "" : ",") + std::to_string(topic_id);
      }
    }
    const bool by_id = options_.order == Order::file;
    if (db3_.complete && (by_id || db3_.tables.has_time_index)) return query(by_id);
    return list_rows();
  }

  Result<std::span<const MessageView>> next_batch() override {
    // Messages are copied into one arena, because SQLite reuses the memory of a row at the next step. The views are
    // made last: the arena may move while it grows.
    arena_.clear();
    arena_.reserve(kBatchBytes);
    places_.clear();
    while (places_.size() < kBatchMessages) {
      GS_TRY(const bool row, next_row());
      if (!row || !take_row()) break;
    }
    views_.clear();
    for (const Place& place : places_) {
      views_.push_back({.channel = place.channel,
                        .log_time = place.time,
                        .publish_time = place.time,
                        .data = Bytes(arena_).subspan(place.offset, place.bytes)});
    }
    return std::span<const MessageView>(views_);
  }

 private:
  // Position of a message in the batch memory; becomes a view when the batch is complete.
  struct Place {
    const LogChannel* channel = nullptr;
    Timestamp time;
    std::size_t offset = 0, bytes = 0;
  };

  // WHERE clause of the selected topics and times.
  std::string conditions() const {
    std::string text = "topic_id IN (" + topic_ids_ + ")";
    if (options_.begin) text += " AND timestamp >= " + std::to_string(options_.begin->ns);
    if (options_.end) text += " AND timestamp < " + std::to_string(options_.end->ns);
    return text;
  }

  Result<void> query(bool by_id) {
    const std::string sql = "SELECT id, topic_id, timestamp, data FROM messages WHERE " + conditions() +
                            (by_id ? " ORDER BY id" : " ORDER BY timestamp, id") +
                            format(" LIMIT {}", db3_.tables.max_rows);
    GS_TRY(Statement statement, database_.prepare(sql));
    rows_.emplace(std::move(statement));
    return {};
  }

  // Lists and sorts the ids of all selected rows: 16 bytes per message. Used if the file has no time index, or damaged
  // pages.
  Result<void> list_rows() {
    std::vector<bool> wanted(db3_.tables.channels.size());
    for (const LogChannel& channel : db3_.tables.channels) {
      wanted[channel.id] =
          options_.topics.empty() || std::ranges::find(options_.topics, channel.topic) != options_.topics.end();
    }
    // Unreadable pages were reported when the file was opened.
    Problems already_reported(0);
    visit_rows(database_, db3_.tables, name_, already_reported, [&](const RowHead& row) {
      const bool in_time =
          (!options_.begin || row.time >= *options_.begin) && (!options_.end || row.time < *options_.end);
      if (wanted[row.channel] && in_time) keys_.push_back({row.time, row.id});
    });
    if (options_.order == Order::file) {
      std::ranges::sort(keys_, {}, &RowKey::id);
    } else {
      std::ranges::sort(keys_);
    }
    GS_TRY(Statement statement, database_.prepare("SELECT id, topic_id, timestamp, data FROM messages WHERE id = ?1"));
    rows_.emplace(std::move(statement));
    listed_ = true;
    return {};
  }

  // Moves to the next row, unless the current one has not been taken yet. False at the end.
  Result<bool> next_row() {
    if (waiting_) return true;
    if (at_end_) return false;
    if (!listed_) {
      auto row = rows_->step();
      at_end_ = row && !*row;  // another step would restart the query
      if (row || row.error().code != ErrorCode::corrupt) return row;
      // Damage that the first visit did not touch (the data, or the time index): continue row by row.
      problems_.add(Severity::error, std::move(row).error(), name_);
      GS_CHECK(list_rows());
      const RowKey reached = last_;
      const bool by_id = options_.order == Order::file;
      std::erase_if(keys_, [&](const RowKey& key) { return any_ && (by_id ? key.id <= reached.id : key <= reached); });
    }
    while (next_key_ < keys_.size()) {
      rows_->reset();
      rows_->bind(1, keys_[next_key_++].id);
      auto row = rows_->step();
      if (row && *row) return true;
      if (row) continue;
      problems_.add({.severity = Severity::error,
                     .code = row.error().code,
                     .file = name_,
                     .place = format("message id {}", keys_[next_key_ - 1].id),
                     .message = row.error().message});
    }
    return false;
  }

  // Copies the row into the batch; false if it does not fit and must wait for the next batch.
  bool take_row() {
    // A message larger than kBatchBytes forms a batch of its own.
    const Bytes data = rows_->blob(3);
    waiting_ = !places_.empty() && arena_.size() + data.size() > kBatchBytes;
    if (waiting_) return false;
    last_ = {{rows_->integer(2)}, rows_->integer(0)};
    any_ = true;
    // Rows of unknown topics were reported when the file was opened.
    const auto channel = db3_.tables.channel_of_topic_id.find(rows_->integer(1));
    if (channel == db3_.tables.channel_of_topic_id.end()) return true;
    Place place{.channel = &db3_.tables.channels[channel->second], .time = last_.time, .offset = arena_.size()};
    if (is_zstd(data)) {
      const auto decoded = unpack_.decode(data);
      if (!decoded) {
        problems_.add({.severity = Severity::error,
                       .code = decoded.error().code,
                       .file = name_,
                       .place = format("message id {}", last_.id),
                       .message = decoded.error().message});
        return true;
      }
      arena_.insert(arena_.end(), decoded->begin(), decoded->end());
    } else {
      arena_.insert(arena_.end(), data.begin(), data.end());
    }
    place.bytes = arena_.size() - place.offset;
    places_.push_back(place);
    return true;
  }

  Db3View db3_;
  std::string name_;
  Database database_;
  ReadOptions options_;
  Problems& problems_;
  std::string topic_ids_;  // "1,2,5"
  std::optional<Statement> rows_;
  bool listed_ = false;
  bool at_end_ = false;
  std::vector<RowKey> keys_;
  std::size_t next_key_ = 0;
  bool waiting_ = false;  // the current row of rows_ did not fit into the last batch
  RowKey last_;
  bool any_ = false;
  MessageUnpacker unpack_;
  std::vector<std::byte> arena_;
  std::vector<Place> places_;
  std::vector<MessageView> views_;
};

}  // namespace

Result<std::unique_ptr<MessageStream>> make_db3_stream(const Db3View& db3, const ReadOptions& options,
                                                       Problems& problems) {
  for (const std::string& topic : options.topics) {
    if (!std::ranges::any_of(db3.tables.channels, [&](const LogChannel& c) { return c.topic == topic; })) {
      return fail(ErrorCode::topic_not_found, "topic '{}' is not in {}", topic, db3.source.name());
    }
  }
  GS_TRY(Database database, db3.source.connect());
  auto stream = std::make_unique<Db3Stream>(db3, std::move(database), options, problems);
  GS_CHECK(stream->begin());
  return stream;
}

}  // namespace gs::logio::rosbag2
