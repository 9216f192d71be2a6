// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// For tests: which messages a log file holds and which of them a damaged byte may not cost, found by walking over the
// bytes as the formats are published, without the readers under test.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/time.h"

namespace gs::testing {

// Time and content of a message in one number. Not its topic: where an index without checksum repeats the names, the
// damage may be in the name there, and nobody can tell which of the two is right.
uint64_t identity_of(Timestamp log_time, Bytes data);

struct MessagePlaces {
  std::vector<uint64_t> messages;  // identities, in file order
  // Whether a reader must still deliver a message when the byte at this offset is damaged.
  std::function<bool(std::size_t message, uint64_t damaged_byte)> survives;
};

// A message survives damage behind its last byte; in a compressed chunk, behind the end of the chunk.
MessagePlaces mcap_places(Bytes file);
MessagePlaces rosbag1_places(Bytes file);
// A message survives damage in any page but its own, those on the way to them, and those of other tables.
MessagePlaces db3_places(const std::filesystem::path& path, Bytes file);
// By the first bytes; none for files that are compressed as a whole.
MessagePlaces message_places(const std::filesystem::path& path, Bytes file);

}  // namespace gs::testing
