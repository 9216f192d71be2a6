// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/recording/recorded_fixes.h"

#include <algorithm>

#include "gs/core/json/json.h"

namespace gs::builder {

std::string write_fixes(const RecordedFixes& fixes) {
  Node root = Node::map();
  root.add("version", Node::of("1.0.0"));
  root.add("frame_id", Node::of(fixes.frame_id));
  Node& list = root.add("fixes", Node::list());
  for (const RecordedFix& fix : fixes.fixes) {
    Node entry = Node::list();
    for (const double v : {fix.stamp.seconds(), fix.position.latitude_deg, fix.position.longitude_deg,
                           fix.position.altitude_m, fix.sigma_m.x, fix.sigma_m.y, fix.sigma_m.z}) {
      entry.items.push_back(Node::of(v));
    }
    list.items.push_back(std::move(entry));
  }
  return write_json(root);
}

Result<RecordedFixes> read_fixes(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return RecordedFixes{};
  GS_TRY(const Node root, read_json(path, kOwnFile));
  RecordedFixes out;
  if (const Node* frame = root.find("frame_id")) out.frame_id = frame->text;
  const Node* list = root.find("fixes");
  if (list == nullptr) return fail(ErrorCode::invalid_data, "no list 'fixes' in {}", path.string());
  for (const Node& entry : list->items) {
    if (entry.items.size() != 7) {
      return fail(ErrorCode::invalid_data, "fix {} has {} numbers instead of 7: {}", out.fixes.size(),
                  entry.items.size(), path.string());
    }
    const auto v = [&](std::size_t i) { return entry.items[i].real; };
    out.fixes.push_back({Timestamp::from_seconds(v(0)), {v(1), v(2), v(3)}, {v(4), v(5), v(6)}});
  }
  return out;
}

LocalFixes to_local(const RecordedFixes& fixes) {
  LocalFixes out;
  if (fixes.fixes.empty()) return out;
  out.reference = fixes.fixes.front().position;
  for (const RecordedFix& fix : fixes.fixes) {
    out.fixes.push_back({fix.stamp, to_enu(fix.position, out.reference), fix.sigma_m});
  }
  std::ranges::stable_sort(out.fixes, {}, [](const mapping::PositionFix& f) { return f.stamp.ns; });
  return out;
}

}  // namespace gs::builder
