// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Description of a VRS file: tags of the file and of each stream.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/logio/vrs/format/record_header.h"

namespace gs::logio::vrs {

using Tags = std::map<std::string, std::string>;

// Reserved names among the VRS tags of a stream.
namespace tag {
// Names of reserved tags. record_format() gives "RF:Data:1", data_layout() "DL:Data:1:0" (type, version, block).
constexpr const char* name = "VRS_Original_Recordable_Name";
constexpr const char* flavor = "VRS_Recordable_Flavor";
constexpr const char* serial = "VRS_Serial_Number";
std::string record_format(RecordType type, uint32_t format_version);                   // "RF:Data:1"
std::string data_layout(RecordType type, uint32_t format_version, std::size_t block);  // "DL:Data:1:0"
}  // namespace tag

// Tags of a stream.
struct StreamTags {
  Tags vrs;   // reserved names: recordable name, flavor, serial, record formats, data layouts
  Tags user;  // other names

  // Flavor tag; empty if there is none.
  std::string flavor() const;
};

// Content of the description record.
struct Description {
  std::map<StreamId, StreamTags> streams;
  Tags file;
};

// Parses the payload of a description record. Errors: truncated, corrupt; unsupported for versions other than 2
// (version 1, before 2019, is JSON).
Result<Description> parse_description(Bytes payload, uint32_t format_version);
// Writes the payload of a description record, version 2.
std::vector<std::byte> write_description(const Description& description);

constexpr uint32_t kDescriptionVersion = 2;

}  // namespace gs::logio::vrs
