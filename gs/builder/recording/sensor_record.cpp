// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/recording/sensor_record.h"

#include <algorithm>
#include <cmath>

#include "gs/core/json/json.h"
#include "gs/core/json/json_writer.h"

namespace gs::builder {
namespace {

constexpr double kStep = 0.01;  // [s] time step of the simulation

// One frame of a sensor at a simulation step.
struct Trigger {
  int64_t step = 0;
  const SensorRecord* sensor = nullptr;
  std::size_t frame = 0;
};

// Index of the frame nearest in time; stamps are sorted.
std::size_t nearest_frame(const SensorRecord& sensor, Timestamp time) {
  const auto after = std::ranges::lower_bound(sensor.stamps, time);
  if (after == sensor.stamps.begin()) return 0;
  const auto index = static_cast<std::size_t>(after - sensor.stamps.begin());
  if (after == sensor.stamps.end()) return index - 1;
  return *after - time < time - sensor.stamps[index - 1] ? index : index - 1;
}

// Trigger k is due at k / rate and takes the nearest frame, unless that is more than half a period away (a gap) or
// already taken.
void add_triggers(const SensorRecord& sensor, Timestamp start, std::vector<Trigger>& out) {
  const double rate = measured_rate(sensor);
  const double last = (sensor.stamps.back() - start).seconds();
  std::optional<std::size_t> taken;
  for (int64_t k = 0; static_cast<double>(k) / rate <= last + 0.5 / rate; ++k) {
    const Timestamp due = start + Duration::from_seconds(static_cast<double>(k) / rate);
    const std::size_t frame = nearest_frame(sensor, due);
    // A little more than half: a frame in the middle between two triggers must not be lost to rounding.
    if (std::abs((sensor.stamps[frame] - due).seconds()) > 0.51 / rate || taken == frame) continue;
    taken = frame;
    // Rounded to the nearest simulation step, halves down.
    out.push_back({static_cast<int64_t>(std::ceil(static_cast<double>(k) / rate / kStep - 0.5)), &sensor, frame});
  }
}

// Highest rate of a kind of sensor; 0 if there is none.
double max_rate(const std::vector<SensorRecord>& sensors, SensorKind kind) {
  double rate = 0;
  for (const SensorRecord& sensor : sensors) {
    if (sensor.kind == kind) rate = std::max(rate, measured_rate(sensor));
  }
  return rate;
}

Node reals(const auto& values) {
  Node list = Node::list();
  for (const double value : values) list.items.push_back(Node::of(value));
  return list;
}

// Values of a JSON object; empty or 0 if they are missing.
std::string text_at(const Node& node, std::string_view key) {
  const Node* value = node.find(key);
  return value == nullptr ? std::string() : value->text;
}
double real_at(const Node& node, std::string_view key) {
  const Node* value = node.find(key);
  return value == nullptr ? 0.0 : value->real;
}
std::vector<double> reals_at(const Node& node, std::string_view key) {
  std::vector<double> out;
  if (const Node* value = node.find(key)) {
    for (const Node& item : value->items) out.push_back(item.real);
  }
  return out;
}

Node to_node(const world::LiDARSpec& s) {
  Node node = Node::map();
  node.add("model", Node::of(s.model));
  node.add("channels", Node::of(s.channels));
  node.add("horizontal_resolution", Node::of(s.horizontal_resolution));
  node.add("vertical_fov", reals(std::vector{s.vertical_fov_min, s.vertical_fov_max}));
  node.add("min_range", Node::of(s.min_range));
  node.add("max_range", Node::of(s.max_range));
  node.add("beam_elevations_deg", reals(s.beam_elevations_deg));
  return node;
}

world::LiDARSpec parse_spec(const Node& node) {
  world::LiDARSpec s;
  s.model = text_at(node, "model");
  s.channels = static_cast<int>(real_at(node, "channels"));
  s.horizontal_resolution = real_at(node, "horizontal_resolution");
  const auto fov = reals_at(node, "vertical_fov");
  if (fov.size() == 2) s.vertical_fov_min = fov[0], s.vertical_fov_max = fov[1];
  s.min_range = real_at(node, "min_range");
  s.max_range = real_at(node, "max_range");
  s.beam_elevations_deg = reals_at(node, "beam_elevations_deg");
  return s;
}

Node to_node(const rosmsg::sensor_msgs::CameraInfo& info) {
  Node node = Node::map();
  node.add("width", Node::of(static_cast<int64_t>(info.width)));
  node.add("height", Node::of(static_cast<int64_t>(info.height)));
  node.add("distortion_model", Node::of(info.distortion_model));
  node.add("d", reals(info.d));
  node.add("k", reals(info.k));
  if (info.r != decltype(info.r){}) node.add("r", reals(info.r));
  return node;
}

rosmsg::sensor_msgs::CameraInfo parse_info(const Node& node) {
  rosmsg::sensor_msgs::CameraInfo info;
  info.width = static_cast<uint32_t>(real_at(node, "width"));
  info.height = static_cast<uint32_t>(real_at(node, "height"));
  info.distortion_model = text_at(node, "distortion_model");
  info.d = reals_at(node, "d");
  const auto k = reals_at(node, "k");
  if (k.size() == info.k.size()) std::ranges::copy(k, info.k.begin());
  const auto r = node.find("r") == nullptr ? std::vector<double>{} : reals_at(node, "r");
  if (r.size() == info.r.size()) std::ranges::copy(r, info.r.begin());
  return info;
}

}  // namespace

std::string SensorRecord::file_path(std::size_t frame_index) const {
  return format("{}/{:010}.{}", folder, frame_index, kind == SensorKind::camera ? "jpg" : "pcd");
}

std::string recorded_mask_path(std::string_view key) { return format("raw_extract/masks/{}.png", key); }

double measured_rate(const SensorRecord& sensor) {
  if (sensor.stamps.size() < 2) return 10.0;
  std::vector<int64_t> steps;
  for (std::size_t i = 1; i < sensor.stamps.size(); ++i) steps.push_back((sensor.stamps[i] - sensor.stamps[i - 1]).ns);
  // The median is not disturbed by gaps.
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::ranges::nth_element(steps, middle);
  return std::max(0.001, std::round(1e12 / static_cast<double>(*middle)) / 1e3);
}

std::string write_timeline(const std::vector<SensorRecord>& sensors, const std::string& source) {
  JsonWriter out;
  out.begin_object().field("version", "1.0.0").field("source_mcap", source).key("sensors").begin_object();
  for (const SensorRecord& sensor : sensors) {
    const Timestamp first = sensor.stamps.front(), last = sensor.stamps.back();
    const double span = (last - first).seconds();
    out.key(sensor.key()).begin_object();
    out.field("type", sensor.kind == SensorKind::camera ? "camera" : "lidar").field("topic", sensor.topic);
    out.field("frame_count", sensor.stamps.size()).key("timestamps").begin_array();
    for (const Timestamp stamp : sensor.stamps) out.raw(to_decimal_seconds(stamp));
    out.end_array();
    out.key("start_time").raw(to_decimal_seconds(first)).key("end_time").raw(to_decimal_seconds(last));
    out.field("avg_rate", span > 0 ? static_cast<double>(sensor.stamps.size()) / span : 0.0).end_object();
  }
  return std::move(out.end_object().end_object()).take();
}

std::string write_frameset(const std::vector<SensorRecord>& sensors) {
  std::vector<Trigger> triggers;
  Timestamp start = sensors.front().stamps.front();
  for (const SensorRecord& sensor : sensors) start = std::min(start, sensor.stamps.front());
  for (const SensorRecord& sensor : sensors) add_triggers(sensor, start, triggers);
  std::ranges::stable_sort(triggers, {}, &Trigger::step);

  JsonWriter out;
  out.begin_object().field("version", "1.0.0").key("target_rates").begin_object();
  for (const auto& [name, kind] : {std::pair{"camera", SensorKind::camera}, std::pair{"lidar", SensorKind::lidar}}) {
    if (const double rate = max_rate(sensors, kind); rate > 0) out.field(name, rate);
  }
  out.end_object().key("frames").begin_array();
  // Triggers of one simulation step form one frame set.
  for (std::size_t i = 0; i < triggers.size();) {
    const int64_t step = triggers[i].step;
    out.begin_object().field("sim_time", static_cast<double>(step) * kStep);
    for (; i < triggers.size() && triggers[i].step == step; ++i) {
      const auto& [unused, sensor, frame] = triggers[i];
      out.key(sensor->key()).begin_object();
      out.key("original_timestamp").raw(to_decimal_seconds(sensor->stamps[frame]));
      out.field("frame_index", frame).field("file_path", sensor->file_path(frame)).end_object();
    }
    out.end_object();
  }
  return std::move(out.end_array().end_object()).take();
}

std::string write_sensors(const std::vector<SensorRecord>& sensors) {
  Node list = Node::list();
  for (const SensorRecord& sensor : sensors) {
    Node& node = list.items.emplace_back(Node::map());
    node.add("type", Node::of(sensor.kind == SensorKind::camera ? "camera" : "lidar"));
    node.add("id", Node::of(sensor.id));
    node.add("topic", Node::of(sensor.topic));
    node.add("frame_id", Node::of(sensor.frame_id));
    node.add("folder", Node::of(sensor.folder));
    node.add("frame_count", Node::of(static_cast<int64_t>(sensor.stamps.size())));
    node.add("rate_hz", Node::of(measured_rate(sensor)));
    node.add("width", Node::of(sensor.width));
    node.add("height", Node::of(sensor.height));
    if (sensor.info) node.add("camera_info", to_node(*sensor.info));
    if (sensor.resampled) node.add("resampled", Node::of("omni"));
    if (sensor.resampled) node.add("camera_info_in_log", Node::of(sensor.had_info));
    if (sensor.spec) node.add("spec", to_node(*sensor.spec));
  }
  Node root = Node::map();
  root.add("version", Node::of("1.0.0"));
  root.add("sensors", std::move(list));
  return write_json(root);
}

Result<std::vector<SensorSummary>> read_sensors(const fs::path& path) {
  GS_TRY(const Node root, read_json(path));
  const Node* list = root.find("sensors");
  if (list == nullptr || !list->is_list())
    return fail(ErrorCode::invalid_data, "'{}' has no list of sensors", path.string());
  std::vector<SensorSummary> out;
  for (const Node& node : list->items) {
    SensorSummary& s = out.emplace_back();
    s.record.kind = text_at(node, "type") == "camera" ? SensorKind::camera : SensorKind::lidar;
    s.record.id = text_at(node, "id");
    s.record.topic = text_at(node, "topic");
    s.record.frame_id = text_at(node, "frame_id");
    s.record.folder = text_at(node, "folder");
    s.record.width = static_cast<int>(real_at(node, "width"));
    s.record.height = static_cast<int>(real_at(node, "height"));
    if (const Node* info = node.find("camera_info")) s.record.info = parse_info(*info);
    s.record.resampled = node.find("resampled") != nullptr;
    if (const Node* had = node.find("camera_info_in_log")) s.record.had_info = had->boolean;
    if (const Node* spec = node.find("spec")) s.record.spec = parse_spec(*spec);
    s.rate_hz = real_at(node, "rate_hz");
    s.frame_count = static_cast<std::size_t>(std::max(0.0, real_at(node, "frame_count")));
  }
  return out;
}

}  // namespace gs::builder
