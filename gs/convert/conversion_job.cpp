// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/convert/conversion_job.h"

#include <algorithm>

#include "gs/convert/topics.h"
#include "gs/core/parallel.h"
#include "gs/core/version.h"
#include "gs/rosmsg/decode.h"

namespace gs::convert {
namespace {

constexpr uint64_t kProgressStep = 64;

}  // namespace

ConversionJob::ConversionJob(const logio::LogReader& log, const ConverterConfig& config, TopicMapping mapping,
                             DeviceInfo survey)
    : log_(log), config_(config), mapping_(std::move(mapping)), survey_(std::move(survey)) {
  for (const auto& [topic, stream] : mapping_) {
    streams_.push_back(std::make_unique<OutputStream>(topic, stream, vrs_id(mapping_, stream), config_, survey_));
  }
  std::sort(streams_.begin(), streams_.end(), [](const auto& a, const auto& b) { return a->id() < b->id(); });
  plan_routes();
}

// True for topics that describe the device: all other topics of an SDK bag; of ROS logs /tf_static and the namespaces
// of the cameras. Large data topics that are not mapped are skipped.
bool ConversionJob::is_device_channel(const logio::LogChannel& channel) const {
  if (is_image_type(channel.schema.name) || is_imu_type(channel.schema.name)) return false;
  for (const char* big : {"PointCloud2", "CompressedImage", "LaserScan"}) {
    if (channel.schema.name.ends_with(big)) return false;
  }
  if (survey_.sdk) return channel.topic == "/file_version" || channel.topic.starts_with("/device_");
  if (channel.topic == "/tf_static") return true;
  return std::any_of(mapping_.begin(), mapping_.end(), [&](const auto& entry) {
    // First part of the topic with both slashes, "/camera/"; empty for a topic without a namespace.
    const std::string space = entry.first.substr(0, entry.first.find('/', 1) + 1);
    return space.size() > 2 && channel.topic.starts_with(space);
  });
}

// Decides for each channel what happens to its messages.
void ConversionJob::plan_routes() {
  routes_.resize(log_.channels().size());
  for (const logio::LogChannel& channel : log_.channels()) {
    Route& route = routes_[channel.id];
    // Later rules win: a device topic that is also a stream, a camera_info or metadata is not copied as well.
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

Converted<Done> ConversionJob::check(Problems& problems) const {
  // Every image stream needs a camera_info, unless --allow-missing-camera-info is set.
  for (const auto& stream : streams_) {
    if (!stream->config().is_image() || survey_.cameras.contains(stream->topic())) continue;
    const auto candidates = camera_info_candidates(stream->topic());
    const std::string wanted =
        stream->config().camera_info_topic.empty() ? candidates.front() : stream->config().camera_info_topic;
    Error error =
        fail(ErrorCode::topic_not_found, "no camera_info for {}: topic {} is missing", stream->topic(), wanted)
            .with_hint("set camera_info_topic in a mapping file, or use --allow-missing-camera-info");
    if (!config_.allow_missing_camera_info) return MissingTopicError{std::move(error)};
    problems.add(Severity::warning, std::move(error));
  }
  // Header stamps of different clocks cannot be put in one order.
  std::set<std::string> domains;
  for (const auto& [topic, domain] : survey_.domains) domains.insert(domain);
  if (domains.size() > 1 && config_.time_source == "header") {
    problems.add({.severity = Severity::warning,
                  .code = ErrorCode::invalid_data,
                  .message = format("the streams use different clocks ({} and {}), so their times are not comparable",
                                    *domains.begin(), *domains.rbegin()),
                  .hint = "--time-source log puts all streams on the clock of the recording"});
  }
  return Done{};
}

logio::vrs::Description ConversionJob::description(const fs::path& input) const {
  logio::vrs::Description description;
  for (const auto& stream : streams_) description.streams[stream->id()] = stream->tags();
  logio::vrs::Tags& tags = description.file;
  tags["source_file"] = input.filename().string();
  tags["source_format"] = log_.info().format;
  tags["software_revision"] = "rosbag-to-vrs " GS_VERSION;
  tags["phase"] = config_.phase;
  tags["time_source"] = config_.time_source;
  // Phase 4C: device and sensor information. VRS tools know the conventional tag names below.
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

// Reads routed topics only. SDK bags start behind the static messages, and their log times are relative to the start of
// the recording.
logio::ReadOptions ConversionJob::read_options() const {
  logio::ReadOptions options;
  std::set<std::string> topics;
  for (const logio::LogChannel& channel : log_.channels()) {
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

// Cameras may publish camera_info with every image. The VRS file stores the first one only, so a change is reported.
void ConversionJob::compare_camera_info(const logio::MessageView& message, Problems& problems) {
  const FoundCameraInfo* known = nullptr;
  for (const auto& [topic, camera] : survey_.cameras) {
    if (camera.topic == message.channel->topic) known = &camera;
  }
  auto info = rosmsg::decode_message<rosmsg::sensor_msgs::CameraInfo>(message.channel->message_encoding, message.data);
  if (known == nullptr || !info) return;
  // Headers differ in every message and are no change.
  info->header = known->info.header;
  if (*info == known->info || !changed_camera_infos_.insert(known->topic).second) return;
  problems.add({.severity = Severity::warning,
                .code = ErrorCode::invalid_data,
                .file = known->topic,
                .place = to_decimal_seconds(message.log_time) + " s",
                .message = "camera_info changes during the recording; the VRS file stores the first one",
                .hint = "convert the parts separately with --time-range"});
}

// Metadata messages of one frame share its log time; they are collected until the log time changes.
Converted<Done> ConversionJob::handle(const logio::MessageView& message, logio::vrs::OrderedWriter& out,
                                      Problems& problems) {
  const Route& route = routes_[message.channel->id];
  if (message.log_time != log_time_ || metadata_.is_full()) GS_CHECK(metadata_.flush(out));
  log_time_ = message.log_time;
  // Device messages have no stamp of their own; they take the time of the latest record.
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

Converted<Done> ConversionJob::run(logio::vrs::OrderedWriter& out, Problems& problems, Progress& progress) {
  // 1. Declare the streams.
  for (const auto& stream : streams_) out.add_stream(stream->id(), stream->window());
  if (everything()) {
    out.add_stream(MetadataStream::kId, logio::vrs::kSparseWindow);
    out.add_stream(DeviceStream::kId, logio::vrs::kSparseWindow);
    std::set<const logio::LogChannel*> channels;
    for (const logio::LogChannel& channel : log_.channels()) {
      if (routes_[channel.id].handling == Handling::device) channels.insert(&channel);
    }
    device_.begin(channels, survey_.statics, out);
  }
  // 2. Route all messages.
  uint64_t total = 0, done = 0;
  for (std::size_t i = 0; i < routes_.size() && i < log_.info().channels.size(); ++i) {
    if (routes_[i].handling != Handling::ignore) total += log_.info().channels[i].message_count;
  }
  progress.begin("converting", total, "messages");
  GS_TRY(const auto messages, as<RosbagReadError>(log_.read(read_options(), problems)));
  while (true) {
    GS_TRY(const auto batch, as<RosbagReadError>(messages->next_batch()));
    if (batch.empty()) break;
    for (const logio::MessageView& message : batch) {
      if (++done % kProgressStep == 0) progress.advance(done);
      if (progress.stop_requested())
        return RequestError{fail(ErrorCode::interrupted, "stopped; no output was written")};
      GS_CHECK(handle(message, out, problems));
    }
  }
  // 3. Write the held records, then report streams without usable stamps.
  GS_CHECK(metadata_.flush(out));
  GS_CHECK(as<VRSWriteError>(out.finish()));
  for (const auto& stream : streams_) stream->check_stamps(problems);
  progress.advance(total);
  progress.finish();
  return Done{};
}

}  // namespace gs::convert
