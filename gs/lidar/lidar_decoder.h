// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// One interface from the messages of a log to sweeps, whatever the driver recorded: point clouds or raw packets.
//
//   GS_TRY(const auto decoder, make_decoder(channel.schema.name, {}));
//   GS_TRY(const auto sweeps, decoder->take({channel.message_encoding, message.data, message.log_time}));
#pragma once

#include <memory>
#include <string_view>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/lidar/decoded_sweep.h"
#include "gs/lidar/decoder_calibration.h"

namespace gs::lidar {

// One message of a log.
struct LidarMessage {
  std::string_view encoding;  // "cdr", "ros1", "protobuf" or "json"
  Bytes data;
  Timestamp received{};  // time of recording
};

// Decodes the messages of one topic, in the order of the log. One thread at a time.
class LidarDecoder {
 public:
  virtual ~LidarDecoder() = default;
  // Takes the next message and returns the sweeps that it completes: none, one or several. An error concerns this
  // message only; the next one may be taken.
  virtual Result<std::vector<DecodedSweep>> take(const LidarMessage& message) = 0;
  // Returns the sweep that is still open after the last message, if there is one.
  virtual std::vector<DecodedSweep> finish() { return {}; }
};

// A message type that can be decoded.
struct LidarFormat {
  std::string_view type;        // "velodyne_msgs/msg/VelodyneScan"
  std::string_view decoder;     // for people: "Velodyne packets"
  bool one_sweep = false;       // every message is one sweep: messages may be decoded by several decoders, in any order
  bool needs_metadata = false;  // of Ouster: a std_msgs/String beside the packets describes the sensor
  std::string_view frame{};     // of sweeps whose messages name no frame; empty: messages name it
};

// All formats, in the order of docs/lidar_formats.md.
std::vector<LidarFormat> all_formats();
// The format of a message type in the spelling of ROS 2 or ROS 1, or of foxglove; nullptr if it is unknown.
const LidarFormat* find_format(std::string_view message_type);

// Makes the decoder of a message type. Errors: unsupported for other types.
Result<std::unique_ptr<LidarDecoder>> make_decoder(std::string_view message_type,
                                                   const DecoderCalibration& calibration);

}  // namespace gs::lidar
