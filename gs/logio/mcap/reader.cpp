// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/mcap/reader.h"

#include <algorithm>
#include <unordered_set>

#include "gs/core/hash/crc32.h"
#include "gs/core/options/options.h"
#include "gs/logio/mcap/read_ahead.h"
#include "gs/logio/mcap/stream.h"
#include "gs/logio/mcap/summary.h"

namespace gs::logio {
namespace {

using mcap::Segment;
using mcap::Selection;

// Pages are dropped, and the data section is checked, in steps of this size [bytes].
constexpr uint64_t kDropStep = 32ull << 20;

// Callback that drops the mapped pages behind a scan of the whole file.
std::function<void(uint64_t)> page_dropping(const std::optional<MappedFile>& mapped) {
  return [&mapped, dropped = uint64_t{0}](uint64_t offset) mutable {
    if (offset < dropped) dropped = 0;  // a second walk
    if (!mapped || offset < dropped + kDropStep) return;
    mapped->drop_pages(dropped, offset - dropped);
    dropped = offset;
  };
}

// Error with the topic of the smallest edit distance as a hint.
Error unknown_topic(const std::string& topic, const std::vector<LogChannel>& channels, const std::string& name) {
  constexpr std::size_t kLongest = 256;  // longer topic names are not compared: edit distance is quadratic
  const LogChannel* nearest = nullptr;
  std::size_t least = 0;
  for (const LogChannel& channel : channels) {
    if (channel.topic.size() > kLongest) continue;
    const std::size_t distance = edit_distance(topic, channel.topic);
    if (nearest == nullptr || distance < least) nearest = &channel, least = distance;
  }
  Error error = fail(ErrorCode::topic_not_found, "topic '{}' is not in {}", topic, name);
  return nearest == nullptr ? error : std::move(error).with_hint(format("the nearest is '{}'", nearest->topic));
}

// False if the segment certainly holds no selected message.
bool may_hold(const Selection& selection, const Segment& segment) {
  // An end of INT64_MAX means no end, which must not exclude a message of exactly that time.
  if (segment.has_times() &&
      (segment.end < selection.begin || (segment.start >= selection.end && selection.end.ns != INT64_MAX)))
    return false;
  const auto refs = selection.index->refs_of(segment);
  if (selection.all_channels || refs.empty()) return true;
  return std::any_of(refs.begin(), refs.end(), [&](const auto& ref) { return selection.wants(ref.channel_id); });
}

// Earliest publish time of each segment. Chunks do not state it, so all selected messages are read once.
std::vector<Timestamp> earliest_publish_times(const mcap::StreamPlan& plan, std::size_t segments) {
  std::vector<Timestamp> keys(segments, Timestamp{INT64_MAX});
  mcap::SegmentQueue queue(*plan.selection, plan.order, plan.threads, plan.max_bytes);
  while (!queue.at_end()) {
    auto segment = queue.take();
    if (!segment->messages.empty()) keys[segment->position] = segment->messages.front().publish_time;
    segment->report.clear();  // reported by the second read
    queue.give_back(std::move(segment));
  }
  return keys;
}

// Sorts the segments by their earliest message.
void plan_order(mcap::StreamPlan& plan) {
  const auto& segments = plan.selection->index->segments;
  if (plan.selection->order == Order::file) return;
  if (plan.selection->order == Order::publish_time) {
    plan.keys = earliest_publish_times(plan, segments.size());
  } else {
    for (const Segment& s : segments) plan.keys.push_back(s.has_times() ? s.start : Timestamp{INT64_MIN});
  }
  std::stable_sort(plan.order.begin(), plan.order.end(),
                   [&](std::size_t a, std::size_t b) { return plan.keys[a] < plan.keys[b]; });
}

// True if the selected segments are so few that reading ahead would read mostly bytes that nobody asked for.
bool reads_little(const mcap::StreamPlan& plan) {
  constexpr uint64_t kLittle_bytes = 8ull << 20;
  uint64_t bytes = 0;
  for (const std::size_t i : plan.order) {
    bytes += plan.selection->index->segments[i].length;
    if (bytes > kLittle_bytes) return false;
  }
  return true;
}

Timestamp time_of(uint64_t ns) { return {static_cast<int64_t>(ns)}; }

}  // namespace

Result<std::unique_ptr<McapReader>> McapReader::open_file(const fs::path& path, mcap::Magic magic, Problems& problems) {
  std::unique_ptr<McapReader> reader(new McapReader);
  GS_TRY(reader->mapped_, MappedFile::open(path));
  reader->bytes_ = reader->mapped_->bytes();
  reader->name_ = path.string();
  // With a summary only single records are read.
  std::optional<mcap::NoReadAhead> no_read_ahead;
  if (mcap::has_summary(reader->bytes_)) no_read_ahead.emplace(reader->mapped_);
  GS_CHECK(reader->load(magic, problems));
  return reader;
}

Result<std::unique_ptr<McapReader>> McapReader::open(const fs::path& path, Problems& problems) {
  return open_file(path, mcap::Magic::needed, problems);
}

Result<std::unique_ptr<McapReader>> McapReader::open_damaged(const fs::path& path, Problems& problems) {
  return open_file(path, mcap::Magic::may_be_damaged, problems);
}

Result<std::unique_ptr<McapReader>> McapReader::open(Bytes bytes, const std::string& name, Problems& problems) {
  std::unique_ptr<McapReader> reader(new McapReader);
  reader->bytes_ = bytes;
  reader->name_ = name;
  GS_CHECK(reader->load(mcap::Magic::needed, problems));
  return reader;
}

Result<void> McapReader::load(mcap::Magic magic, Problems& problems) {
  GS_TRY(index_, mcap::build_file_index(bytes_, name_, magic, problems, page_dropping(mapped_)));
  mcap::Report report{name_};
  channels_ = index_.definitions.log_channels(report);
  report.hand_over(problems);
  // Channels are numbered 0, 1, ... in the order of their file ids.
  for (const auto& [id, channel] : index_.definitions.channels()) file_ids_.push_back(id);
  fill_info();
  return {};
}

void McapReader::fill_info() {
  info_.format = "mcap";
  info_.profile = index_.profile;
  info_.library = index_.library;
  info_.indexed = index_.from_summary;
  info_.start = index_.start;
  info_.end = index_.end;
  info_.message_count = index_.message_count;
  info_.file_bytes = bytes_.size();
  for (const Segment& segment : index_.segments) {
    // Runs of loose messages are segments, but not chunks.
    if (!segment.is_chunk) continue;
    ++info_.chunk_count;
    ++info_.chunks_by_compression[segment.compression.empty() ? "none" : std::string(segment.compression)];
  }
  for (const uint16_t id : file_ids_) {
    const auto count = index_.message_counts.find(id);
    info_.channels.push_back({.message_count = count == index_.message_counts.end() ? 0 : count->second});
  }
}

Result<std::unique_ptr<MessageStream>> McapReader::read(const ReadOptions& options, Problems& problems) const {
  // 1. Resolve topics to file ids. Several channels may have one topic.
  auto selection = std::make_unique<Selection>();
  selection->file = bytes_;
  selection->name = name_;
  selection->index = &index_;
  selection->order = options.order;
  selection->verify_crc = options.verify_crc;
  selection->salvage = options.salvage;
  selection->whole_chunks = options.whole_chunks;
  selection->all_channels = options.topics.empty();
  if (options.begin) selection->begin = *options.begin;
  if (options.end) selection->end = *options.end;
  const std::unordered_set<std::string_view> topics(options.topics.begin(), options.topics.end());
  std::unordered_set<std::string_view> found;
  const std::size_t ids = file_ids_.empty() ? 0 : file_ids_.back() + std::size_t{1};
  selection->channel_by_id.resize(ids);
  selection->wanted_by_id.resize(ids);
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    const bool wanted = topics.empty() || topics.contains(channels_[i].topic);
    if (wanted) found.insert(channels_[i].topic);
    selection->channel_by_id[file_ids_[i]] = &channels_[i];
    selection->wanted_by_id[file_ids_[i]] = wanted ? 1 : 0;
  }
  for (const std::string& topic : options.topics) {
    if (!found.contains(topic)) return unknown_topic(topic, channels_, name_);
  }
  // 2. Choose the segments that may hold selected messages, and their order.
  mcap::StreamPlan plan{.threads = options.threads, .max_bytes = options.max_buffered_bytes};
  for (std::size_t i = 0; i < index_.segments.size(); ++i) {
    if (may_hold(*selection, index_.segments[i])) plan.order.push_back(i);
  }
  plan.selection = std::move(selection);
  plan_order(plan);
  if (mapped_) mcap::set_read_ahead(bytes_, !reads_little(plan));
  return mcap::make_stream(std::move(plan), mapped_ ? &*mapped_ : nullptr, problems);
}

