// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/recording/refined_poses.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "gs/builder/recording/ingested_images.h"
#include "gs/builder/recording/ingested_sweeps.h"
#include "gs/builder/recording/pose_source.h"
#include "gs/core/json/json.h"
#include "gs/world/files/trajectory_csv.h"

namespace gs::builder {
namespace {

// Writes the significant errors of the LiDARs.
Result<void> write_corrections(const Workspace& workspace, const RefinementReport& report) {
  LidarCorrections corrections;
  for (const auto& [id, bias] : report.lidars) {
    if (!bias.correction.is_none()) corrections[id] = bias.correction;
  }
  if (corrections.empty()) return {};
  return write_file(workspace.folder(Step::calibration_builder) / kLidarCorrections,
                    write_lidar_corrections(corrections));
}

// For people and reports; angles are radians everywhere else.
double degrees(double rad) { return rad * 180 / kPi; }

// Adds a warning about the poses; `file` names the part that it is about.
void warn_of_poses(Problems& problems, std::string_view file, std::string message, std::string hint) {
  problems.add({.severity = Severity::warning,
                .code = ErrorCode::invalid_data,
                .file = std::string(file),
                .message = std::move(message),
                .hint = std::move(hint)});
}

void warn_of_unmatched(const RefinementReport& report, Problems& problems) {
  if (report.unmatched == 0) return;
  warn_of_poses(
      problems, kRefinedPoses,
      format("{} of {} sweeps match too few surfaces; odometry decides their poses", report.unmatched, report.sweeps),
      "");
}

// Warns where the surroundings do not show the motion; of many stretches, the longest.
void warn_of_weak(const RefinementReport& report, Problems& problems) {
  constexpr std::size_t kLeastSweeps = 5, kMostShown = 3;
  std::vector<mapping::PredictedStretch> long_ones;
  std::size_t sweeps = 0;
  for (const mapping::PredictedStretch& stretch : report.weak) {
    const std::size_t size = stretch.last - stretch.first + 1;
    if (size >= kLeastSweeps) long_ones.push_back(stretch), sweeps += size;
  }
  std::ranges::stable_sort(long_ones, std::greater{}, [](const auto& s) { return s.last - s.first; });
  if (long_ones.size() > kMostShown) long_ones.resize(kMostShown);
  for (const mapping::PredictedStretch& stretch : long_ones) {
    warn_of_poses(problems, "poses.csv", to_text(stretch),
                  format("the odometry of the log is taken there ({} of {} sweeps in all) and not checked by the LiDAR",
                         sweeps, report.sweeps));
  }
}

// Warns of extrinsics that are off by degrees or metres.
void warn_of_extrinsics(const RefinementReport& report, Problems& problems) {
  constexpr double kGross_deg = 1;
  constexpr std::string_view kLook = "check the signs and units (radians, metres) of its transform in /tf_static";
  if (report.mounting) {
    warn_of_poses(
        problems, "calibration.yaml",
        format("the extrinsics of the LiDAR '{}' are wrong: with {} more its sweeps show the motion of the "
               "odometry (difference {:.2f} m -> {:.2f} m)",
               report.wrong_lidar, to_text(*report.mounting), report.mounting->before_m, report.mounting->after_m),
        format("{}; {}", report.refined ? "the poses are refined with the wrong ones" : "nothing was corrected",
               kLook));
  }
  for (const auto& [id, bias] : report.lidars) {
    const double turn_deg = degrees(norm(bias.correction.rotation));
    if (turn_deg < kGross_deg) continue;
    warn_of_poses(problems, "calibration.yaml",
                  format("the LiDAR '{}' is turned by {:.1f} deg against its stated extrinsics", id, turn_deg),
                  format("the rotation was corrected; {}", kLook));
  }
}

// A rotation vector in degrees; null for components that are unknown.
Node degrees_of(Vec3d v) {
  const auto finite = [](double x) { return std::isfinite(x) ? Node::of(degrees(x)) : Node{}; };
  return Node::list({finite(v.x), finite(v.y), finite(v.z)});
}

// Wrong extrinsics; null if none were found.
Node node_of(const std::optional<mapping::MountingError>& mounting, const std::string& lidar) {
  if (!mounting) return Node{};
  Node node = Node::map();
  node.add("id", Node::of(lidar));
  node.add("turn_deg", degrees_of(mounting->turn));
  const Vec3d& shift = mounting->shift;
  node.add("shift_m", Node::list({Node::of(shift.x), Node::of(shift.y), Node::of(shift.z)}));
  node.add("difference_before_m", Node::of(mounting->before_m));
  node.add("difference_after_m", Node::of(mounting->after_m));
  return node;
}

Node node_of(const LidarBiasReport& lidar) {
  const mapping::LidarBias& b = lidar.bias;
  Node node = Node::map();
  node.add("id", Node::of(lidar.id));
  node.add("elevation_correction_deg", Node::of(degrees(b.elevation_rad)));
  node.add("elevation_sigma_deg", Node::of(degrees(b.elevation_sigma_rad)));
  node.add("elevation_decision", Node::of(b.elevation_reason));
  Node& pieces = node.add("elevation_pieces", Node::list());
  for (const mapping::BiasPiece& piece : b.pieces) {
    Node entry = Node::map();
    entry.add("begin_m", Node::of(piece.begin_m));
    entry.add("length_m", Node::of(piece.length_m));
    entry.add("correction_deg", Node::of(degrees(piece.elevation_rad)));
    entry.add("formal_sigma_deg", Node::of(degrees(piece.formal_sigma_rad)));
    pieces.items.push_back(std::move(entry));
  }
  node.add("rotation_deg", degrees_of(b.rotation));
  node.add("rotation_sigma_deg", degrees_of(b.rotation_sigma_rad));
  node.add("applied_elevation_deg", Node::of(degrees(b.correction.elevation_rad)));
  node.add("applied_rotation_deg", degrees_of(b.correction.rotation));
  node.add("rotation_decision", Node::of(b.rotation_reason));
  return node;
}

}  // namespace

Node to_node(const RefinementReport& report) {
  Node node = Node::map();
  node.add("refined", Node::of(report.refined));
  node.add("reason", Node::of(report.reason));
  node.add("largest_shift_m", Node::of(report.largest_shift_m));
  node.add("largest_turn_deg", Node::of(degrees(report.largest_turn_rad)));
  node.add("registered_sweeps", Node::of(static_cast<int64_t>(report.sweeps)));
  node.add("unmatched_sweeps", Node::of(static_cast<int64_t>(report.unmatched)));
  node.add("gnss_fixes", Node::of(static_cast<int64_t>(report.fixes)));
  node.add("loops", Node::of(static_cast<int64_t>(report.loops)));
  node.add("refused_loops", Node::of(static_cast<int64_t>(report.refused_loops)));
  Node& weak = node.add("unconstrained", Node::list());
  for (const mapping::PredictedStretch& stretch : report.weak) {
    Node entry = Node::map();
    entry.add("from_m", Node::of(stretch.from_m));
    entry.add("to_m", Node::of(stretch.to_m));
    entry.add("sweeps", Node::of(static_cast<int64_t>(stretch.last - stretch.first + 1)));
    weak.items.push_back(std::move(entry));
  }
  node.add("mounting_error", node_of(report.mounting, report.wrong_lidar));
  Node& evidence = node.add("evidence", Node::list());
  for (const mapping::Witness& w : report.witnesses) {
    Node entry = Node::map();
    entry.add("name", Node::of(w.name));
    entry.add("log", Node::of(w.before));
    entry.add("refined", Node::of(w.after));
    entry.add("gain_standard_errors", Node::of(w.gain_sigmas));
    entry.add("count", Node::of(static_cast<int64_t>(w.count)));
    evidence.items.push_back(std::move(entry));
  }
  Node& lidars = node.add("lidars", Node::list());
  for (const LidarBiasReport& lidar : report.lidars) lidars.items.push_back(node_of(lidar));
  return node;
}

std::vector<std::string> to_lines(const RefinementReport& report) {
  std::vector<std::string> lines;
  if (!report.tried) return lines;
  for (const auto& [id, bias] : report.lidars) {
    lines.push_back(format("LiDAR {}: elevation {:+.3f} deg (+-{:.3f}), {}", id, degrees(bias.elevation_rad),
                           degrees(bias.elevation_sigma_rad), bias.elevation_reason));
    if (bias.correction.rotation == Vec3d{}) continue;
    const Vec3d& r = bias.correction.rotation;
    lines.push_back(format("LiDAR {}: turned by roll {:+.2f}, pitch {:+.2f}, yaw {:+.2f} deg against odometry", id,
                           degrees(r.x), degrees(r.y), degrees(r.z)));
  }
  if (report.loops + report.refused_loops > 0) {
    lines.push_back(format("{} loops close the path, {} more contradict the rest and are not used", report.loops,
                           report.refused_loops));
  }
  lines.push_back(format("sweeps and {} disagree by up to {:.2f} m and {:.2f} deg: {}, because {}",
                         report.from_lidar ? "LiDAR odometry" : "odometry", report.largest_shift_m,
                         degrees(report.largest_turn_rad),
                         report.refined      ? "refined poses are used"
                         : report.from_lidar ? "the poses of LiDAR odometry are kept"
                                             : "the poses of the log are kept",
                         report.reason));
  return lines;
}

Result<RefinementReport> refine_recorded_poses(const Workspace& workspace, std::string_view mode,
                                               const mapping::GnssTrack& gnss, Problems& problems, Progress& progress) {
  RefinementReport report;
  if (mode == kRefineNever) return report;
  GS_TRY(RecordedSweeps sweeps, RecordedSweeps::open(workspace));
  // A single sweep shows no motion.
  if (sweeps.count() < 2) return report;
  mapping::DriveMeasurements drive{.odometry = {}, .gnss = gnss, .gravity = {}};
  GS_TRY(drive.odometry, recorded_poses(workspace));
  GS_TRY(drive.gravity, read_gravity(workspace.folder(Step::mcap_ingest) / kGravityFile));
  drive.odometry_from_sweeps = report.from_lidar = poses_are_from_lidar(workspace);
  GS_TRY(mapping::DriveRefinement found, mapping::refine_drive(sweeps, drive, progress));
  report.tried = true;
  report.refined = mode == kRefineAlways || found.verdict.accepted;
  report.reason = mode == kRefineAlways ? "calibration.refine_poses is true" : found.verdict.reason;
  report.largest_shift_m = found.fused.largest_shift_m, report.largest_turn_rad = found.fused.largest_turn_rad;
  report.sweeps = found.sweeps, report.unmatched = found.unmatched, report.fixes = found.fused.fixes;
  report.loops = found.fused.loops, report.refused_loops = found.fused.refused_loops;
  report.witnesses = std::move(found.witnesses);
  report.weak = std::move(found.weak), report.mounting = found.mounting;
  if (found.mounting) report.wrong_lidar = sweeps.lidar_id(found.mounting->sensor);
  for (mapping::LidarBias& bias : found.lidars) {
    const std::string& id = sweeps.lidar_id(bias.sensor);
    report.lidars.push_back({id, std::move(bias)});
  }

  warn_of_weak(report, problems);
  warn_of_extrinsics(report, problems);
  const fs::path folder = workspace.folder(Step::calibration_builder);
  // Errors of the LiDARs have evidence of their own: they are corrected even if the poses are kept.
  GS_CHECK(write_corrections(workspace, report));
  if (report.refined) {
    warn_of_unmatched(report, problems);
    GS_CHECK(write_file(folder / kRefinedPoses, world::write_trajectory_csv(found.fused.trajectory.poses())));
  }
  GS_CHECK(write_file(folder / kRefinementReport, write_json(to_node(report))));
  return report;
}

}  // namespace gs::builder
