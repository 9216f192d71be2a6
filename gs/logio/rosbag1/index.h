// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What a bag holds and where: read from the index at its end, or rebuilt by scanning when that is missing or wrong.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "gs/core/problems.h"
#include "gs/logio/rosbag1/chunk.h"

namespace gs::rosbag1 {

struct BagIndex {
  std::vector<Connection> connections;                    // in the order first met
  std::unordered_map<uint32_t, uint32_t> position_of_id;  // connection id in the file -> place in connections
  std::vector<ChunkRef> chunks;                           // in file order
  bool from_index = false;

  // A second record of one id must equal the first; otherwise the first is kept and the error returned.
  Result<void> add(Connection connection);
};

// The index the recorder wrote. An error means: scan.
Result<BagIndex> read_index(Bytes file);

// Walks the whole file (recover.cpp). Damage is skipped to the next chunk and reported.
BagIndex scan_bag(Bytes file, std::string_view name, Problems& problems);

// Whether a file that does not begin like a bag is none, or one to be recovered.
enum class FirstLine { needed, may_be_damaged };

// read_index, else scan_bag. An error only when the bytes are no bag at all, or one we cannot read.
Result<BagIndex> load_index(Bytes file, std::string_view name, FirstLine first_line, Problems& problems);

// Reads every chunk and compares it with its chunk info and its index data (check.cpp). Differences go to problems.
void check_index(Bytes file, std::string_view name, const BagIndex& index, Problems& problems);

// The index data records behind a chunk; none when there are none. Entries are as stored, not checked against the
// chunk.
Result<std::vector<IndexData>> read_chunk_index(Bytes file, const ChunkRef& chunk);

// Every message of a decoded chunk. Where the walk meets damage, the index behind the chunk, if there is one, tells
// where the next message starts.
ChunkContents read_contents(Bytes file, const ChunkRef& chunk, Bytes records);

// "offset 4117"
std::string at_offset(uint64_t offset);

}  // namespace gs::rosbag1
