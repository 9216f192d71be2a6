// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The part of SensorWriter for topics whose sweeps or pictures lie across messages: packets of LiDARs and of videos.
#include "gs/builder/ingest/sensor_writer.h"

namespace gs::builder {

// Decodes a message of packets and holds the sweeps that it completes.
void SensorWriter::hold_sweeps(const logio::MessageView& message) {
  PacketTopic& topic = packets_.find(message.channel->topic)->second;
  topic.last = message, topic.last.data = {};
  ++topic.messages;
  auto sweeps = topic.decoder->take({message.channel->message_encoding, message.data, message.log_time});
  if (!sweeps) {
    if (topic.refused++ == 0) topic.first_error = std::move(sweeps).error();
    return;
  }
  for (lidar::DecodedSweep& sweep : *sweeps) {
    held_.push_back({topic.last, std::move(sweep)});
    held_ends_.push_back(held_bytes_.size());
  }
}

// Decodes a packet of a video and holds the pictures that it completes.
void SensorWriter::hold_pictures(const logio::MessageView& message) {
  VideoStream& video = videos_.find(message.channel->topic)->second;
  video.last = message, video.last.data = {};
  ++video.messages;
  auto pictures = video.decoder.take(message.channel->schema.name, message.channel->message_encoding, message.data,
                                     message.log_time);
  if (!pictures) {
    if (video.refused++ == 0) video.first_error = std::move(pictures).error();
    return;
  }
  hold(video, *std::move(pictures));
}

// Pictures are noted with the time of recording of their own packet.
void SensorWriter::hold(const VideoStream& video, std::vector<camera::VideoPicture> pictures) {
  for (camera::VideoPicture& picture : pictures) {
    held_pixels_ += static_cast<std::size_t>(picture.image.width) * static_cast<std::size_t>(picture.image.height);
    logio::MessageView message = video.last;
    message.log_time = picture.received;
    held_.push_back({message, {}, std::move(picture)});
    held_ends_.push_back(held_bytes_.size());
  }
}

void SensorWriter::finish_streams() {
  for (auto& [name, topic] : packets_) {
    for (lidar::DecodedSweep& sweep : topic.decoder->finish()) {
      held_.push_back({topic.last, std::move(sweep)});
      held_ends_.push_back(held_bytes_.size());
    }
  }
  for (auto& [name, video] : videos_) hold(video, video.decoder.finish());
}

// One warning per topic, however many messages were refused.
void SensorWriter::warn_about_packets() {
  for (auto& [name, topic] : packets_) {
    if (topic.refused == 0) continue;
    Error error = *std::move(topic.first_error);
    error.message =
        format("{} of {} messages were refused, the first because {}", topic.refused, topic.messages, error.message);
    problems_.add(Severity::warning, std::move(error), name);
  }
}

// What became of the packets of each video that give no picture.
void SensorWriter::warn_about_videos() {
  for (auto& [name, video] : videos_) {
    const assets::StreamCounts counts = video.decoder.counts();
    // Clang 14 captures no structured bindings by reference.
    const auto warn = [&file = name, this](std::string message, std::string hint) {
      problems_.add({.severity = Severity::warning,
                     .code = ErrorCode::invalid_data,
                     .file = file,
                     .message = std::move(message),
                     .hint = std::move(hint)});
    };
    if (video.refused > 0) {
      Error error = *std::move(video.first_error);
      error.message =
          format("{} of {} packets were refused, the first because {}", video.refused, video.messages, error.message);
      problems_.add(Severity::warning, std::move(error), name);
    }
    if (video.decoder.gaps() > 0) {
      warn(format("packets of the video are missing in {} places", video.decoder.gaps()),
           "the images from there to the next key frame are left out; record with reliable quality of service, or with "
           "more key frames");
    }
    if (counts.before_key > 0) {
      warn(format("{} of {} packets of the video give no image: no key frame came before them, or packets between are "
                  "missing",
                  counts.before_key, video.messages),
           "record with more key frames (every 10 images), and start the recording before the camera");
    }
    if (counts.repeated > 0) {
      warn(format("{} further images of packets that hold several are left out", counts.repeated),
           "record one image a message");
    }
    if (counts.damaged > 0) {
      warn(format("{} images of the video are damaged and left out", counts.damaged), "check the recording for losses");
    }
  }
}

}  // namespace gs::builder
