// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/lidar/packet_stream_decoder.h"

#include "gs/lidar/hesai/hesai_packet.h"
#include "gs/lidar/velodyne/velodyne_packet.h"
#include "gs/rosmsg/decode.h"
#include "gs/rosmsg/messages/nebula_msgs.h"
#include "gs/rosmsg/messages/pandar_msgs.h"
#include "gs/rosmsg/messages/velodyne_msgs.h"

namespace gs::lidar {
namespace {

// The packets of a message, whatever its type.
struct RawPackets {
  std::string frame_id{};
  Timestamp stamp{};
  struct Packet {
    Timestamp stamp{};
    std::vector<uint8_t> data{};
  };
  std::vector<Packet> packets{};
};

template <class Message>
Result<Message> decoded(const LidarMessage& message, RawPackets& out) {
  GS_TRY(Message m, rosmsg::decode_message<Message>(message.encoding, message.data));
  out.frame_id = m.header.frame_id;
  out.stamp = m.header.stamp.timestamp();
  return m;
}

Result<RawPackets> raw_packets(PacketMessage kind, const LidarMessage& message) {
  RawPackets out;
  if (kind == PacketMessage::velodyne_scan) {
    GS_TRY(const auto m, decoded<rosmsg::velodyne_msgs::VelodyneScan>(message, out));
    for (const auto& p : m.packets) out.packets.push_back({p.stamp.timestamp(), {p.data.begin(), p.data.end()}});
  } else if (kind == PacketMessage::pandar_scan) {
    GS_TRY(const auto m, decoded<rosmsg::pandar_msgs::PandarScan>(message, out));
    for (const auto& p : m.packets) {
      if (p.size > p.data.size()) {
        return fail(ErrorCode::corrupt, "packet {} has size {}, the largest is {}", out.packets.size(), p.size,
                    p.data.size());
      }
      out.packets.push_back({p.stamp.timestamp(), {p.data.begin(), p.data.begin() + p.size}});
    }
  } else {
    GS_TRY(auto m, decoded<rosmsg::nebula_msgs::NebulaPackets>(message, out));
    for (auto& p : m.packets) out.packets.push_back({p.stamp.timestamp(), std::move(p.data)});
  }
  return out;
}

Result<std::unique_ptr<PacketDecoder>> velodyne_decoder(Bytes packet, const DecoderCalibration& calibration) {
  GS_TRY(const VelodyneModel* found, find_velodyne_model(packet));
  VelodyneModel model = *found;
  if (calibration.velodyne) {
    GS_TRY(model, calibrated(std::move(model), *calibration.velodyne));
  }
  if (model.needs_calibration) {
    return fail(ErrorCode::invalid_argument, "{} needs the calibration file of its unit", model.name)
        .with_hint("name it with --lidar-calibration FILE.yaml");
  }
  return std::make_unique<VelodynePacketDecoder>(std::move(model));
}

Result<std::unique_ptr<PacketDecoder>> hesai_decoder(HesaiModel model, const DecoderCalibration& calibration) {
  if (calibration.hesai) {
    if (calibration.hesai->size() != model.channels.size()) {
      return fail(ErrorCode::invalid_data, "the calibration has {} channels, {} has {}", calibration.hesai->size(),
                  model.name, model.channels.size());
    }
    model.channels = *calibration.hesai;
  }
  return std::make_unique<HesaiPacketDecoder>(std::move(model));
}

// The decoder of the sensor that wrote a packet.
Result<std::unique_ptr<PacketDecoder>> packet_decoder_of(Bytes packet, const DecoderCalibration& calibration) {
  if (is_velodyne_packet(packet)) return velodyne_decoder(packet, calibration);
  if (const HesaiModel* model = find_hesai_model(packet)) return hesai_decoder(*model, calibration);
  return fail(ErrorCode::unsupported, "a packet of {} bytes belongs to no known sensor", packet.size())
      .with_hint("play the log through the vendor's driver and record PointCloud2");
}

}  // namespace

Result<std::vector<DecodedSweep>> PacketStreamDecoder::take(const LidarMessage& message) {
  GS_TRY(const RawPackets raw, raw_packets(kind_, message));
  for (std::size_t i = 0; i < raw.packets.size(); ++i) {
    const Bytes packet = std::as_bytes(std::span(raw.packets[i].data));
    if (!packets_) {
      GS_TRY(packets_, packet_decoder_of(packet, calibration_));
    }
    GS_CHECK(packets_->check(packet).with_context(format("packet {}", i)));
  }
  sweeps_.set_frame(raw.frame_id);
  for (const RawPackets::Packet& packet : raw.packets) {
    // Drivers that stamp neither packets nor messages leave only the time of recording.
    Timestamp stamp = packet.stamp.ns > 0 ? packet.stamp : raw.stamp;
    if (stamp.ns <= 0) stamp = message.received;
    packets_->decode(std::as_bytes(std::span(packet.data)), stamp, sweeps_);
  }
  return sweeps_.take_finished();
}

}  // namespace gs::lidar
