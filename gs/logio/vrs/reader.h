// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Opens a VRS file: VRS1, VRS2, split heads and chunks; a missing or damaged index is rebuilt.
//
//   Problems problems;
//   GS_TRY(auto file, vrs::Reader::open("out.vrs", problems));
//   std::vector<std::byte> buffer;
//   for (const vrs::RecordInfo& info : file.records()) {
//     GS_TRY(const vrs::Record record, file.read(info, buffer));
//   }
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gs/core/problems.h"
#include "gs/core/result.h"
#include "gs/logio/vrs/chunked_file.h"
#include "gs/logio/vrs/format/description.h"
#include "gs/logio/vrs/format/file_header.h"
#include "gs/logio/vrs/index.h"

namespace gs::logio::vrs {

// Larger payloads are refused before memory is allocated.
constexpr uint32_t kMaxPayloadBytes = 1u << 30;

// Header and payload of a record.
struct Record {
  RecordHeader header;
  Bytes payload;  // uncompressed; borrowed from the file or from the caller's buffer
};

// Open file. Immutable: several threads may read through it, each with its own buffer.
class Reader {
 public:
  // Opens a file and its chunks. A damaged description or index is a problem, not an error. Errors: those of the file
  // header and of opening the file.
  static Result<Reader> open(const std::filesystem::path& path, Problems& problems);
  // Opens a file in memory, borrowed.
  static Result<Reader> open(Bytes file, Problems& problems);

  // Properties of the file. was_sorted(): the records are stored in time order.
  const FileHeader& header() const { return header_; }
  const Description& description() const { return description_; }
  IndexPlace index_place() const { return index_place_; }
  bool was_sorted() const { return was_sorted_; }
  uint64_t file_bytes() const { return file_.size(); }
  std::size_t chunk_count() const { return file_.chunk_count(); }

  // All records in time order. TAGS records are merged into the description and not listed.
  std::span<const RecordInfo> records() const { return records_; }
  // Streams that occur in the description or in the records, sorted.
  std::vector<StreamId> streams() const;
  // Finds a stream by "200-1" or by the logical id of its flavor ("1001").
  std::optional<StreamId> find_stream(std::string_view name) const;
  // Resolves a user's choice: nullopt for an empty name. Errors: not_found.
  Result<std::optional<StreamId>> choose_stream(std::string_view name) const;

  // Reads a record: checks its header against the index, decompresses it and verifies the checksums of the frame, if
  // any. Errors: corrupt, truncated, limit_exceeded.
  Result<Record> read(const RecordInfo& info, std::vector<std::byte>& buffer) const;
  // Reads the header only. Errors: corrupt if it disagrees with the index.
  Result<RecordHeader> read_header(const RecordInfo& info) const;
  // Releases the mapped pages of a record from memory.
  void release(const RecordInfo& info) const { file_.drop_pages(info.offset, info.bytes); }

 private:
  explicit Reader(ChunkedFile file) : file_(std::move(file)) {}
  static Result<Reader> open_file(ChunkedFile file, Problems& problems);
  Result<uint64_t> read_description();
  Index load_index(uint64_t after_description, Problems& problems) const;
  void take_records(Index index, Problems& problems);
  Result<void> merge_tags(const RecordInfo& info);

  ChunkedFile file_;
  FileHeader header_;
  Description description_;
  std::vector<RecordInfo> records_;
  IndexPlace index_place_ = IndexPlace::rebuilt;
  bool was_sorted_ = true;
};

}  // namespace gs::logio::vrs
