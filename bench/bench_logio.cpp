// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reading and writing of MCAP files with the workloads of a vehicle; limits (memory, checksum, codec) are measured in
// the same run. CPU seconds, best of several, because other load disturbs them least. Bars are multiples of the public
// C++ library 2.1.3 on two cores of an AMD EPYC (Zen 4).
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <thread>

#include "bench/table.h"
#include "gs/core/file.h"
#include "gs/core/hash/crc32.h"
#include "gs/core/numbers/random.h"
#include "gs/logio/codec/codec.h"
#include "gs/logio/mcap/chunk.h"
#include "gs/logio/mcap/reader.h"
#include "gs/logio/mcap/writer.h"

namespace {

using namespace gs;

constexpr std::size_t kChunkBytes = 768 << 10;
uint64_t g_checksum = 0;  // prevents the compiler from removing the work

// Random bytes, which do not compress.
std::vector<std::byte> noise(std::size_t count) {
  Random random(1, purpose("bench_noise"), count);
  std::vector<std::byte> bytes(count);
  for (std::size_t i = 0; i + 4 <= count; i += 4) {
    const uint32_t word = random.u32();
    std::memcpy(bytes.data() + i, &word, 4);
  }
  return bytes;
}

// Cloud with 32 bytes per point: x, y, z as noisy floats, intensity, ring, time, padding; lz4 compresses it to about 60
// %.
std::vector<std::byte> cloud(std::size_t count) {
  Random random(2, purpose("bench_cloud"), 0);
  std::vector<std::byte> bytes(count);
  for (std::size_t i = 0; i + 32 <= count; i += 32) {
    const float xyz[3] = {static_cast<float>(random.uniform(-80, 80)), static_cast<float>(random.uniform(-80, 80)),
                          static_cast<float>(random.uniform(-2, 8))};
    const auto intensity = static_cast<float>(random.below(64));
    const auto ring = static_cast<uint16_t>((i / 32) % 128);
    const double time = static_cast<double>(i / 32 / 128) * 55e-6;
    std::memcpy(bytes.data() + i, xyz, 12);
    std::memcpy(bytes.data() + i + 16, &intensity, 4);
    std::memcpy(bytes.data() + i + 20, &ring, 2);
    std::memcpy(bytes.data() + i + 24, &time, 8);
  }
  return bytes;
}

struct Event {
  uint32_t channel;
  Timestamp time;
  Bytes data;
};

struct Workload {
  std::vector<std::string> topics;
  std::vector<Event> events;
  std::vector<std::vector<std::byte>> payloads;
  uint64_t bytes = 0;

