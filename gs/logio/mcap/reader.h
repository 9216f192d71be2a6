// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads MCAP files: indexed, unindexed, cut and damaged ones.
#pragma once

#include "gs/core/file.h"
#include "gs/logio/log.h"
#include "gs/logio/mcap/file_index.h"

namespace gs {

// A checksum is verified whenever its chunk is decoded or read in full. Messages picked out of a stored chunk by its
// index, which is how few topics or a short time are read from many, do not touch the rest of it.
class McapReader final : public LogReader {
 public:
  static Result<std::unique_ptr<McapReader>> open(const fs::path& path, Problems& problems);
  // Also a file whose first bytes are damaged.
  static Result<std::unique_ptr<McapReader>> open_damaged(const fs::path& path, Problems& problems);
  // bytes must outlive the reader; name is what problems call them.
  static Result<std::unique_ptr<McapReader>> open(Bytes bytes, const std::string& name, Problems& problems);

  const LogInfo& info() const override { return info_; }
  const std::vector<LogChannel>& channels() const override { return channels_; }
  Result<std::unique_ptr<MessageStream>> read(const ReadOptions& options, Problems& problems) const override;
  Result<std::vector<LogAttachment>> attachments(Problems& problems) const override;
  Result<std::vector<LogMetadata>> metadata(Problems& problems) const override;
  Result<void> check_container(Problems& problems) const override;

  // The checksum over everything before the summary, where the file has one. Reads the whole file.
  Result<void> verify_data_section() const;

  // What only MCAP has: ids, chunks and statistics as the file states them.
  const mcap::FileIndex& index() const { return index_; }
  Bytes bytes() const { return bytes_; }

 private:
  McapReader() = default;
  static Result<std::unique_ptr<McapReader>> open_file(const fs::path& path, mcap::Magic magic, Problems& problems);
  Result<void> load(mcap::Magic magic, Problems& problems);
  void fill_info();

  std::optional<MappedFile> mapped_;
  Bytes bytes_;
  std::string name_;
  mcap::FileIndex index_;
  std::vector<LogChannel> channels_;
  std::vector<uint16_t> file_ids_;  // by channel id: the number in the file
  LogInfo info_;
};

}  // namespace gs
