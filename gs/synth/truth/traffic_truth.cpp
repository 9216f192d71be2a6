// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/truth/traffic_truth.h"

#include <array>
#include <cmath>
#include <string_view>

#include "gs/core/json/json_writer.h"
#include "gs/core/parallel.h"
#include "gs/synth/drive/drive_log.h"
#include "gs/synth/traffic/traffic_object.h"

namespace gs::synth {
namespace {

// Columns of one track, in the order of boxes.json.
constexpr const char* kColumns[] = {"t",  "x",  "y",  "z",      "yaw",   "pitch", "roll",
                                    "vx", "vy", "vz", "length", "width", "height"};
constexpr std::size_t kRigidColumns = 10;  // the others are written for objects that deform
using Row = std::array<double, std::size(kColumns)>;

// Velocity by central differences, on one side where the object re-enters at the other end of the road.
Vec3d velocity_of(const Scene& scene, std::size_t object, double t) {
  constexpr double h = 1e-3;
  const double from = scene.jumps(object, t - h, t) ? t : t - h, to = scene.jumps(object, t, t + h) ? t : t + h;
  return (scene.map_from_object(object, to).translation - scene.map_from_object(object, from).translation) /
         (to - from);
}

// The box at a time: centre of its floor, angles, velocity, size.
Row row_of(const Scene& scene, std::size_t object, double t) {
  const Rigid3d pose = scene.map_from_object(object, t);
  const ObjectBox box = scene.box_of(object, t);
  const Vec3d floor = pose * Vec3d{0.5 * (box.low.x + box.high.x), 0.5 * (box.low.y + box.high.y), box.low.z};
  const Rpy angles = to_rpy(pose.rotation);
  const Vec3d v = velocity_of(scene, object, t), size = box.size();
  return {t, floor.x, floor.y, floor.z, angles.yaw, angles.pitch, angles.roll, v.x, v.y, v.z, size.x, size.y, size.z};
}

// Tracks of an object: rows without a gap or a jump between them.
std::vector<std::vector<Row>> tracks_of(const Scene& scene, std::size_t object, double duration_s) {
  std::vector<std::vector<Row>> tracks;
  bool goes_on = false;
  const auto steps = static_cast<int>(std::floor(duration_s / kBoxStep_s + 1e-9));
  for (int i = 0; i <= steps; ++i) {
    const double t = i * kBoxStep_s;
    const bool exists = scene.exists(object, t);
    if (goes_on && exists && scene.jumps(object, t - kBoxStep_s, t)) goes_on = false;
    if (exists && !goes_on) tracks.emplace_back();
    if (exists) tracks.back().push_back(row_of(scene, object, t));
    goes_on = exists;
  }
  return tracks;
}

// Rounds to 0.1 mm, so that the file stays small.
double rounded(double x) { return std::round(x * 1e4) / 1e4; }

void write_track(JsonWriter& json, const std::vector<Row>& track, bool deforms) {
  json.begin_object();
  for (std::size_t column = 0; column < (deforms ? std::size(kColumns) : kRigidColumns); ++column) {
    JsonWriter line(JsonWriter::Layout::compact);
    line.begin_array();
    for (const Row& row : track) line.value(rounded(row[column]));
    line.end_array();
    json.key(kColumns[column]).raw(line.text());
  }
  json.end_object();
}

}  // namespace

std::string write_boxes(const Scene& scene, double duration_s) {
  JsonWriter json;
  json.begin_object().field("version", "1.0").field("frame", "map").field("step_s", kBoxStep_s);
  json.key("zero").begin_object().field("sec", kDriveStart.ns / 1'000'000'000);
  json.field("nanosec", kDriveStart.ns % 1'000'000'000).end_object();
  json.key("classes").begin_object();
  for (const TrafficClass type : kTrafficClasses) json.field(name_of(type), static_cast<int>(type));
  json.end_object().key("objects").begin_array();
  for (std::size_t object = 0; object < scene.object_count(); ++object) {
    const std::vector<std::vector<Row>> tracks = tracks_of(scene, object, duration_s);
    if (tracks.empty()) continue;
    const uint32_t instance = scene.instance_of(object);
    // Instance ids count from 1 in the order of the objects.
    const uint8_t code = class_code(scene.street().objects[instance - 1].kind);
    const Vec3d size = scene.largest_box_of(object).size();
    json.begin_object().field("instance", instance);
    json.field("class", name_of(static_cast<TrafficClass>(code)));
    json.field("size", std::vector<double>{rounded(size.x), rounded(size.y), rounded(size.z)});
    json.field("deforms", scene.deforms(object)).key("tracks").begin_array();
    for (const std::vector<Row>& track : tracks) write_track(json, track, scene.deforms(object));
    json.end_array().end_object();
  }
  json.end_array().end_object();
  return std::move(json).take();
}

assets::Image class_image(const Scene& scene, const CameraFrame& frame) {
  const std::vector<StreetObject>& objects = scene.street().objects;
  assets::Image out = assets::Image::make(frame.rgb.width, frame.rgb.height, 1);
  for (std::size_t i = 0; i < frame.instance.size(); ++i) {
    if (frame.instance[i] > 0) out.data[i] = class_code(objects[frame.instance[i] - 1].kind);
  }
  return out;
}

std::vector<PointFlow> point_flow(const Scene& scene, std::span<const LidarPoint> points, double start_s,
                                  const std::function<Rigid3d(double)>& map_from_lidar) {
  constexpr float kStill_m = 1e-6f;
  std::vector<Vec3f> flow(points.size());
  parallel_for(
      points.size(),
      [&](std::size_t i) {
        const LidarPoint& p = points[i];
        if (p.body == raycast::kFixedBody) return;
        const double t = start_s + double{p.time_s};
        // Where the object re-enters at the other end of the road, the motion before counts.
        const double step = scene.jumps(scene.object_of(p.body), t, t + kPointFlow_s) ? -kPointFlow_s : kPointFlow_s;
        // The hit itself, without the error of its range.
        const Vec3d in_lidar = cast<double>(p.point) * (1 - double{p.range_error_m} / double{norm(p.point)});
        const Vec3d hit = map_from_lidar(t) * in_lidar;
        const Rigid3d now = scene.map_from_body(p.body, t), then = scene.map_from_body(p.body, t + step);
        flow[i] = cast<float>((then * (now.inverse() * hit) - hit) * (step > 0 ? 1.0 : -1.0));
      },
      256);
  std::vector<PointFlow> moving;
  for (std::size_t i = 0; i < flow.size(); ++i) {
    if (norm(flow[i]) > kStill_m) moving.push_back({static_cast<uint32_t>(i), flow[i]});
  }
  return moving;
}

}  // namespace gs::synth