Result<void> McapReader::verify_data_section() const {
  if (!index_.data_end) return {};
  GS_TRY(const auto record, mcap::parse<mcap::DataEnd>(bytes_.subspan(*index_.data_end + mcap::kPrefixBytes, 4)));
  if (record.data_section_crc == 0) return {};
  // In steps, so that the mapped pages behind can be dropped.
  uint32_t crc = 0;
  for (uint64_t at = 0; at < *index_.data_end; at += kDropStep) {
    const uint64_t count = std::min(kDropStep, *index_.data_end - at);
    crc = crc32(bytes_.subspan(at, count), crc);
    if (mapped_) mapped_->drop_pages(at, count);
  }
  if (crc == record.data_section_crc) return {};
  return fail(ErrorCode::crc_mismatch, "the checksum of the data section is {:08x}, {:08x} was written; {}", crc,
              record.data_section_crc, name_);
}

Result<void> McapReader::check_container(Problems& problems) const {
  if (auto verified = verify_data_section(); !verified) {
    problems.add(Severity::error, std::move(verified).error(), name_);
  }
  return {};
}

Result<std::vector<LogAttachment>> McapReader::attachments(Problems& problems) const {
  std::vector<LogAttachment> result;
  mcap::Report report{name_};
  for (const mcap::Place& place : index_.attachments) {
    const Bytes content = bytes_.subspan(place.offset, place.length).subspan(mcap::kPrefixBytes);
    const auto attachment = mcap::parse<mcap::Attachment>(content);
    if (!attachment) {
      report.add(Severity::error, attachment.error(), place.offset, mcap::Op::attachment);
      continue;
    }
    // The checksum covers the fields in front of it; later versions may append fields behind it.
    const auto covered = static_cast<std::size_t>(attachment->data.data() + attachment->data.size() - content.data());
    if (attachment->crc != 0 && crc32(content.first(covered)) != attachment->crc) {
      report.add(
          Severity::error,
          fail(ErrorCode::crc_mismatch, "the checksum of attachment '{}' is wrong; it is skipped", attachment->name),
          place.offset, mcap::Op::attachment);
      continue;
    }
    result.push_back({.name = std::string(attachment->name),
                      .media_type = std::string(attachment->media_type),
                      .log_time = time_of(attachment->log_time),
                      .create_time = time_of(attachment->create_time),
                      .data = {attachment->data.begin(), attachment->data.end()}});
  }
  report.hand_over(problems);
  return result;
}

Result<std::vector<LogMetadata>> McapReader::metadata(Problems& problems) const {
  std::vector<LogMetadata> result;
  mcap::Report report{name_};
  for (const mcap::Place& place : index_.metadata) {
    const auto metadata =
        mcap::parse<mcap::Metadata>(bytes_.subspan(place.offset, place.length).subspan(mcap::kPrefixBytes));
    if (!metadata) {
      report.add(Severity::error, metadata.error(), place.offset, mcap::Op::metadata);
      continue;
    }
    LogMetadata& made = result.emplace_back();
    made.name = metadata->name;
    for (const auto& [key, value] : metadata->metadata)
      made.values.insert_or_assign(std::string(key), std::string(value));
  }
  report.hand_over(problems);
  return result;
}

}  // namespace gs::logio
