// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The wire format of protobuf: numbered fields, each with its length.
#pragma once

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::foxglove {

struct WireField {
  enum class Type { varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 };
  uint32_t number = 0;
  Type type = Type::varint;
  uint64_t value = 0;  // of the types that are numbers
  Bytes bytes;         // of type bytes: texts, messages and packed lists
};

class WireReader {
 public:
  explicit WireReader(Bytes bytes) : in_(bytes) {}
  bool at_end() const { return in_.at_end(); }
  Result<WireField> next();
  Result<uint64_t> varint();

 private:
  ByteReader in_;
};

}  // namespace gs::foxglove
