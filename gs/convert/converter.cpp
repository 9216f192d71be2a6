// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/convert/converter.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <set>

#include "gs/convert/device_stream.h"
#include "gs/convert/message.h"
#include "gs/convert/output_stream.h"
#include "gs/convert/survey.h"
#include "gs/convert/topics.h"
#include "gs/core/parallel.h"
#include "gs/core/version.h"
#include "gs/logio/vrs/ordered_writer.h"

namespace gs {
namespace {

constexpr std::string_view kDevice = "D435i";  // the flavors of seed 004, whichever model recorded
constexpr uint64_t kProgressStep = 64;

enum class Handling { ignore, stream, metadata, device, camera_info };

struct Route {
  Handling handling = Handling::ignore;
  std::size_t stream = 0;  // into streams
};

Converted<std::unique_ptr<LogReader>> open_input(const fs::path& path, Problems& problems) {
  std::error_code error;
  if (!fs::exists(path, error)) {
    return FileNotFoundError{fail(ErrorCode::not_found, "there is no such file: {}", path.string())};
  }
  return as<RosbagReadError>(open_log(path, problems).with_context("cannot read the log"));
}

// Phase by phase: what a log of this kind could hold.
Converted<std::map<std::string, StreamConfig>> choose_streams(const LogReader& log, const ConverterConfig& config) {
  if (!config.topic_mapping.empty()) {
    for (const auto& entry : config.topic_mapping) {
      const std::string& topic = entry.first;
      const StreamConfig& stream = entry.second;
      const auto found = std::find_if(log.channels().begin(), log.channels().end(),
                                      [&](const LogChannel& channel) { return channel.topic == topic; });
      if (found == log.channels().end()) {
        return MissingTopicError{fail(ErrorCode::not_found, "the mapping names {}, which is not in the log", topic)
                                     .with_hint("found: " + list_topics(log))};
      }
      if (!(stream.is_image() ? is_image_type(found->schema.name) : is_imu_type(found->schema.name))) {
        return MissingTopicError{fail(ErrorCode::invalid_data, "{} holds {}, not what a stream of type {} needs", topic,
                                      found->schema.name, stream.stream_type)};
      }
    }
    return config.topic_mapping;
  }
  auto mapping = automatic_mapping(log, config.phase, kDevice);
  for (const char* needed : {"color", "depth"}) {
    const bool found = std::any_of(mapping.begin(), mapping.end(),
                                   [&](const auto& entry) { return entry.second.stream_type == needed; });
    if (found || (config.allow_missing_topics && !mapping.empty())) continue;
    return MissingTopicError{
        fail(ErrorCode::not_found, "no {} image topic of a RealSense camera is in the log; it holds {}", needed,
             list_topics(log))
            .with_hint("name the topics in a file for --mapping, one a line:  /my/topic: {stream_id: 1001, "
                       "stream_type: color}; or --allow-missing-topics to convert what there is")};
  }
  return mapping;
}

vrs::StreamId vrs_id(const std::map<std::string, StreamConfig>& mapping, const StreamConfig& stream) {
  // 1001 is 200-1, whether or not its neighbours exist; odd numbers of a mapping are counted instead.
  const bool regular = std::all_of(mapping.begin(), mapping.end(), [](const auto& entry) {
    const int id = entry.second.stream_id;
    return entry.second.recordable_type() == vrs::recordable::forward_camera ? id > 1000 && id < 1100
                                                                             : id > 2000 && id < 2100;
  });
  if (regular) return {stream.recordable_type(), static_cast<uint16_t>(stream.stream_id % 1000)};
  uint16_t instance = 1;
  for (const auto& [topic, other] : mapping) {
    if (other.recordable_type() == stream.recordable_type() && other.stream_id < stream.stream_id) ++instance;
  }
  return {stream.recordable_type(), instance};
}

class Job {
 public:
  Job(const LogReader& log, const ConverterConfig& config, std::map<std::string, StreamConfig> mapping, Survey survey)
      : log_(log), config_(config), mapping_(std::move(mapping)), survey_(std::move(survey)) {
    for (const auto& [topic, stream] : mapping_) {
      streams_.push_back(std::make_unique<OutputStream>(topic, stream, vrs_id(mapping_, stream), config_, survey_));
    }
    std::sort(streams_.begin(), streams_.end(), [](const auto& a, const auto& b) { return a->id() < b->id(); });
    plan_routes();
  }

  Converted<Done> check(Problems& problems) const;
  vrs::Description description(const fs::path& input) const;
  Converted<Done> run(vrs::OrderedWriter& out, Problems& problems, Progress& progress);
  void report(ConversionResult& result, const vrs::OrderStatistics& order) const;

