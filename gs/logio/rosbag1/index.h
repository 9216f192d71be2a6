// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Index of a bag: connections and chunks. Read from the end of the file, or rebuilt by scanning if that is missing or
// wrong.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "gs/core/problems.h"
#include "gs/logio/rosbag1/chunk.h"

namespace gs::logio::rosbag1 {

// Connections and chunks of a bag.
struct BagIndex {
  std::vector<Connection> connections;                    // in order of first occurrence
  std::unordered_map<uint32_t, uint32_t> position_of_id;  // connection id in the file -> index in `connections`
  std::vector<ChunkRef> chunks;                           // in file order
  bool from_index = false;                                // false: rebuilt by a scan

  // Adds a connection. A second record of the same id must be equal; otherwise the first is kept and an error returned.
  Result<void> add(Connection connection);
};

// Reads the index written by the recorder. After an error, use scan_bag().
Result<BagIndex> read_index(Bytes file);

// Rebuilds the index by scanning the whole file (recover.cpp). Damage is reported, and the scan resumes at the next
// chunk.
BagIndex scan_bag(Bytes file, std::string_view name, Problems& problems);

// Treatment of a file without the bag magic: refuse it, or scan it for chunks.
enum class FirstLine { needed, may_be_damaged };

// Reads the index, or scans the bag if that fails. Errors: corrupt for other files; unsupported for encrypted bags and
// other versions.
Result<BagIndex> load_index(Bytes file, std::string_view name, FirstLine first_line, Problems& problems);

// Reads every chunk and compares it with its chunk info and index data records (check.cpp). Adds differences to
// problems.
void check_index(Bytes file, std::string_view name, const BagIndex& index, Problems& problems);

// Parses the index data records behind a chunk; empty if there are none. The entries are not checked against the chunk.
Result<std::vector<IndexData>> read_chunk_index(Bytes file, const ChunkRef& chunk);

// Parses all messages of a decoded chunk. After damage it resumes at the next message listed in the chunk's index data.
ChunkContents read_contents(Bytes file, const ChunkRef& chunk, Bytes records);

// Place in a Problem: "offset 4117".
std::string at_offset(uint64_t offset);

}  // namespace gs::logio::rosbag1
