// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// ROS 1 bags, one thread: ten seconds of a drive (six cameras, a LiDAR, twenty small topics) are written and read. The
// bars are twice the rates of rosbag_storage 1.15.15 on the same content and kind of machine (reading: 2190 MB/s
// uncompressed, 690 MB/s lz4; writing: 602 and 230 MB/s). Times are CPU seconds, best of the repetitions.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>

#include "bench/table.h"
#include "gs/core/file.h"
#include "gs/core/numbers/random.h"
#include "gs/logio/rosbag1/reader.h"
#include "gs/logio/rosbag1/writer.h"

namespace gs {
namespace {

// Smallest CPU time of some runs.
double best_cpu_seconds(int repetitions, const std::function<void()>& work) {
  double best = 1e300;
  for (int i = 0; i < repetitions; ++i) {
    const double begin = bench::cpu_seconds();
    work();
    best = std::min(best, bench::cpu_seconds() - begin);
  }
  return best;
}

struct Workload {
  std::vector<std::pair<std::string, int>> channels;  // topic, index into payloads
  std::vector<std::vector<std::byte>> payloads;       // noise, cloud, small
  struct Event {
    int64_t time_ns;
    uint32_t channel;
  };
  std::vector<Event> events;
  uint64_t bytes = 0;
};

// Topics and payloads of a drive.
Workload mixed_workload(double seconds) {
  Workload work;
  Random random(1, 1, 0);
  auto& noise = work.payloads.emplace_back(400u << 10);
  for (std::size_t i = 0; i + 4 <= noise.size(); i += 4) {
    const uint32_t value = random.u32();
    std::memcpy(noise.data() + i, &value, 4);
  }
  // Points of 32 bytes as drivers write them: three coordinates with noisy low bits, intensity, ring and zeros.
  auto& cloud = work.payloads.emplace_back(2u << 20);
  for (std::size_t i = 0; i + 32 <= cloud.size(); i += 32) {
    const float point[4] = {static_cast<float>(random.normal(0, 20)), static_cast<float>(random.normal(0, 20)), 1.5f,
                            static_cast<float>(random.below(64))};
    std::memcpy(cloud.data() + i, point, sizeof point);
  }
  work.payloads.emplace_back(100);
  const auto add = [&](const std::string& topic, int payload, int rate_hz) {
    const auto channel = static_cast<uint32_t>(work.channels.size());
    work.channels.emplace_back(topic, payload);
    for (int i = 0; i < static_cast<int>(seconds * rate_hz); ++i) {
      work.events.push_back({1'000'000'000ll + i * (1'000'000'000ll / rate_hz) + channel * 1000, channel});
      work.bytes += work.payloads[static_cast<std::size_t>(payload)].size();
    }
  };
  for (int i = 0; i < 6; ++i) add("/camera_" + std::to_string(i), 0, 10);
  add("/lidar", 1, 10);
  for (int i = 0; i < 20; ++i) add("/small_" + std::to_string(i), 2, 100);
  std::ranges::stable_sort(work.events, {}, &Workload::Event::time_ns);
  return work;
}

// Writes the workload as a bag.
void write_bag(const Workload& work, const fs::path& path, logio::Codec codec) {
  auto bag = logio::create_rosbag1(path, {.codec = codec}).value();
  for (const auto& [topic, payload] : work.channels) {
    (void)bag->add_channel({.topic = topic, .message_encoding = "ros1", .schema = {"std_msgs/String", "ros1msg", ""}});
  }
  for (const auto& event : work.events) {
    const auto payload = static_cast<std::size_t>(work.channels[event.channel].second);
    bag->write(event.channel, {event.time_ns}, {event.time_ns}, 0, work.payloads[payload]).value();
  }
  bag->close().value();
}

// Opens the bag and reads a byte of every page of every message.
uint64_t read_bag(const fs::path& path, const logio::ReadOptions& options) {
  Problems problems;
  const auto bag = logio::open_rosbag1(path, problems).value();
  const auto messages = bag->read(options, problems).value();
  uint64_t bytes = 0, touched = 0;
  for (auto batch = messages->next_batch().value(); !batch.empty(); batch = messages->next_batch().value()) {
    for (const logio::MessageView& message : batch) {
      bytes += message.data.size();
      for (std::size_t i = 0; i < message.data.size(); i += 4096) touched += static_cast<uint64_t>(message.data[i]);
    }
  }
  volatile uint64_t keep = touched;
  static_cast<void>(keep);
  return bytes;
}

}  // namespace
}  // namespace gs

int main(int argc, char** argv) {
  using namespace gs;
  const bench::Arguments arguments(argc, argv, "bench_logio_rosbag1 [--seconds S] [--repeat N]");
  const Workload work = mixed_workload(arguments.number("seconds", 10));
  const int repeat = static_cast<int>(arguments.number("repeat", 5));
  const double megabytes = static_cast<double>(work.bytes) * 1e-6;
  const fs::path folder = fs::is_directory("/dev/shm") ? fs::path("/dev/shm") : fs::temp_directory_path();
  const fs::path path = folder / ("bench_rosbag1_" + std::to_string(::getpid()) + ".bag");
  bench::Table table("ROS 1 bags");

  std::vector<std::byte> from(64u << 20, std::byte{1}), to(64u << 20);
  const double copy_s = best_cpu_seconds(repeat, [&] { std::memcpy(to.data(), from.data(), from.size()); });
  const double copy_rate = static_cast<double>(from.size()) * 1e-6 / copy_s;
  struct Case {
    logio::Codec codec;
    double read_bar, write_bar, topic_bar_ms;
  };
  for (const Case& c :
       {Case{logio::Codec::none, 2 * 2190, 2 * 602, 29.0 / 2}, Case{logio::Codec::lz4, 2 * 690, 2 * 230, 72.0 / 2}}) {
    const std::string name(to_string(c.codec));
    const double write_s = best_cpu_seconds(std::max(1, repeat / 2), [&] { write_bag(work, path, c.codec); });
    table.add({.name = "write, " + name,
               .value = megabytes / write_s,
               .unit = "MB/s",
               .bound = copy_rate,
               .bar = c.write_bar,
               .higher_is_better = true,
               .note = "to a file in memory; bound: memcpy"});
    for (const logio::Order order : {logio::Order::file, logio::Order::log_time}) {
      const double read_s = best_cpu_seconds(repeat, [&] { read_bag(path, {.order = order}); });
      table.add({.name = "read, " + name + (order == logio::Order::file ? ", file order" : ", time order"),
                 .value = megabytes / read_s,
                 .unit = "MB/s",
                 .bound = copy_rate,
                 .bar = c.read_bar,
                 .higher_is_better = true});
    }
    const double topic_s = best_cpu_seconds(repeat, [&] { read_bag(path, {.topics = {"/small_3"}}); });
    table.add(
        {.name = "read one small topic of 27, " + name, .value = topic_s * 1e3, .unit = "ms", .bar = c.topic_bar_ms});
  }
  std::error_code ignored;
  fs::remove(path, ignored);
  return table.finish(arguments);
}
