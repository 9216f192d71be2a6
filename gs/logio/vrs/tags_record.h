// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// TAGS records: tags of a stream that was added after the file was begun. Readers merge them into the description.
#pragma once

#include <limits>

#include "gs/logio/vrs/format/description.h"
#include "gs/logio/vrs/payload/layout_fields.h"

namespace gs::logio::vrs {

// Content of a TAGS record.
struct TagsRecord {
  Tags vrs_tags, user_tags;
};

void fields(auto& visit, LayoutOf<TagsRecord> auto& record) {
  visit("vrs_tags", record.vrs_tags);
  visit("user_tags", record.user_tags);
}

constexpr uint32_t kTagsRecordVersion = 1;
// TAGS records sort before all others.
constexpr double kTagsTimestamp = std::numeric_limits<double>::lowest();

}  // namespace gs::logio::vrs