 private:
  bool everything() const { return config_.phase == "4C"; }
  void plan_routes();
  bool is_device_channel(const LogChannel& channel) const;
  ReadOptions read_options() const;
  Converted<Done> handle(const MessageView& message, vrs::OrderedWriter& out, Problems& problems);
  void compare_camera_info(const MessageView& message, Problems& problems);
  void list_absent(ConversionResult& result) const;

  const LogReader& log_;
  const ConverterConfig& config_;
  std::map<std::string, StreamConfig> mapping_;
  Survey survey_;
  std::vector<std::unique_ptr<OutputStream>> streams_;
  std::vector<Route> routes_;  // by channel
  MetadataStream metadata_;
  DeviceStream device_;
  std::set<std::string> changed_camera_infos_;
  double latest_time_ = 0;
  Timestamp log_time_;  // of the message being handled
  std::optional<double> first_time_, last_time_;
};

// What is said about the camera beside its data: everything of an SDK bag; with ROS nodes, the transforms and the rest
// of the camera's own namespace. Big data that is not mapped is not dragged along.
bool Job::is_device_channel(const LogChannel& channel) const {
  if (is_image_type(channel.schema.name) || is_imu_type(channel.schema.name)) return false;
  for (const char* big : {"PointCloud2", "CompressedImage", "LaserScan"}) {
    if (channel.schema.name.ends_with(big)) return false;
  }
  if (survey_.sdk) return channel.topic == "/file_version" || channel.topic.starts_with("/device_");
  if (channel.topic == "/tf_static") return true;
  return std::any_of(mapping_.begin(), mapping_.end(), [&](const auto& entry) {
    const std::string space = entry.first.substr(0, entry.first.find('/', 1) + 1);
    return space.size() > 2 && channel.topic.starts_with(space);
  });
}

void Job::plan_routes() {
  routes_.resize(log_.channels().size());
  for (const LogChannel& channel : log_.channels()) {
    Route& route = routes_[channel.id];
    if (everything() && is_device_channel(channel)) route.handling = Handling::device;
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      const std::string& topic = streams_[i]->topic();
      const auto camera = survey_.cameras.find(topic);
      if (channel.topic == topic) route = {Handling::stream, i};
      if (camera != survey_.cameras.end() && channel.topic == camera->second.topic) route = {Handling::camera_info, i};
      if (everything() && metadata_topic(topic) == channel.topic) route = {Handling::metadata, i};
    }
  }
}

Converted<Done> Job::check(Problems& problems) const {
  for (const auto& stream : streams_) {
    if (!stream->config().is_image() || survey_.cameras.contains(stream->topic())) continue;
    const auto candidates = camera_info_candidates(stream->topic());
    const std::string wanted =
        stream->config().camera_info_topic.empty() ? candidates.front() : stream->config().camera_info_topic;
    Error error = fail(ErrorCode::not_found, "there is no camera_info for {}: {} is missing", stream->topic(), wanted)
                      .with_hint("name another with camera_info_topic in a mapping, or --allow-missing-camera-info");
    if (!config_.allow_missing_camera_info) return MissingTopicError{std::move(error)};
    problems.add(Severity::warning, std::move(error));
  }
  std::set<std::string> domains;
  for (const auto& [topic, domain] : survey_.domains) domains.insert(domain);
  if (domains.size() > 1 && config_.time_source == "header") {
    problems.add({.severity = Severity::warning,
                  .code = ErrorCode::invalid_data,
                  .message = format("the streams use different clocks ({} and {}): their times do not compare",
                                    *domains.begin(), *domains.rbegin()),
                  .hint = "--time-source log puts all streams on the clock of the recording"});
  }
  return Done{};
}

vrs::Description Job::description(const fs::path& input) const {
  vrs::Description description;
  for (const auto& stream : streams_) description.streams[stream->id()] = stream->tags();
  vrs::Tags& tags = description.file;
  tags["source_file"] = input.filename().string();
  tags["source_format"] = log_.info().format;
  tags["software_revision"] = "rosbag-to-vrs " GS_VERSION;
  tags["phase"] = config_.phase;
  tags["time_source"] = config_.time_source;
  if (!everything()) return description;
  description.streams[MetadataStream::kId] = MetadataStream::tags();
  description.streams[DeviceStream::kId] = DeviceStream::tags();
  for (const auto& [key, value] : survey_.device) tags["device/" + key] = value;
  const std::pair<const char*, const char*> conventional[] = {{"Name", "device_type"},
                                                              {"Serial Number", "device_serial"},
                                                              {"Firmware Version", "firmware_revision"},
                                                              {"Product Id", "device_id"}};
  for (const auto& [key, tag] : conventional) {
    if (const auto found = survey_.device.find(key); found != survey_.device.end()) tags[tag] = found->second;
  }
  if (survey_.file_version != 0) tags["file_version"] = std::to_string(survey_.file_version);
  return description;
}

ReadOptions Job::read_options() const {
  ReadOptions options;
  std::set<std::string> topics;
  for (const LogChannel& channel : log_.channels()) {
    if (routes_[channel.id].handling != Handling::ignore) topics.insert(channel.topic);
  }
  options.topics = {topics.begin(), topics.end()};
  const Timestamp start = survey_.sdk ? Timestamp{} : log_.info().start.value_or(Timestamp{});
  if (survey_.sdk) options.begin = kStaticEnd;
  if (config_.begin_s) options.begin = std::max(start + Duration::from_seconds(*config_.begin_s), kStaticEnd);
  if (config_.end_s) options.end = start + Duration::from_seconds(*config_.end_s);
  const auto& chunks = log_.info().chunks_by_compression;
  const bool packed = std::any_of(chunks.begin(), chunks.end(),
                                  [](const auto& entry) { return entry.first != "none" && !entry.first.empty(); });
  options.threads = packed ? std::min(thread_count(), 4) : 1;
  return options;
}

// Cameras that publish camera_info with every image repeat the first; a change is not in the file, so it is said.
void Job::compare_camera_info(const MessageView& message, Problems& problems) {
  const FoundCameraInfo* known = nullptr;
  for (const auto& [topic, camera] : survey_.cameras) {
    if (camera.topic == message.channel->topic) known = &camera;
  }
  auto info = decode_message<sensor_msgs::CameraInfo>(*message.channel, message.data);
  if (known == nullptr || !info) return;
  info->header = known->info.header;
  if (*info == known->info || !changed_camera_infos_.insert(known->topic).second) return;
  problems.add({.severity = Severity::warning,
                .code = ErrorCode::invalid_data,
                .file = known->topic,
                .place = to_decimal_seconds(message.log_time) + " s",
                .message = "camera_info changes during the recording; the VRS file has the first one",
                .hint = "cut the recording there with --time-range"});
}

Converted<Done> Job::handle(const MessageView& message, vrs::OrderedWriter& out, Problems& problems) {
  const Route& route = routes_[message.channel->id];
  if (message.log_time != log_time_) GS_CHECK(metadata_.flush(out));
  log_time_ = message.log_time;
  switch (route.handling) {
    case Handling::ignore:
      return Done{};
    case Handling::camera_info:
      return compare_camera_info(message, problems), Done{};
    case Handling::metadata:
      return metadata_.write(message, *streams_[route.stream]);
    case Handling::device:
      return device_.write(message, latest_time_, out);
    case Handling::stream:
      break;
  }
  OutputStream& stream = *streams_[route.stream];
  GS_CHECK(stream.write(message, out));
  const double time = stream.last_time();
  latest_time_ = first_time_ ? std::max(latest_time_, time) : time;
  first_time_ = std::min(first_time_.value_or(time), time);
  last_time_ = std::max(last_time_.value_or(time), time);
  return Done{};
}

Converted<Done> Job::run(vrs::OrderedWriter& out, Problems& problems, Progress& progress) {
  for (const auto& stream : streams_) out.add_stream(stream->id(), stream->window());
  if (everything()) {
    out.add_stream(MetadataStream::kId, vrs::kSparseWindow);
    out.add_stream(DeviceStream::kId, vrs::kSparseWindow);
    std::set<const LogChannel*> channels;
    for (const LogChannel& channel : log_.channels()) {
      if (routes_[channel.id].handling == Handling::device) channels.insert(&channel);
    }
    device_.begin(channels, survey_.statics, out);
  }
  uint64_t total = 0, done = 0;
  for (std::size_t i = 0; i < routes_.size() && i < log_.info().channels.size(); ++i) {
    if (routes_[i].handling != Handling::ignore) total += log_.info().channels[i].message_count;
  }
  progress.begin("converting", total, "messages");
  GS_TRY(const auto messages, as<RosbagReadError>(log_.read(read_options(), problems)));
  while (true) {
    GS_TRY(const auto batch, as<RosbagReadError>(messages->next_batch()));
    if (batch.empty()) break;
    for (const MessageView& message : batch) {
      if (++done % kProgressStep == 0) progress.advance(done);
      if (progress.stop_requested()) return RequestError{fail(ErrorCode::interrupted, "stopped; nothing was written")};
      GS_CHECK(handle(message, out, problems));
    }
  }
  GS_CHECK(metadata_.flush(out));
  GS_CHECK(as<VRSWriteError>(out.finish()));
  progress.advance(total);
  progress.finish();
  return Done{};
}

void Job::list_absent(ConversionResult& result) const {
  const auto has_type = [&](std::string_view type) {
    return std::any_of(streams_.begin(), streams_.end(),
                       [&](const auto& stream) { return stream->config().stream_type == type && stream->count() > 0; });
  };
  for (const std::string& type : stream_types_of_phase(config_.phase)) {
    const bool imu_by_other_name = (type == "imu" && (has_type("imu_accel") || has_type("imu_gyro"))) ||
                                   (type.starts_with("imu_") && has_type("imu"));
    if (!has_type(type) && !imu_by_other_name) result.absent.push_back("stream " + type);
  }
  if (!everything()) return;
  const auto any_topic = [&](std::string_view part) {
    return std::any_of(log_.channels().begin(), log_.channels().end(), [&](const LogChannel& channel) {
      return channel.topic.find(part) != std::string::npos && log_.info().channels[channel.id].message_count > 0;
    });
  };
  if (survey_.device.empty()) result.absent.push_back("device information");
  if (survey_.sensors.empty()) result.absent.push_back("sensor information");
  if (!any_topic("/option/")) result.absent.push_back("options");
  if (survey_.extrinsics.empty() && !any_topic("/tf_static")) result.absent.push_back("transforms");
  if (metadata_.count() == 0) result.absent.push_back("frame metadata");
  if (!any_topic("/notification/")) result.absent.push_back("notifications");
}

void Job::report(ConversionResult& result, const vrs::OrderStatistics& order) const {
  const auto add = [&](int id, vrs::StreamId stream, uint64_t count, std::string topic) {
    result.messages_per_stream[id] = count;
    result.vrs_streams[id] = to_string(stream);
    result.topics[id] = std::move(topic);
    result.total_messages += count;
    if (const auto peak = order.peak_resident.find(stream); peak != order.peak_resident.end()) {
      result.peak_resident[id] = peak->second;
    }
  };
  for (const auto& stream : streams_) {
    add(stream->config().stream_id, stream->id(), stream->count(), stream->topic());
    result.payload_bytes += stream->payload_bytes();
  }
  if (everything()) {
    add(vrs_layout::kMetadataStream, MetadataStream::kId, metadata_.count(), "metadata of frames");
    add(vrs_layout::kDeviceStream, DeviceStream::kId, device_.count(), "device, sensors, options, transforms");
  }
  result.late_records = order.late_records;
  if (first_time_) result.duration_sec = *last_time_ - *first_time_;
  for (const LogChannel& channel : log_.channels()) {
    const uint64_t count =
        channel.id < log_.info().channels.size() ? log_.info().channels[channel.id].message_count : 0;
    if (routes_[channel.id].handling == Handling::ignore && count > 0) result.not_converted[channel.topic] += count;
  }
  list_absent(result);
}

}  // namespace

