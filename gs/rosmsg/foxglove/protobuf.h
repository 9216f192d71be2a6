// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Wire format of protobuf: a sequence of numbered fields (https://protobuf.dev/programming-guides/encoding).
#pragma once

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::rosmsg::foxglove {

// One field. Types are the wire types of the specification; groups (3, 4) are not supported.
struct WireField {
  // Wire types.
  enum class Type { varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 };
  uint32_t number = 0;
  Type type = Type::varint;
  uint64_t value = 0;  // of varint, fixed64 and fixed32
  Bytes bytes;         // of type bytes: texts, messages and packed lists
};

// Reads fields one after another from borrowed bytes.
class WireReader {
 public:
  explicit WireReader(Bytes bytes) : in_(bytes) {}
  // True behind the last field.
  bool at_end() const { return in_.at_end(); }
  // Read the next field, or a variable-length integer. Errors: truncated, corrupt, unsupported (wire type).
  Result<WireField> next();
  Result<uint64_t> varint();

 private:
  ByteReader in_;
};

}  // namespace gs::rosmsg::foxglove
