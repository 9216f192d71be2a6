// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Test support: finds the messages of a log file, and which of them must survive a damaged byte. Follows the published
// formats, independently of the readers under test.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/time.h"

namespace gs::logio::testing {

// Hash of time and content of a message. Leaves out the topic: an index without checksum repeats the topic names, and
// if the two copies differ, the correct one is unknown.
uint64_t identity_of(Timestamp log_time, Bytes data);

// Messages of a file and their sensitivity to damage.
struct MessagePlaces {
  std::vector<uint64_t> messages;  // identities, in file order
  // True if a reader must still deliver the message when the byte at this offset is damaged.
  std::function<bool(std::size_t message, uint64_t damaged_byte)> survives;
};

// A message survives damage behind its last byte; in a compressed chunk, damage behind the end of the chunk.
MessagePlaces mcap_places(Bytes file);
MessagePlaces rosbag1_places(Bytes file);
// A message survives damage in any page except its own, its B-tree ancestors, and pages of other tables.
MessagePlaces db3_places(const std::filesystem::path& path, Bytes file);
// Chooses the format by the first bytes; empty for files compressed as a whole.
MessagePlaces message_places(const std::filesystem::path& path, Bytes file);

}  // namespace gs::logio::testing
