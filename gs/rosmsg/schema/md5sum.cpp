// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/rosmsg/schema/md5sum.h"

#include <map>

#include "gs/core/format.h"
#include "gs/core/hash/md5.h"
#include "gs/rosmsg/schema/schema_text.h"

namespace gs::rosmsg {
namespace {

// The md5sums computed so far: types are often used several times.
using Known = std::map<const MessageType*, std::string>;

const std::string& sum(const MessageType& type, Known& known) {
  if (const auto found = known.find(&type); found != known.end()) return found->second;
  std::string text;
  for (const Constant& constant : type.constants) {
    if (constant.ros2_only) continue;
    text += format("{} {}={}\n", to_string(constant.kind), constant.name, constant.text);
  }
  for (const Field& field : type.fields) {
    const MessageType* message = field.type.message;
    const bool is_builtin = message == nullptr || message->is_time() || message->is_duration();
    text += is_builtin ? ros1_type_text(field.type) : sum(*message, known);
    text += " " + (field.ros1_name.empty() ? field.name : field.ros1_name) + "\n";
  }
  if (!text.empty()) text.pop_back();  // ROS 1 hashes the text without a line break at its end
  return known[&type] = md5_hex(text);
}

}  // namespace

std::string ros1_md5sum(const MessageType& type) {
  Known known;
  return sum(type, known);
}

}  // namespace gs::rosmsg