RosbagToVRSConverter::RosbagToVRSConverter(fs::path rosbag_path, fs::path vrs_path, ConverterConfig config)
    : rosbag_path_(std::move(rosbag_path)), vrs_path_(std::move(vrs_path)), config_(std::move(config)) {}

Converted<ConversionResult> RosbagToVRSConverter::convert(Problems& problems, Progress& progress) {
  const auto started = std::chrono::steady_clock::now();
  GS_CHECK(as<RequestError>(check_config(config_)));
  GS_TRY(const auto log, open_input(rosbag_path_, problems));
  GS_TRY(auto mapping, choose_streams(*log, config_));
  GS_TRY(Survey survey, survey_log(*log, mapping, problems));
  Job job(*log, config_, std::move(mapping), std::move(survey));
  GS_CHECK(job.check(problems));

  GS_TRY(const auto compression, as<RequestError>(vrs::parse_compression(config_.compression)));
  GS_TRY(vrs::Writer writer,
         as<VRSWriteError>(vrs::Writer::create(vrs_path_, job.description(rosbag_path_), {.compression = compression},
                                               config_.replace_output)));
  vrs::OrderedWriter ordered(writer);
  GS_CHECK(job.run(ordered, problems, progress));

  ConversionResult result;
  job.report(result, ordered.statistics());
  result.input_bag_size = log->info().file_bytes;
  GS_TRY(result.output_vrs_size, as<VRSWriteError>(writer.close()));
  result.compression_ratio = result.input_bag_size == 0 ? 0
                                                        : static_cast<double>(result.output_vrs_size) /
                                                              static_cast<double>(result.input_bag_size);
  result.conversion_time_sec = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return result;
}

}  // namespace gs
