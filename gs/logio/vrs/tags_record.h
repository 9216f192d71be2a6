// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Tags of a stream that was added after the file was begun travel in a record of their own, which readers merge.
#pragma once

#include <limits>

#include "gs/logio/vrs/description.h"
#include "gs/logio/vrs/layout_fields.h"

namespace gs::vrs {

struct TagsRecord {
  Tags vrs_tags, user_tags;
};

void fields(auto& visit, LayoutOf<TagsRecord> auto& record) {
  visit("vrs_tags", record.vrs_tags);
  visit("user_tags", record.user_tags);
}

constexpr uint32_t kTagsRecordVersion = 1;
// Before everything else.
constexpr double kTagsTimestamp = std::numeric_limits<double>::lowest();

}  // namespace gs::vrs
