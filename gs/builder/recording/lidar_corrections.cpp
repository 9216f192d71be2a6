// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/recording/lidar_corrections.h"

#include "gs/core/json/json.h"

namespace gs::builder {

std::string write_lidar_corrections(const LidarCorrections& corrections) {
  Node root = Node::map();
  root.add("version", Node::of("1.0.0"));
  Node& lidars = root.add("lidars", Node::map());
  for (const auto& [id, correction] : corrections) {
    Node& lidar = lidars.add(id, Node::map());
    const Vec3d& r = correction.rotation;
    lidar.add("elevation_rad", Node::of(correction.elevation_rad));
    lidar.add("rotation", Node::list({Node::of(r.x), Node::of(r.y), Node::of(r.z)}));
  }
  return write_json(root);
}

Result<LidarCorrections> read_lidar_corrections(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return LidarCorrections{};
  GS_TRY(const Node root, read_json(path));
  LidarCorrections out;
  const Node* lidars = root.find("lidars");
  if (lidars == nullptr) return fail(ErrorCode::invalid_data, "no object 'lidars' in {}", path.string());
  for (const auto& [id, node] : lidars->members) {
    const Node *elevation = node.find("elevation_rad"), *rotation = node.find("rotation");
    if (elevation == nullptr || rotation == nullptr || rotation->items.size() != 3) {
      return fail(ErrorCode::invalid_data, "lidar '{}' needs elevation_rad and a rotation of 3 numbers: {}", id,
                  path.string());
    }
    out[id] = {elevation->real, {rotation->items[0].real, rotation->items[1].real, rotation->items[2].real}};
  }
  return out;
}

}  // namespace gs::builder
