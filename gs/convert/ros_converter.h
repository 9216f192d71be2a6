// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Converts messages, schemas and channel metadata between ROS 1 and ROS 2.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gs/logio/tools/copy.h"
#include "gs/rosmsg/codec/dynamic.h"
#include "gs/rosmsg/schema/schema.h"

namespace gs::convert {

// Encoding of the output messages; parse_message_target() reads "cdr" and "ros1", anything else is keep.
enum class MessageTarget { keep, cdr, ros1 };
MessageTarget parse_message_target(std::string_view word);

// Converts every type whose definition is in the log or known to this project, field by field. Missing definitions are
// added if known. ROS 1 latching becomes ROS 2 transient local durability, and back.
class RosConverter final : public logio::MessageConverter {
 public:
  // ros1_bag: write metadata in the form of bags (latching "1"), otherwise of MCAP ("true").
  RosConverter(MessageTarget target, bool ros1_bag) : target_(target), ros1_bag_(ros1_bag) {}

  Result<logio::LogChannel> convert_channel(const logio::LogChannel& channel) override;
  Result<Bytes> convert_payload(const logio::LogChannel& channel, Bytes payload) override;

  // MCAP profile of the output, for a given profile of the input.
  std::string profile(const std::string& input) const;
  // Topic -> number of bytes behind its messages that were dropped in the conversion.
  const std::map<std::string, uint64_t>& trailing_bytes() const { return trailing_; }

 private:
  Result<logio::LogChannel> to_cdr(const logio::LogChannel& channel, const rosmsg::MessageType& type) const;
  Result<logio::LogChannel> to_ros1(const logio::LogChannel& channel, const rosmsg::MessageType& type) const;
  logio::LogChannel completed(logio::LogChannel channel) const;

  MessageTarget target_;
  bool ros1_bag_;
  std::map<uint32_t, rosmsg::Schema> schemas_;  // of channels that are converted, by id
  std::map<std::string, uint64_t> trailing_;
  std::vector<std::byte> buffer_;
};

}  // namespace gs::convert
