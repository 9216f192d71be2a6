// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/ingest/given_calibration.h"

#include "gs/core/format.h"

namespace gs::builder {
namespace {

// "intrinsics and extrinsics"
std::string joined_words(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " and ") + word;
  return out;
}

// One sentence about a sensor: what the file replaces, and what the log does not have.
std::string line_of(const std::string& file, const GivenForSensor& use) {
  std::vector<std::string> replaced, added;
  if (use.intrinsics) (use.log_has_intrinsics ? replaced : added).emplace_back("intrinsics");
  if (use.pose) (use.log_has_pose ? replaced : added).emplace_back("extrinsics");
  std::string out = use.sensor + ": ";
  if (!replaced.empty()) out += format("{} of {} replace those of the log", joined_words(replaced), file);
  if (!replaced.empty() && !added.empty()) out += "; ";
  if (!added.empty()) out += format("{} of {} are used, the log has none", joined_words(added), file);
  return out;
}

}  // namespace

BuildResult<std::optional<OpenCalibration>> open_calibration(const std::optional<std::string>& file) {
  std::optional<OpenCalibration> out;
  if (!file) return out;
  const auto bad = [](Error error) { return BuildError(BuildCode::configuration, "configuration", std::move(error)); };
  auto content = read_calibration_file(*file);
  if (!content) return bad(std::move(content).error());
  out = OpenCalibration{fs::path(*file).filename().string(), *std::move(content)};
  return out;
}

CalibrationInputs inputs_of(const TopicMapping& mapping, const FramesConfig& frames) {
  CalibrationInputs inputs;
  inputs.frames = frames;
  for (const CameraTopic& camera : mapping.cameras) {
    SensorSummary& sensor = inputs.sensors.emplace_back();
    sensor.record.kind = SensorKind::camera, sensor.record.id = camera.id, sensor.record.topic = camera.topic;
  }
  for (const LidarTopic& lidar : mapping.lidars) {
    SensorSummary& sensor = inputs.sensors.emplace_back();
    sensor.record.kind = SensorKind::lidar, sensor.record.id = lidar.id, sensor.record.topic = lidar.topic;
  }
  return inputs;
}

Node to_node(const OpenCalibration& file, const GivenReport& report) {
  Node node = Node::map();
  node.add("file", Node::of(file.name));
  node.add("kind", Node::of(file.content.kind));
  node.add("md5", Node::of(file.content.md5));
  node.add("transforms", Node::of(static_cast<int64_t>(report.transforms)));
  Node& list = node.add("sensors", Node::list());
  for (const GivenForSensor& use : report.sensors) {
    Node entry = Node::map();
    entry.add("sensor", Node::of(use.sensor));
    if (use.sensor.starts_with("camera_")) entry.add("intrinsics", Node::of(use.intrinsics ? "file" : "log"));
    entry.add("extrinsics", Node::of(use.pose ? "file" : "log"));
    list.items.push_back(std::move(entry));
  }
  return node;
}

std::vector<std::string> to_lines(const OpenCalibration& file, const GivenReport& report) {
  std::vector<std::string> lines;
  for (const GivenForSensor& use : report.sensors) lines.push_back(line_of(file.name, use));
  if (report.transforms > 0) {
    lines.push_back(
        format("{} fixed transforms of {} are used; they replace those of the log with the same child frame",
               report.transforms, file.name));
  }
  return lines;
}

}  // namespace gs::builder