  void write(logio::LogWriter& log) const {
    std::vector<uint32_t> ids;
    for (const std::string& topic : topics) {
      ids.push_back(log.add_channel({.topic = topic,
                                     .message_encoding = "cdr",
                                     .schema = {"pkg/msg/" + topic.substr(1), "ros2msg", "uint8[] data"}})
                        .value());
    }
    uint32_t sequence = 0;
    for (const Event& e : events) log.write(ids[e.channel], e.time, e.time, sequence++, e.data).value();
    log.close().value();
  }
};

// 10 s of 6 cameras at 10 Hz, 400 KiB each; one LiDAR at 10 Hz, 2 MiB; 20 topics at 100 Hz, 100 bytes.
Workload mixed() {
  Workload w;
  for (int i = 0; i < 16; ++i) w.payloads.push_back(noise((400 << 10) + static_cast<std::size_t>(i)));
  w.payloads.push_back(cloud(2 << 20));
  w.payloads.push_back(noise(13 * 20'000 + 100));
  for (int i = 0; i < 6; ++i) w.topics.push_back("/camera" + std::to_string(i));
  w.topics.push_back("/lidar");
  for (int i = 0; i < 20; ++i) w.topics.push_back("/small" + std::to_string(i));
  for (int64_t tick = 0; tick < 1000; ++tick) {
    const Timestamp time{1'700'000'000'000'000'000 + tick * 10'000'000};
    if (tick % 10 == 0) {
      for (uint32_t c = 0; c < 6; ++c)
        w.events.push_back({c, time, w.payloads[static_cast<std::size_t>(tick / 10 + c) % 16]});
      w.events.push_back({6, time, w.payloads[16]});
    }
    for (uint32_t c = 0; c < 20; ++c) {
      const std::size_t begin = static_cast<std::size_t>(tick * 20 + c) * 13;
      w.events.push_back({7 + c, time, Bytes(w.payloads[17]).subspan(begin, 100)});
    }
  }
  for (const Event& e : w.events) w.bytes += e.data.size();
  return w;
}

// 200 clouds of 2 MiB, so that every chunk is compressed.
Workload clouds() {
  Workload w;
  w.payloads.push_back(cloud(2 << 20));
  w.topics.push_back("/lidar");
  for (int64_t i = 0; i < 200; ++i)
    w.events.push_back({0, {1'700'000'000'000'000'000 + i * 100'000'000}, w.payloads[0]});
  w.bytes = 200ull << 21;
  return w;
}

// Messages of 100 bytes on 20 topics.
Workload small_messages(int64_t count) {
  Workload w;
  w.payloads.push_back(noise(100));
  for (int i = 0; i < 20; ++i) w.topics.push_back("/small" + std::to_string(i));
  for (int64_t i = 0; i < count; ++i) {
    w.events.push_back({static_cast<uint32_t>(i % 20), {1'700'000'000'000'000'000 + i * 1000}, w.payloads[0]});
  }
  w.bytes = 100ull * static_cast<uint64_t>(count);
  return w;
}

// Smallest CPU time of some runs.
template <class Work>
double best_cpu_seconds(int repetitions, Work&& work) {
  double best = 1e30;
  for (int i = 0; i < repetitions; ++i) {
    const double before = bench::cpu_seconds();
    work();
    best = std::min(best, bench::cpu_seconds() - before);
  }
  return best;
}

// Reads all messages and one byte of each of their pages; returns the number of messages.
uint64_t read_all(const fs::path& path, const logio::ReadOptions& options) {
  Problems problems;
  const auto log = logio::McapReader::open(path, problems).value();
  const auto stream = log->read(options, problems).value();
  uint64_t count = 0;
  while (true) {
    const auto batch = stream->next_batch().value();
    if (batch.empty()) break;
    count += batch.size();
    for (const logio::MessageView& m : batch) {
      for (std::size_t i = 0; i < m.data.size(); i += 4096) g_checksum += static_cast<uint64_t>(m.data[i]);
    }
  }
  if (!problems.empty()) std::fprintf(stderr, "%s\n", to_string(problems.all().front()).c_str());
  return count;
}

// The bare codec on the compressed chunks of a file; each thread has one warm buffer.
class BareDecoder {
 public:
  explicit BareDecoder(const fs::path& path) : log_(logio::McapReader::open(path, problems_).value()) {}

  void run(int threads) {
    next_ = 0;
    std::vector<std::thread> helpers;
    for (int i = 1; i < threads; ++i) helpers.emplace_back([this] { work(); });
    work();
    for (std::thread& helper : helpers) helper.join();
  }

 private:
  void work() {
    logio::Decoder decoder;
    logio::Buffer buffer;
    const auto& segments = log_->index().segments;
    for (std::size_t i = next_++; i < segments.size(); i = next_++) {
      if (segments[i].compression.empty()) continue;
      const auto view = logio::mcap::read_chunk_at(log_->bytes(), segments[i].offset).value();
      decoder
          .decode(*logio::parse_codec(segments[i].compression), view.chunk.records,
                  buffer.reset(segments[i].decoded_bytes))
          .value();
    }
  }

  Problems problems_;
  std::unique_ptr<logio::McapReader> log_;
  std::atomic<std::size_t> next_ = 0;
};

// CPU seconds of our code and of the bound.
struct Pair {
  double work = 1e30, ceiling = 1e30;
};
// Best CPU seconds of two functions that run alternately, so that disturbances affect both.
template <class Work, class Ceiling>
Pair best_in_turn(int repetitions, Work&& work, Ceiling&& ceiling) {
  Pair best;
  for (int i = 0; i < repetitions; ++i) {
    best.work = std::min(best.work, best_cpu_seconds(1, work));
    best.ceiling = std::min(best.ceiling, best_cpu_seconds(1, ceiling));
  }
  return best;
}

// Lower bound of a reader that copies the file into its own memory: chunk by chunk, without checks.
double copy_seconds(const fs::path& path, int repetitions) {
  std::vector<char> block(kChunkBytes);
  return best_cpu_seconds(repetitions, [&] {
    std::FILE* file = std::fopen(path.c_str(), "rb");
    std::setvbuf(file, nullptr, _IONBF, 0);
    while (std::fread(block.data(), 1, block.size(), file) > 0) {
      for (std::size_t i = 0; i < block.size(); i += 4096) g_checksum += static_cast<uint64_t>(block[i] & 0xFF);
    }
    std::fclose(file);
  });
}

// Speed limits of the machine.
struct Ceilings {
  double memcpy_mbps, crc_mbps;
};

// Measures memcpy and CRC-32 on blocks of one chunk.
Ceilings measure_ceilings(bench::Table& table) {
  const auto block = noise(kChunkBytes);
  std::vector<std::byte> copy(block.size());
  constexpr int kTimes = 200;
  const double megabytes = kTimes * static_cast<double>(block.size()) * 1e-6;
  const double copy_s = best_cpu_seconds(5, [&] {
    for (int i = 0; i < kTimes; ++i) {
      std::memcpy(copy.data(), block.data(), block.size());
      g_checksum += static_cast<uint64_t>(copy[static_cast<std::size_t>(i)]);
    }
  });
  const double crc_s = best_cpu_seconds(5, [&] {
    for (int i = 0; i < kTimes; ++i) g_checksum += crc32(block);
  });
  table.add({.name = "ceiling: memcpy of 768 KiB", .value = megabytes / copy_s, .unit = "MB/s"});
  table.add({.name = "ceiling: CRC-32 of 768 KiB", .value = megabytes / crc_s, .unit = "MB/s"});
  return {megabytes / copy_s, megabytes / crc_s};
}

logio::McapWriterOptions options_for(const std::string& compression) {
  logio::McapWriterOptions options;
  options.compression = compression;
  options.chunk_bytes = kChunkBytes;
  return options;
}

void write_file_of(const Workload& workload, const fs::path& path, const std::string& compression) {
  workload.write(*logio::McapWriter::create(path, options_for(compression)).value());
}

// Writing rate to a sink that drops the bytes.
double null_sink_mbps(const Workload& workload, const std::string& compression) {
  const double s = best_cpu_seconds(5, [&] {
    workload.write(*logio::McapWriter::create(std::make_unique<logio::NullSink>(), options_for(compression)).value());
  });
  return static_cast<double>(workload.bytes) * 1e-6 / s;
}

// Rows of the mixed workload: reading in both orders, single topics, time ranges, writing.
void bench_mixed(const fs::path& folder, bench::Table& table, const Ceilings& ceilings) {
  const Workload w = mixed();
  const double megabytes = static_cast<double>(w.bytes) * 1e-6;
  const auto mbps = [&](const fs::path& file, const logio::ReadOptions& options) {
    return megabytes / best_cpu_seconds(7, [&] { g_checksum += read_all(file, options); });
  };
  const fs::path none = folder / "none.mcap", lz4 = folder / "lz4.mcap", zstd = folder / "zstd.mcap";
  write_file_of(w, none, "none");
  write_file_of(w, lz4, "lz4");
  write_file_of(w, zstd, "zstd");
  const double copy = megabytes / copy_seconds(none, 7);
  table.add({.name = "ceiling: fread of the mixed file", .value = copy, .unit = "MB/s"});
  table.add({.name = "read mixed, none, file order",
             .value = mbps(none, {.order = logio::Order::file}),
             .unit = "MB/s",
             .bound = copy,
             .bar = 1.5 * 6830,
             .higher_is_better = true});
  table.add({.name = "read mixed, none, time order",
             .value = mbps(none, {}),
             .unit = "MB/s",
             .bound = copy,
             .bar = 1.5 * 5030,
             .higher_is_better = true});
  table.add({.name = "read mixed, none, file order, no CRC",
             .value = mbps(none, {.order = logio::Order::file, .verify_crc = false}),
             .unit = "MB/s"});
  table.add({.name = "read mixed, lz4, file order",
             .value = mbps(lz4, {.order = logio::Order::file}),
             .unit = "MB/s",
             .bar = 3660,
             .higher_is_better = true});
  table.add({.name = "read mixed, zstd, file order",
             .value = mbps(zstd, {.order = logio::Order::file}),
             .unit = "MB/s",
             .bar = 1660,
             .higher_is_better = true});
  for (const fs::path& file : {none, lz4, zstd}) {
    const double s = best_cpu_seconds(7, [&] { g_checksum += read_all(file, {.topics = {"/small3"}}); });
    table.add({.name = "one small topic of 27, " + file.stem().string(), .value = s * 1e3, .unit = "ms", .bar = 5.0});
  }
  const double lidar = best_cpu_seconds(7, [&] { g_checksum += read_all(none, {.topics = {"/lidar"}}); });
  table.add(
      {.name = "LiDAR topic, none", .value = 209.7 / lidar, .unit = "MB/s", .bar = 5100, .higher_is_better = true});
  const Timestamp begin{1'700'000'005'000'000'000};
  const double window = best_cpu_seconds(
      7, [&] { g_checksum += read_all(none, {.begin = begin, .end = begin + Duration::from_ms(100)}); });
  table.add({.name = "open and read 100 ms, none", .value = window * 1e3, .unit = "ms", .bar = 5.0});
  const auto wall = [&](int threads) {
    return bench::median_seconds(5, [&] { g_checksum += read_all(zstd, {.threads = threads}); });
  };
  BareDecoder bare(zstd);
  const auto bare_wall = [&](int threads) { return bench::median_seconds(5, [&] { bare.run(threads); }); };
  const double one = wall(1), bare_one = bare_wall(1);
  table.add({.name = "zstd on 2 threads, wall",
             .value = one / wall(2),
             .unit = "x",
             .bound = bare_one / bare_wall(2),
             .bar = 1.8,
             .higher_is_better = true,
             .note = "bound: the bare decoder on 2 threads"});
  table.add({.name = "write mixed, none, null sink",
             .value = null_sink_mbps(w, "none"),
             .unit = "MB/s",
             .bound = ceilings.memcpy_mbps,
             .bar = 3600,
             .higher_is_better = true});
  table.add({.name = "write mixed, lz4, null sink",
             .value = null_sink_mbps(w, "lz4"),
             .unit = "MB/s",
             .bar = 655,
             .higher_is_better = true});
  table.add({.name = "write mixed, zstd, null sink",
             .value = null_sink_mbps(w, "zstd"),
             .unit = "MB/s",
             .bar = 380,
             .higher_is_better = true});
}

// Rows of compressed clouds, against the bare decoder.
void bench_clouds(const fs::path& folder, bench::Table& table) {
  const Workload w = clouds();
  const double megabytes = static_cast<double>(w.bytes) * 1e-6;
  for (const std::string name : {"lz4", "zstd"}) {
    const fs::path file = folder / ("clouds_" + name + ".mcap");
    write_file_of(w, file, name);
    BareDecoder bare(file);
    const Pair best = best_in_turn(
        7, [&] { g_checksum += read_all(file, {}); }, [&] { bare.run(1); });
    table.add({.name = "read clouds, " + name + ", time order",
               .value = megabytes / best.work,
               .unit = "MB/s",
               .bound = megabytes / best.ceiling,
               .bar = 0.9 * megabytes / best.ceiling,
               .higher_is_better = true,
               .note = "bound: the bare decoder"});
    fs::remove(file);
  }
}

// Rows of small messages, where the cost per message dominates.
void bench_small(const fs::path& folder, bench::Table& table) {
  const Workload w = small_messages(3'000'000);
  const double millions = static_cast<double>(w.events.size()) * 1e-6;
  const fs::path none = folder / "small.mcap", zstd = folder / "small_zstd.mcap";
  write_file_of(w, none, "none");
  write_file_of(w, zstd, "zstd");
  const auto rate = [&](const fs::path& file, const logio::ReadOptions& options) {
    return millions / best_cpu_seconds(5, [&] { g_checksum += read_all(file, options); });
  };
  table.add({.name = "100-byte messages, none, time order",
             .value = rate(none, {}),
             .unit = "M/s",
             .bar = 8.0,
             .higher_is_better = true});
  table.add({.name = "100-byte messages, none, file order",
             .value = rate(none, {.order = logio::Order::file}),
             .unit = "M/s",
             .bar = 8.1,
             .higher_is_better = true});
  table.add({.name = "100-byte messages, zstd, time order",
             .value = rate(zstd, {}),
             .unit = "M/s",
             .bar = 3.0,
             .higher_is_better = true});
  const double write_s = best_cpu_seconds(5, [&] {
    w.write(*logio::McapWriter::create(std::make_unique<logio::NullSink>(), options_for("none")).value());
  });
  table.add({.name = "100-byte messages, write, null sink",
             .value = millions / write_s,
             .unit = "M/s",
             .bar = 5.5,
             .higher_is_better = true});
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Arguments arguments(argc, argv, "bench_logio [--folder DIR] [--json FILE]");
  const fs::path base = arguments.text("folder", fs::temp_directory_path().string());
  const fs::path folder = base / ("bench_logio-" + std::to_string(::getpid()));
  fs::create_directories(folder);
  bench::Table table("logio");
  const Ceilings ceilings = measure_ceilings(table);
  bench_mixed(folder, table, ceilings);
  bench_clouds(folder, table);
  bench_small(folder, table);
  fs::remove_all(folder);
  const int status = table.finish(arguments);
  return g_checksum == 0 ? 1 : status;
}
