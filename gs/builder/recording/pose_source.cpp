// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/recording/pose_source.h"

#include "gs/core/json/json.h"

namespace gs::builder {
namespace {

constexpr double kDegreesPerRad = 180 / kPi;

Node node_of(const LidarOdometryReport& lidar) {
  const auto count = [](std::size_t n) { return Node::of(static_cast<int64_t>(n)); };
  Node node = Node::map();
  node.add("imu_topic", Node::of(lidar.imu_topic));
  node.add("sweeps", count(lidar.sweeps));
  node.add("refused_sweeps", count(lidar.refused));
  node.add("lost_sweeps", count(lidar.lost));
  node.add("weak_sweeps", count(lidar.weak));
  node.add("length_m", Node::of(lidar.length_m));
  if (lidar.bias) {
    node.add("elevation_correction_deg", Node::of(lidar.bias->elevation_rad * kDegreesPerRad));
    node.add("elevation_sigma_deg", Node::of(lidar.bias->elevation_sigma_rad * kDegreesPerRad));
    node.add("elevation_decision", Node::of(lidar.bias->elevation_reason));
  }
  return node;
}

}  // namespace

Node to_node(const PoseSourceReport& report) {
  Node node = Node::map();
  node.add("source", Node::of(report.source));
  node.add("topic", Node::of(report.topic));
  node.add("reason", Node::of(report.reason));
  node.add("lidar_odometry", report.lidar ? node_of(*report.lidar) : Node{});  // null: the poses of the log
  return node;
}

std::vector<std::string> to_lines(const PoseSourceReport& report) {
  std::vector<std::string> lines;
  const std::string from = report.topic.empty() ? "the transforms" : report.topic;
  if (!report.lidar) return {format("poses from {}, because {}", from, report.reason)};
  const LidarOdometryReport& lidar = *report.lidar;
  lines.push_back(format("poses from LiDAR odometry on {}{}{}, because {}", from,
                         lidar.imu_topic.empty() ? "" : " and ", lidar.imu_topic, report.reason));
  lines.push_back(format("LiDAR odometry: {} sweeps, {:.1f} m, {} of them predicted", lidar.sweeps, lidar.length_m,
                         lidar.lost + lidar.weak));
  if (lidar.bias && !lidar.bias->pieces.empty()) {
    lines.push_back(format("elevation of the beams {:+.3f} deg (+-{:.3f}), {}",
                           lidar.bias->elevation_rad * kDegreesPerRad, lidar.bias->elevation_sigma_rad * kDegreesPerRad,
                           lidar.bias->elevation_reason));
  }
  return lines;
}

bool poses_are_from_lidar(const Workspace& workspace) {
  const auto report = read_json(workspace.folder(Step::mcap_ingest) / kPoseSourceFile);
  const Node* source = report ? report->find("source") : nullptr;
  return source != nullptr && source->text == kLidarSource;
}

std::string write_gravity(const std::vector<mapping::GravitySample>& gravity) {
  Node root = Node::map();
  Node& list = root.add("gravity", Node::list());
  for (const mapping::GravitySample& g : gravity) {
    list.items.push_back(Node::list(
        {Node::of(g.stamp.seconds()), Node::of(g.up_in_base.x), Node::of(g.up_in_base.y), Node::of(g.up_in_base.z)}));
  }
  return write_json(root);
}

Result<std::vector<mapping::GravitySample>> read_gravity(const fs::path& path) {
  std::vector<mapping::GravitySample> out;
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return out;
  GS_TRY(const Node root, read_json(path));
  const Node* list = root.find("gravity");
  if (list == nullptr) return fail(ErrorCode::invalid_data, "no list 'gravity' in {}", path.string());
  for (const Node& item : list->items) {
    if (item.items.size() != 4) {
      return fail(ErrorCode::invalid_data, "an entry of 'gravity' has {} numbers, four are needed: {}",
                  item.items.size(), path.string());
    }
    const Vec3d up{item.items[1].real, item.items[2].real, item.items[3].real};
    if (!(std::abs(norm(up) - 1) < 1e-3)) {
      return fail(ErrorCode::invalid_data, "an entry of 'gravity' is not a unit vector: {}", path.string());
    }
    out.push_back({Timestamp::from_seconds(item.items[0].real), up});
  }
  return out;
}

}  // namespace gs::builder
