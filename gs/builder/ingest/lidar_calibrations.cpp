// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/ingest/lidar_calibrations.h"

#include <algorithm>

#include "gs/config/yaml.h"
#include "gs/core/file.h"
#include "gs/lidar/lidar_decoder.h"
#include "gs/rosmsg/decode.h"
#include "gs/rosmsg/messages/std_msgs.h"

namespace gs::builder {
namespace {

// Adds the metadata of an Ouster sensor that the log contains.
Result<void> read_metadata(const logio::LogReader& log, const std::string& topic, lidar::DecoderCalibration& out,
                           Problems& problems) {
  GS_TRY(const auto stream, log.read({.topics = {topic}}, problems));
  while (true) {
    GS_TRY(const auto batch, stream->next_batch());
    if (batch.empty()) return {};
    for (const logio::MessageView& message : batch) {
      const auto text =
          rosmsg::decode_message<rosmsg::std_msgs::String>(message.channel->message_encoding, message.data);
      auto metadata = text ? lidar::parse_ouster_metadata(text->data) : Result<lidar::OusterMetadata>(text.error());
      if (metadata) {
        out.ouster = *std::move(metadata);
      } else {
        problems.add(Severity::warning, std::move(metadata).error(), topic);
      }
    }
  }
}

}  // namespace

Result<lidar::DecoderCalibration> read_lidar_calibration(const std::filesystem::path& file) {
  constexpr uint64_t kMaxBytes = 16u << 20;
  const std::string kind = file.extension().string();
  lidar::DecoderCalibration out;
  if (kind == ".yaml" || kind == ".yml") {
    GS_TRY(const Node root, config::read_yaml(file));
    GS_TRY(out.velodyne, lidar::parse_velodyne_calibration(root));
  } else if (kind == ".csv") {
    GS_TRY(const std::string text, read_text_file(file, kMaxBytes));
    GS_TRY(out.hesai, lidar::parse_hesai_calibration(text));
  } else if (kind == ".json") {
    GS_TRY(const std::string text, read_text_file(file, kMaxBytes));
    GS_TRY(out.ouster, lidar::parse_ouster_metadata(text));
  } else {
    return fail(ErrorCode::unsupported,
                "a LiDAR calibration is a .yaml file (Velodyne), .csv (Hesai) or .json (Ouster), not '{}'", kind)
        .with_hint("the .xml file of a Velodyne sensor is converted by gen_calibration.py of its ROS driver");
  }
  return out;
}

BuildResult<LidarCalibrations> find_lidar_calibrations(const logio::LogReader& log, const TopicMapping& mapping,
                                                       const std::optional<std::string>& file, Problems& problems) {
  lidar::DecoderCalibration given;
  if (file) {
    auto read = read_lidar_calibration(*file);
    if (!read) {
      return BuildError(BuildCode::configuration, "mcap_ingest",
                        std::move(read).error().with_context("LiDAR calibration " + *file));
    }
    given = *std::move(read);
  }
  LidarCalibrations out;
  for (const LidarTopic& topic : mapping.lidars) {
    lidar::DecoderCalibration& calibration = out[topic.topic] = given;
    if (topic.metadata_topic.empty() || calibration.ouster) continue;
    GS_CHECK(read_metadata(log, topic.metadata_topic, calibration, problems));
  }
  return out;
}

std::optional<BuildError> undecodable_lidars(const BuildConfig& config, const TopicMapping& mapping,
                                             const LidarCalibrations& calibrations) {
  const auto is_undecodable = [&](const LidarTopic& topic) {
    const lidar::LidarFormat* found = lidar::find_format(topic.type);
    const auto known = calibrations.find(topic.topic);
    return found != nullptr && found->needs_metadata && (known == calibrations.end() || !known->second.ouster);
  };
  if (mapping.lidars.empty() || !std::ranges::all_of(mapping.lidars, is_undecodable)) return std::nullopt;
  if (!config.is_enabled(Step::geometry_builder) && mapping.pose_source != PoseSource::lidar) return std::nullopt;
  return BuildError(
      BuildCode::pointcloud_empty, "mcap_ingest",
      format("the packets of {} cannot be decoded without the metadata of the sensor", mapping.lidars.front().topic),
      "name the JSON file of the sensor with --lidar-calibration, or record the topic 'metadata' of the "
      "driver");
}

}  // namespace gs::builder
