// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/runs/testing/small_run.h"

#include <cmath>
#include <string>

#include "gs/core/bytes.h"
#include "gs/core/expect.h"
#include "gs/logio/mcap/writer.h"

namespace gs::web {
namespace {

// Text of a time in ms since the start, and a space; filled up to `size` bytes with bytes that no compression shortens.
std::string message_at(int64_t ms, std::size_t size) {
  std::string out = std::to_string(ms) + ' ';
  uint32_t random = static_cast<uint32_t>(ms) + 1;
  while (out.size() < size) {
    random = random * 1664525u + 1013904223u;
    out += static_cast<char>(random >> 24);
  }
  return out;
}

uint32_t add(logio::LogWriter& writer, const std::string& topic, const std::string& type, int durability) {
  const std::string qos = "- depth: 1\n  durability: " + std::to_string(durability) + "\n";
  return writer
      .add_channel({.topic = topic,
                    .message_encoding = "cdr",
                    .schema = {type, "ros2msg", "uint8[] data\n"},
                    .metadata = {{"offered_qos_profiles", qos}}})
      .value();
}

}  // namespace

void write_small_run(const std::filesystem::path& path, double seconds, std::size_t image_bytes) {
  const auto writer = logio::McapWriter::create(path, {.profile = "ros2", .chunk_bytes = 64 << 10}).value();
  const uint32_t fixed = add(*writer, "/tf_static", "tf2_msgs/msg/TFMessage", 1);
  const uint32_t state = add(*writer, "/vehicle/state", "gs_sim_msgs/msg/VehicleState", 2);
  const uint32_t image = add(*writer, "/camera/front/image_raw/compressed", "sensor_msgs/msg/CompressedImage", 2);
  const uint32_t collision = add(*writer, "/sim/collisions", "gs_sim_msgs/msg/Collision", 2);
  const auto put = [&](uint32_t channel, int64_t ms, std::size_t size) {
    const Timestamp time = kRunStart + Duration::from_ms(ms);
    GS_EXPECT(writer->write(channel, time, time, 0, as_bytes(message_at(ms, size))));
  };
  put(fixed, 0, 0);
  for (int64_t ms = 0; ms <= std::llround(seconds * 1000); ms += 10) {
    put(state, ms, 0);
    if (ms % 100 == 0) put(image, ms, image_bytes);
    if (ms == 200) put(collision, ms, 0);
  }
  GS_EXPECT(writer->close());
}

}  // namespace gs::web
