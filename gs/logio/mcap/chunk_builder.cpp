// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/mcap/chunk_builder.h"

#include <algorithm>

#include "gs/core/hash/crc32.h"

namespace gs::logio::mcap {

void ChunkBuilder::add(const Message& message) {
  if (message.channel_id >= by_id_.size()) by_id_.resize(message.channel_id + std::size_t{1});
  auto& entries = by_id_[message.channel_id];
  if (entries.empty()) used_.push_back(message.channel_id);
  entries.push_back({message.log_time, records_.size()});
  // Time range of the chunk: from its first message on.
  const bool first = used_.size() == 1 && entries.size() == 1;
  start_ = first ? message.log_time : std::min(start_, message.log_time);
  end_ = first ? message.log_time : std::max(end_, message.log_time);
  append(records_, message);
}

void ChunkBuilder::clear() {
  records_.clear();
  packed_ = false;
  for (const uint16_t id : used_) by_id_[id].clear();
  used_.clear();
  start_ = end_ = 0;
}

Result<void> ChunkBuilder::pack(const PackOptions& options, Encoder& encoder) {
  std::sort(used_.begin(), used_.end());
  crc_ = options.crc ? crc32(records_.view()) : 0;
  compression_ = {};
  packed_ = false;
  if (options.codec == Codec::none) return {};
  GS_CHECK(encoder.encode(options.codec, options.level, records_.view(), buffer_));
  packed_ = buffer_.size() + records_.size() / 50 < records_.size();  // saves more than 2 %
  if (packed_) compression_ = to_string(options.codec);
  return {};
}

void ChunkBuilder::append_head(ByteWriter& out) const {
  const Bytes bytes = body();
  // start time, end time, uncompressed size, crc, length of the name, name, length of the records.
  const uint64_t head = 8 + 8 + 8 + 4 + 4 + compression_.size() + 8;
  out.u8(static_cast<uint8_t>(Op::chunk));
  out.u64(head + bytes.size());
  out.u64(start_), out.u64(end_), out.u64(records_.size()), out.u32(crc_);
  out.string32(compression_);
  out.u64(bytes.size());
}

Map<uint16_t, uint64_t> ChunkBuilder::append_message_indexes(ByteWriter& out) const {
  // The entries in memory have the layout of the file (little endian), so they are written as one block.
  static_assert(sizeof(IndexEntry) == 16, "copied as it is");
  Map<uint16_t, uint64_t> offsets;
  for (const uint16_t id : used_) {
    offsets.emplace_back(id, out.size());
    const auto& entries = by_id_[id];
    const std::size_t bytes = entries.size() * sizeof(IndexEntry);
    out.u8(static_cast<uint8_t>(Op::message_index));
    out.u64(2 + 4 + bytes);
    out.u16(id);
    out.u32(static_cast<uint32_t>(bytes));
    out.bytes({reinterpret_cast<const std::byte*>(entries.data()), bytes});
  }
  return offsets;
}

ChunkIndex ChunkBuilder::index() const {
  return {.message_start_time = start_,
          .message_end_time = end_,
          .compression = compression_,
          .compressed_size = body().size(),
          .uncompressed_size = records_.size()};
}

ChunkPacker::ChunkPacker(const PackOptions& options, int threads)
    : options_(options), max_jobs_(static_cast<std::size_t>(threads) * 2 + 1) {
  for (int i = 0; i < threads; ++i) workers_.emplace_back([this] { serve(); });
}

ChunkPacker::~ChunkPacker() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  may_work_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

std::unique_ptr<ChunkBuilder> ChunkPacker::fresh() {
  if (spare_.empty()) return std::make_unique<ChunkBuilder>();
  auto chunk = std::move(spare_.back());
  spare_.pop_back();
  return chunk;
}

void ChunkPacker::recycle(std::unique_ptr<ChunkBuilder> chunk) {
  chunk->clear();
  spare_.push_back(std::move(chunk));
}

void ChunkPacker::pack(Job& job, Encoder& encoder) const {
  if (auto result = job.chunk->pack(options_, encoder); !result) job.error = std::move(result).error();
}

void ChunkPacker::put(std::unique_ptr<ChunkBuilder> chunk) {
  // Without workers, the caller's thread packs.
  auto job = std::make_unique<Job>();
  job->chunk = std::move(chunk);
  if (workers_.empty()) {
    pack(*job, encoder_);
    job->done = true;
  }
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  may_work_.notify_one();
}

Result<std::unique_ptr<ChunkBuilder>> ChunkPacker::get(bool wait) {
  std::unique_lock lock(mutex_);
  if (jobs_.empty()) return nullptr;
  // Only the oldest job is returned, so chunks keep their order.
  if (!jobs_.front()->done) {
    if (!wait) return nullptr;
    done_.wait(lock, [&] { return jobs_.front()->done; });
  }
  const auto job = std::move(jobs_.front());
  jobs_.pop_front();
  if (job->error) return std::move(*job->error);
  return std::move(job->chunk);
}

// Worker: packs the oldest job that no other worker has started.
void ChunkPacker::serve() {
  Encoder encoder;
  std::unique_lock lock(mutex_);
  while (true) {
    const auto waiting = [&] {
      return std::find_if(jobs_.begin(), jobs_.end(), [](const auto& job) { return !job->started && !job->done; });
    };
    may_work_.wait(lock, [&] { return ending_ || waiting() != jobs_.end(); });
    if (ending_) return;
    Job& job = **waiting();  // stays in the queue while it is packed: get() removes finished jobs only
    job.started = true;
    lock.unlock();
    pack(job, encoder);
    lock.lock();
    job.done = true;
    done_.notify_one();
  }
}

}  // namespace gs::logio::mcap
