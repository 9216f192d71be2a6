// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/rosbag1/reader.h"

#include <algorithm>
#include <optional>

#include "gs/core/file.h"
#include "gs/logio/api/index_times.h"
#include "gs/logio/rosbag1/stream.h"

namespace gs::logio {
namespace rosbag1 {
namespace {

// Converts a connection to a channel.
LogChannel channel_of(const Connection& connection, uint32_t id) {
  LogChannel channel{.id = id,
                     .topic = connection.topic,
                     .message_encoding = "ros1",
                     .schema = {.name = connection.type, .encoding = "ros1msg", .data = connection.definition}};
  channel.metadata["md5sum"] = connection.md5sum;
  if (!connection.caller_id.empty()) channel.metadata["callerid"] = connection.caller_id;
  if (!connection.latching.empty()) channel.metadata["latching"] = connection.latching;
  return channel;
}

// Sums the counts and time ranges of all chunks.
LogInfo info_of(const BagIndex& index, uint64_t file_bytes) {
  LogInfo info{.format = "rosbag1",
               .profile = "ros1",
               .indexed = index.from_index,
               .file_bytes = file_bytes,
               .chunk_count = index.chunks.size()};
  info.channels.resize(index.connections.size());
  for (const ChunkRef& chunk : index.chunks) {
    ++info.chunks_by_compression[std::string(to_string(chunk.codec))];
    for (const auto& [connection, count] : chunk.counts) {
      info.channels[index.position_of_id.at(connection)].message_count += count;
    }
    if (chunk.message_count() == 0) continue;
    info.message_count += chunk.message_count();
    info.start = std::min(info.start.value_or(chunk.start), chunk.start);
    info.end = std::max(info.end.value_or(chunk.end), chunk.end);
  }
  return info;
}

// Bag behind the LogReader interface. Owns the mapped file, if any.
class Reader final : public LogReader, public IndexTimes {
 public:
  Reader(std::optional<MappedFile> map, Bytes bytes, std::string name, BagIndex index)
      : map_(std::move(map)), bytes_(bytes), name_(std::move(name)), index_(std::move(index)) {
    info_ = info_of(index_, bytes_.size());
    for (const Connection& connection : index_.connections) {
      channels_.push_back(channel_of(connection, static_cast<uint32_t>(channels_.size())));
    }
  }

  const LogInfo& info() const override { return info_; }
  const std::vector<LogChannel>& channels() const override { return channels_; }
  Result<std::unique_ptr<MessageStream>> read(const ReadOptions& options, Problems& problems) const override {
    return make_stream({bytes_, name_, index_, channels_}, options, problems);
  }
  Result<std::vector<LogAttachment>> attachments(Problems&) const override { return std::vector<LogAttachment>{}; }
  Result<std::vector<LogMetadata>> metadata(Problems&) const override { return std::vector<LogMetadata>{}; }
  Result<void> check_container(Problems& problems) const override {
    check_index(bytes_, name_, index_, problems);
    return {};
  }
  bool visit_times(const VisitTime& visit) const override {
    if (!index_.from_index) return false;
    uint64_t dropped = 0;  // pages before this offset
    for (const ChunkRef& chunk : index_.chunks) {
      const auto index = read_chunk_index(bytes_, chunk);
      if (!index) return false;
      for (const IndexData& data : *index) {
        const auto channel = index_.position_of_id.find(data.connection);
        if (channel == index_.position_of_id.end()) return false;
        for (const IndexEntry& entry : data.entries) visit(channel->second, entry.time);
      }
      constexpr uint64_t kDropStep = 64ull << 20;
      if (map_ && chunk.position > dropped + kDropStep) {
        map_->drop_pages(dropped, chunk.position - dropped);
        dropped = chunk.position;
      }
    }
    return true;
  }

 private:
  std::optional<MappedFile> map_;
  Bytes bytes_;
  std::string name_;
  BagIndex index_;
  LogInfo info_;
  std::vector<LogChannel> channels_;
};

Result<std::unique_ptr<LogReader>> make_reader(std::optional<MappedFile> map, Bytes bytes, std::string name,
                                               FirstLine first_line, Problems& problems) {
  GS_TRY(BagIndex index, load_index(bytes, name, first_line, problems));
  return std::make_unique<Reader>(std::move(map), bytes, std::move(name), std::move(index));
}

Result<std::unique_ptr<LogReader>> open_file(const std::filesystem::path& path, FirstLine first_line,
                                             Problems& problems) {
  GS_TRY(MappedFile map, MappedFile::open(path));
  const Bytes bytes = map.bytes();
  return make_reader(std::move(map), bytes, path.filename().string(), first_line, problems);
}

}  // namespace
}  // namespace rosbag1

bool is_rosbag1(Bytes first_bytes) { return as_text(first_bytes).starts_with("#ROSBAG V"); }

Result<std::unique_ptr<LogReader>> open_rosbag1(const std::filesystem::path& path, Problems& problems) {
  return rosbag1::open_file(path, rosbag1::FirstLine::needed, problems);
}

Result<std::unique_ptr<LogReader>> open_damaged_rosbag1(const std::filesystem::path& path, Problems& problems) {
  return rosbag1::open_file(path, rosbag1::FirstLine::may_be_damaged, problems);
}

Result<std::unique_ptr<LogReader>> read_rosbag1(Bytes bytes, std::string name, Problems& problems) {
  return rosbag1::make_reader(std::nullopt, bytes, std::move(name), rosbag1::FirstLine::needed, problems);
}

}  // namespace gs::logio
