// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What a VRS file says about itself: tags of the file and of each stream.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/logio/vrs/record_header.h"

namespace gs::vrs {

using Tags = std::map<std::string, std::string>;

// Reserved names among the VRS tags of a stream.
namespace tag {
constexpr const char* name = "VRS_Original_Recordable_Name";
constexpr const char* flavor = "VRS_Recordable_Flavor";
constexpr const char* serial = "VRS_Serial_Number";
std::string record_format(RecordType type, uint32_t format_version);                   // "RF:Data:1"
std::string data_layout(RecordType type, uint32_t format_version, std::size_t block);  // "DL:Data:1:0"
}  // namespace tag

struct StreamTags {
  Tags vrs;   // reserved: name, flavor, serial, record formats, data layouts
  Tags user;  // free

  std::string flavor() const;
};

struct Description {
  std::map<StreamId, StreamTags> streams;
  Tags file;
};

// The payload of a description record, version 2. Version 1 (JSON, before 2019) is refused as unsupported.
Result<Description> parse_description(Bytes payload, uint32_t format_version);
std::vector<std::byte> write_description(const Description& description);

constexpr uint32_t kDescriptionVersion = 2;

}  // namespace gs::vrs
