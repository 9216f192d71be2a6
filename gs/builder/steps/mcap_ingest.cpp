// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/steps/mcap_ingest.h"

#include <algorithm>
#include <future>

#include "gs/builder/ingest/box_topics.h"
#include "gs/builder/ingest/given_calibration.h"
#include "gs/builder/ingest/lidar_calibrations.h"
#include "gs/builder/ingest/lidar_poses.h"
#include "gs/builder/ingest/lidar_times.h"
#include "gs/builder/ingest/sample_ranges.h"
#include "gs/builder/ingest/sensor_writer.h"
#include "gs/builder/input_logs.h"
#include "gs/core/json/json.h"
#include "gs/world/files/timebase.h"
#include "gs/world/files/trajectory_csv.h"

namespace gs::builder {
namespace {

constexpr std::string_view kIngestComponent = "mcap_ingest";

BuildError read_error(Error error) {
  return BuildError(BuildCode::mcap_read_error, std::string(kIngestComponent),
                    with_default_hint(std::move(error),
                                      "run gs-log check to list the damage, gs-log recover to save the readable part"));
}

// Second pass: reads every message of the sensors once. Skipped damage is reported in problems.
BuildResult<std::monostate> write_sensors_of(const logio::LogReader& log, const TimeWindow& window,
                                             SensorWriter& writer, Problems& problems, Progress& progress) {
  auto stream = log.read({.topics = writer.topics(), .begin = window.begin, .end = window.end, .threads = 2}, problems);
  if (!stream) return read_error(std::move(stream).error());
  uint64_t messages = 0, total = 0;
  for (const logio::LogChannel& channel : log.channels()) {
    const auto topics = writer.topics();
    if (std::ranges::find(topics, channel.topic) != topics.end() && channel.id < log.info().channels.size()) {
      total += log.info().channels[channel.id].message_count;
    }
  }
  progress.begin("extracting frames", total, "frames");
  while (true) {
    auto batch = (*stream)->next_batch();
    if (!batch) return read_error(std::move(batch).error());
    if (batch->empty()) break;
    GS_CHECK(writer.take(*batch));
    messages += batch->size();
    progress.advance(messages);
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped while reading the log");
  }
  progress.finish();
  return std::monostate{};
}

// Velocity [m/s] by linear regression over the positions of the first half second. A difference of two poses would not
// do: they may be 1 ms apart, which multiplies their noise by 1000.
Vec3d initial_velocity(const std::vector<StampedPose>& poses) {
  constexpr double kWindow_s = 0.5;
  double times = 0, count = 0;
  Vec3d positions{};
  const auto time_of = [&](const StampedPose& pose) { return (pose.stamp - poses.front().stamp).seconds(); };
  std::vector<StampedPose> first;
  for (const StampedPose& pose : poses) {
    if (first.size() >= 2 && time_of(pose) > kWindow_s) break;
    first.push_back(pose);
    times += time_of(pose), positions += pose.map_from_body.translation, count += 1;
  }
  double spread = 0;
  Vec3d sum{};
  for (const StampedPose& pose : first) {
    const double t = time_of(pose) - times / count;
    spread += t * t, sum += (pose.map_from_body.translation - positions / count) * t;
  }
  return sum / spread;
}

// Rates of the fastest camera and LiDAR, and the start of the simulation.
world::Timebase timebase_of(const std::vector<SensorRecord>& sensors, const std::vector<StampedPose>& poses) {
  world::Timebase timebase;
  for (const SensorRecord& sensor : sensors) {
    auto& rate = sensor.kind == SensorKind::camera ? timebase.camera_rate : timebase.lidar_rate;
    rate = std::max(rate.value_or(0), measured_rate(sensor));
  }
  timebase.initial_pose = world::InitialPose{poses[0].map_from_body, initial_velocity(poses)};
  return timebase;
}

void warn(Problems& problems, std::string file, std::string message, std::string hint) {
  problems.add({.severity = Severity::warning,
                .code = ErrorCode::invalid_data,
                .file = std::move(file),
                .message = std::move(message),
                .hint = std::move(hint)});
}

double longest_gap_s(const std::vector<Timestamp>& stamps) {
  double gap = 0;
  for (std::size_t i = 1; i < stamps.size(); ++i) gap = std::max(gap, (stamps[i] - stamps[i - 1]).seconds());
  return gap;
}

// Cuts the path to the time of the sweeps plus one second on each side: without sweeps the ground is unknown.
PathCut cut_to_sweeps(const std::vector<SensorRecord>& sensors, std::vector<StampedPose>& poses, Problems& problems) {
  constexpr Duration kMargin = Duration::from_ms(1000);
  std::optional<Timestamp> first, last;
  for (const SensorRecord& sensor : sensors) {
    if (sensor.kind != SensorKind::lidar) continue;
    first = std::min(first.value_or(sensor.stamps.front()), sensor.stamps.front());
    last = std::max(last.value_or(sensor.stamps.back()), sensor.stamps.back());
  }
  if (!first) return {};
  std::vector<StampedPose> kept;
  for (const StampedPose& pose : poses) {
    if (pose.stamp >= *first - kMargin && pose.stamp <= *last + kMargin) kept.push_back(pose);
  }
  if (kept.size() == poses.size() || kept.size() < world::kMinTrajectoryPoses) return {};
  const PathCut cut{.start_s = (kept.front().stamp - poses.front().stamp).seconds(),
                    .end_s = (poses.back().stamp - kept.back().stamp).seconds()};
  warn(
      problems, "poses.csv",
      format("the LiDAR covers {:.1f} s of {:.1f} s of poses: {:.1f} s are cut from the start of the path and {:.1f} s "
             "from its end",
             (*last - *first).seconds(), (poses.back().stamp - poses.front().stamp).seconds(), cut.start_s, cut.end_s),
      "the world contains only the part with sweeps; check whether a LiDAR driver stopped");
  poses = std::move(kept);
  return cut;
}

// INSUFFICIENT_DATA if no LiDAR has a sweep within the time of the poses.
BuildResult<std::monostate> check_common_time(const std::vector<SensorRecord>& sensors,
                                              const std::vector<StampedPose>& poses) {
  const SensorRecord* apart = nullptr;
  for (const SensorRecord& sensor : sensors) {
    if (sensor.kind != SensorKind::lidar) continue;
    if (sensor.stamps.back() >= poses.front().stamp && sensor.stamps.front() <= poses.back().stamp) {
      return std::monostate{};
    }
    apart = &sensor;
  }
  if (apart == nullptr) return std::monostate{};
  return no_common_time(apart->topic, apart->stamps.front(), "the poses", poses.front().stamp);
}

// Warns about low rates, gaps, clocks that do not match, vehicles that stand still and short logs, with the
// consequence for the world.
void warn_about_little_data(const std::vector<SensorRecord>& sensors, const std::vector<StampedPose>& poses,
                            Problems& problems) {
  for (const SensorRecord& sensor : sensors) {
    const double rate = measured_rate(sensor);
    if (rate < 9.5) {
      warn(problems, sensor.topic, format("{} Hz; 10 Hz or more is recommended", rate),
           sensor.kind == SensorKind::camera ? "with few images the rendering will be blurred"
                                             : "the ground will have holes");
    }
    if (const double gap = longest_gap_s(sensor.stamps); gap > std::max(1.0, 5 / rate)) {
      warn(problems, sensor.topic, format("a gap of {:.1f} s without a frame", gap),
           sensor.kind == SensorKind::camera ? "the rendering will be poor there"
                                             : "map and ground may have a hole there");
    }
    if (sensor.stamps.back() < poses.front().stamp || sensor.stamps.front() > poses.back().stamp) {
      warn(problems, sensor.topic,
           format("no frame lies within the time of the poses: its first stamp is {:.1f} s from the first pose",
                  (sensor.stamps.front() - poses.front().stamp).seconds()),
           "the clocks of sensor and poses differ: synchronise them, or let the driver stamp with the computer's time");
      continue;
    }
    const bool before = sensor.stamps.front() < poses.front().stamp - Duration::from_ms(50);
    if (before || sensor.stamps.back() > poses.back().stamp + Duration::from_ms(50)) {
      warn(problems, sensor.topic, "some frames lie outside the time range of the poses",
           "their poses are unknown; they are not used");
    }
  }
  double farthest_m = 0;
  for (const StampedPose& pose : poses) {
    farthest_m = std::max(farthest_m, norm(pose.map_from_body.translation - poses.front().map_from_body.translation));
  }
  if (farthest_m < 1) {
    warn(problems, "poses.csv", format("the vehicle moves by {:.2f} m only", farthest_m),
         "the world will be what can be seen from one position; check the poses if the vehicle did move");
  }
  const double duration = (poses.back().stamp - poses.front().stamp).seconds();
  if (duration < 30) {
    warn(problems, "", format("the log covers {:.1f} s; 30 s or more is recommended", duration),
         "the world will be small");
  }
}

// Estimates poses from the LiDAR if the log has none or they are not wanted; describes the source that is used.
BuildResult<PoseSourceReport> complete_poses(const logio::LogReader& log, const FramesConfig& frames,
                                             const LidarCalibrations& calibrations, const TimeWindow& window,
                                             PoseTopics& motion, IngestReport& report, Progress& progress) {
  TopicMapping& mapping = report.mapping;
  PoseSourceReport out;
  if (!motion.lidar_reason.empty()) {
    mapping.pose_source = PoseSource::lidar, mapping.pose_reason = motion.lidar_reason;
    GS_TRY(out.lidar, find_lidar_poses(log, mapping, frames, calibrations, window, motion, report.problems, progress));
    out.topic = odometry_lidar(log, mapping);
  } else {
    out.topic = mapping.pose_topic;
  }
  out.source = to_text(mapping.pose_source), out.reason = mapping.pose_reason;
  return out;
}

// Tells that the images of a camera are not the recorded ones.
std::string resampling_note(const SensorRecord& sensor) {
  return format(
      "the images of {} are resampled: from an omni camera to an equidistant one without distortion, {} x {} pixels; a "
      "mask hides what the recorded images do not show",
      sensor.topic, sensor.width, sensor.height);
}

// Adds the frames of LiDARs whose poses the calibration file gives. What does not fit is reported by the calibration
// step, which applies the whole file.
void place_given_lidars(const std::optional<OpenCalibration>& given, const TopicMapping& mapping, FramesConfig& frames,
                        PoseTopics& motion) {
  if (!given) return;
  CalibrationInputs inputs = inputs_of(mapping, frames);
  inputs.tf = std::move(motion.tf);
  Problems ignored;
  GivenReport unused;
  apply_mounts(given->content, given->name, inputs, ignored, unused);
  motion.tf = std::move(inputs.tf);
  frames.lidars = std::move(inputs.frames.lidars);
}

// Poses, transforms and the JSON tables; source.json describes the log itself, `name` is that of its files.
Result<void> write_tables(const fs::path& folder, const std::vector<SensorRecord>& sensors, const PoseTopics& motion,
                          const IngestReport& report, const std::string& name) {
  GS_CHECK(write_file(folder / "raw_extract/poses.csv", world::write_trajectory_csv(motion.map_from_base_link)));
  GS_CHECK(write_json_file(folder / "raw_extract/tf/tf.json", write_tf_json(motion.tf.moving()), kOwnFile));
  GS_CHECK(write_json_file(folder / "raw_extract/tf/tf_static.json", write_tf_json(motion.tf.fixed()), kOwnFile));
  GS_CHECK(write_json_file(folder / "timeline.json", write_timeline(sensors, name), kOwnFile));
  GS_CHECK(write_json_file(folder / "frameset.json", write_frameset(sensors), kOwnFile));
  GS_CHECK(
      write_file(folder / "timebase.yaml", world::write_timebase(timebase_of(sensors, motion.map_from_base_link))));
  GS_CHECK(write_file(folder / "sensors.json", write_sensors(sensors)));
  GS_CHECK(write_file(folder / "topic_mapping.json", write_json(to_node(report.mapping))));
  Node node = Node::map();
  node.add("version", Node::of("1.0.0"));
  node.add("file", Node::of(name));
  node.add("format", Node::of(report.log_format));
  node.add("size_bytes", Node::of(static_cast<int64_t>(report.log_bytes)));
  node.add("duration_sec", Node::of(report.log_duration_s));
  node.add("md5", Node::of(report.log_md5));
  if (motion.map_shift) {
    const Vec3d& shift = *motion.map_shift;
    node.add("map_shift", Node::list({Node::of(shift.x), Node::of(shift.y), Node::of(shift.z)}));
  }
  Node notes = Node::list();
  for (const std::string& note : report.mapping.notes) notes.items.push_back(Node::of(note));
  node.add("topic_notes", std::move(notes));
  node.add("path_cut_start_sec", Node::of(report.path_cut.start_s));
  node.add("path_cut_end_sec", Node::of(report.path_cut.end_s));
  GS_CHECK(write_file(folder / kPoseSourceFile, write_json(to_node(report.pose_source))));
  if (!motion.gravity.empty()) GS_CHECK(write_file(folder / kGravityFile, write_gravity(motion.gravity)));
  if (!motion.fixes.fixes.empty()) GS_CHECK(write_json_file(folder / kFixesFile, write_fixes(motion.fixes), kOwnFile));
  return write_file(folder / "source.json", write_json(node));
}

// Name of the file in which the ingest keeps the boxes of the topic that actors.source names.
BuildResult<std::monostate> write_given_boxes(const fs::path& folder, const logio::LogReader& log,
                                              const std::string& topic, const TimeWindow& window,
                                              const BoxPlaces& places, Problems& problems) {
  GS_TRY(const RecordedBoxes given, read_box_topic(log, topic, window, places, problems));
  GS_CHECK(write_json_file(folder / kGivenBoxesFile, write_recorded_boxes(given), kOwnFile));
  return std::monostate{};
}

}  // namespace

TimeWindow window_of(const logio::LogInfo& info, const TimeRangeConfig& range) {
  // Without a time range, no message is filtered by time.
  TimeWindow window;
  if (!info.start || (range.start_sec <= 0 && !range.duration_sec)) return window;
  window.begin = *info.start + Duration::from_seconds(range.start_sec);
  if (range.duration_sec) window.end = *window.begin + Duration::from_seconds(*range.duration_sec);
  return window;
}

BuildResult<IngestReport> McapIngest::run(const Workspace& workspace, const Options& options, Progress& progress) {
  IngestReport report;
  GS_TRY(const auto given, open_calibration(options.config.calibration_file));
  const std::vector<fs::path> logs = all_logs(options.log, options.more_logs);
  auto log = open_input_logs(logs, report.problems);
  if (!log) return read_error(std::move(log).error());
  const logio::LogInfo& info = (*log)->info();
  report.log_format = info.format, report.log_bytes = info.file_bytes;
  if (info.start && info.end) report.log_duration_s = (*info.end - *info.start).seconds();
  GS_TRY(report.mapping, map_topics(**log, options.config));
  const std::string& boxes = options.config.actor_source;
  if (is_box_topic(boxes)) GS_CHECK(check_box_topic(**log, boxes));
  const TimeWindow window = window_of(info, options.config.time_range);
  if (auto clocks = add_clocks(**log, window.begin, report.mapping, report.problems); !clocks) {
    return read_error(std::move(clocks).error());
  }
  if (report.mapping.clocks.failure) return *report.mapping.clocks.failure;
  if (auto times = add_lidar_times(**log, window, options.config.lidar_times, report.mapping, report.problems);
      !times) {
    return read_error(std::move(times).error());
  }
  for (const Problem& warning : report.mapping.warnings) report.problems.add(warning);
  for (const Problem& warning : report.mapping.clocks.warnings) report.problems.add(warning);

  GS_TRY(const auto calibrations,
         find_lidar_calibrations(**log, report.mapping, options.config.topics.lidar_calibration, report.problems));
  if (auto failure = undecodable_lidars(options.config, report.mapping, calibrations)) return *std::move(failure);

  // Computes the MD5 in parallel with the first reading, so that the file passes through memory once.
  auto md5 = std::async(std::launch::async, [&] { return md5_of_logs(logs); });
  // Pass 1: poses, transforms and camera_info.
  FramesConfig frames = options.config.frames;
  GS_TRY(PoseTopics motion,
         find_pose_topics(**log, report.mapping, frames, window,
                          given ? given->content.transforms : std::vector<StampedTransform>{}, report.problems));
  place_given_lidars(given, report.mapping, frames, motion);

  GS_TRY(report.pose_source, complete_poses(**log, frames, calibrations, window, motion, report, progress));

  // Pass 2: images and sweeps.
  GS_TRY(OutputFolder folder, workspace.new_folder(Step::mcap_ingest));
  std::error_code ignored;
  fs::create_directories(folder.path() / "raw_extract/tf", ignored);
  SensorWriter writer(folder.path(), report.mapping, frames, motion, options.jpeg_quality, calibrations,
                      report.problems);
  // Before the first image: the calibration decides whether images are resampled.
  if (given) writer.use_cameras_of(given->content);
  auto ranges = survey_sample_ranges(**log, report.mapping, window);
  if (!ranges) return read_error(std::move(ranges).error());
  writer.use_sample_ranges(*std::move(ranges));
  GS_CHECK(write_sensors_of(**log, window, writer, report.problems, progress));
  GS_TRY(const std::vector<SensorRecord> sensors, writer.finish());
  if (sensors.empty()) {
    return BuildError(BuildCode::insufficient_data, std::string(kIngestComponent),
                      "no sensor has a single usable frame",
                      "see the warnings above: all messages were damaged, empty or out of order");
  }
  // Sensors and poses of different clocks would give an empty map without a word.
  GS_CHECK(check_common_time(sensors, motion.map_from_base_link));
  // Without sweeps the ground below the path would be unknown.
  report.path_cut = cut_to_sweeps(sensors, motion.map_from_base_link, report.problems);
  warn_about_little_data(sensors, motion.map_from_base_link, report.problems);
  for (const SensorRecord& sensor : sensors) {
    if (sensor.resampled) report.mapping.notes.push_back(resampling_note(sensor));
    (sensor.kind == SensorKind::camera ? report.images : report.sweeps) += sensor.stamps.size();
  }
  report.points = writer.points();
  report.poses = motion.map_from_base_link.size();
  GS_TRY(report.log_md5, md5.get());
  GS_CHECK(write_tables(folder.path(), sensors, motion, report, names_of_logs(logs)));
  if (is_box_topic(boxes)) {
    GS_CHECK(write_given_boxes(folder.path(), **log, boxes, window, {report.mapping, frames, motion}, report.problems));
  }
  GS_CHECK(folder.commit());
  return report;
}

}  // namespace gs::builder
