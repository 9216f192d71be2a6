// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages, schemas and channel metadata between the worlds of ROS 1 and ROS 2.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gs/logio/tools/copy.h"
#include "gs/rosmsg/dynamic.h"
#include "gs/rosmsg/schema.h"

namespace gs::gs_log {

enum class MessageTarget { keep, cdr, ros1 };
MessageTarget parse_message_target(std::string_view word);

// Any type whose definition the log holds, or this project knows, is converted field by field. Definitions that are
// missing are filled in where known. Latching becomes transient local and back.
class RosConverter final : public MessageConverter {
 public:
  // ros1_bag: metadata as a bag has it (latching "1"), else as MCAP has it ("true").
  RosConverter(MessageTarget target, bool ros1_bag) : target_(target), ros1_bag_(ros1_bag) {}

  Result<LogChannel> convert_channel(const LogChannel& channel) override;
  Result<Bytes> convert_payload(const LogChannel& channel, Bytes payload) override;

  // The MCAP profile of the output, given that of the input.
  std::string profile(const std::string& input) const;
  // Topic -> bytes that lay behind the messages it converted.
  const std::map<std::string, uint64_t>& trailing_bytes() const { return trailing_; }

 private:
  Result<LogChannel> to_cdr(const LogChannel& channel, const MessageType& type) const;
  Result<LogChannel> to_ros1(const LogChannel& channel, const MessageType& type) const;
  LogChannel completed(LogChannel channel) const;

  MessageTarget target_;
  bool ros1_bag_;
  std::map<uint32_t, Schema> schemas_;  // of channels that are converted, by id
  std::map<std::string, uint64_t> trailing_;
  std::vector<std::byte> buffer_;
};

}  // namespace gs::gs_log
