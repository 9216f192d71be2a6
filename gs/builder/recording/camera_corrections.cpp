// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/recording/camera_corrections.h"

#include <cmath>

#include "gs/core/json/json.h"

namespace gs::builder {

std::string write_camera_corrections(const CameraTimes& times) {
  Node root = Node::map();
  root.add("version", Node::of("1.0.0"));
  Node& cameras = root.add("cameras", Node::map());
  for (const auto& [id, time_s] : times) cameras.add(id, Node::map()).add("time_s", Node::of(time_s));
  return write_json(root);
}

Result<CameraTimes> read_camera_corrections(const fs::path& path) {
  constexpr double kMost_s = 1;
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return CameraTimes{};
  GS_TRY(const Node root, read_json(path));
  CameraTimes out;
  const Node* cameras = root.find("cameras");
  if (cameras == nullptr) return fail(ErrorCode::invalid_data, "no object 'cameras' in {}", path.string());
  for (const auto& [id, node] : cameras->members) {
    const Node* time = node.find("time_s");
    if (time == nullptr || !time->is_number() || !(std::abs(time->real) <= kMost_s)) {
      return fail(ErrorCode::invalid_data, "camera '{}' needs a time_s of at most {} s: {}", id, kMost_s,
                  path.string());
    }
    out[id] = time->real;
  }
  return out;
}

}  // namespace gs::builder
