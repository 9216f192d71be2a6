// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Writes a VRS file in the classic layout: header, description, records, index at the end. Should the program die, the
// target does not exist; should the recording be cut elsewhere, readers rebuild the index from the records.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "gs/core/file.h"
#include "gs/core/result.h"
#include "gs/logio/vrs/compression.h"
#include "gs/logio/vrs/data_layout.h"
#include "gs/logio/vrs/description.h"
#include "gs/logio/vrs/file_header.h"
#include "gs/logio/vrs/index.h"

namespace gs::vrs {

struct WriterOptions {
  Compression compression = kDefaultCompression;
  // Identity of the recording; 0 derives one from the description, so equal input gives equal bytes.
  uint64_t creation_id = 0;
};

struct RecordHead {
  StreamId stream;
  RecordType type = RecordType::data;
  double timestamp = 0;
  uint32_t format_version = 1;
};

class Writer {
 public:
  // An existing target is an error without `replace`; with it, it stays until close(), and so do its chunks
  // ("out.vrs_1"). Other files under the names of chunks are an error, since they would be read as part of the new
  // file.
  static Result<Writer> create(const std::filesystem::path& target, const Description& description,
                               const WriterOptions& options, bool replace = false);

  const WriterOptions& options() const { return options_; }
  // The concatenation of parts is the payload; it is compressed here.
  Result<void> write(const RecordHead& head, std::span<const Bytes> parts);
  Result<void> write(const RecordHead& head, Bytes payload) { return write(head, std::span(&payload, 1)); }
  // A payload compressed earlier.
  Result<void> write(const RecordHead& head, const StoredPayload& payload);
  // Writes the index and makes the file visible. Returns its size.
  Result<uint64_t> close();

  uint64_t record_count() const { return records_.size(); }

 private:
  Writer(AtomicFile file, std::filesystem::path target, const WriterOptions& options)
      : file_(std::move(file)), target_(std::move(target)), options_(options) {}
  Result<void> write_head(const Description& description);
  Result<void> put_record(const RecordHeader& header, std::span<const Bytes> payload);
  Result<void> write_index_record();

  AtomicFile file_;
  std::filesystem::path target_;
  std::vector<std::filesystem::path> old_chunks_;  // of the recording at the target, removed when it is replaced
  WriterOptions options_;
  FileHeader header_;
  std::vector<StreamId> streams_;
  std::vector<RecordInfo> records_;
  StoredPayload scratch_;
  uint32_t previous_bytes_ = 0;
};

// Adds the RF: and DL: tags of a record kind made of one data layout block, or of one followed by a raw image.
void add_record_format(StreamTags& tags, RecordType type, const DataLayout& layout, bool with_image,
                       uint32_t format_version = 1);
// Name, flavor and a serial number that follows from both, for streams this project makes.
StreamTags make_stream_tags(StreamId id, std::string_view flavor);

}  // namespace gs::vrs
