// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Conversion of a generated D435i recording to VRS: 1920x1080 rgb8 and 1280x720 16-bit at 30 fps with IMU.
#include <cstdlib>
#include <filesystem>

#include "bench/table.h"
#include "gs/convert/converter.h"
#include "gs/core/parallel.h"
#include "gs/core/progress.h"
#include "gs/logio/api/log.h"
#include "gs/logio/codec/codec.h"
#include "gs/logio/vrs/payload/compression.h"
#include "gs/logio/vrs/reader.h"
#include "gs/logio/vrs/report/checksum.h"
#include "gs/synth/d435i/d435i.h"
#include "gs/synth/d435i/d435i_image.h"

namespace {

using namespace gs;

// Raw MB per CPU second of the official library's writer with its preset lz4 fast, on comparable content.
constexpr double kOfficialWriter = 261;

class Folder {
 public:
  explicit Folder(const std::string& base) {
    std::string name = (std::filesystem::path(base) / "bench_vrs_XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

struct Measured {
  double wall_s = 0, cpu_s = 0;
  convert::ConversionResult result;
};

// Converts the bag some times; median times and the result.
Measured convert_bag(const std::filesystem::path& bag, const std::filesystem::path& vrs, const std::string& preset,
                     int repetitions) {
  std::vector<double> wall, cpu;
  Measured measured;
  for (int i = 0; i < repetitions; ++i) {
    Problems problems;
    NoProgress progress;
    const double cpu_before = bench::cpu_seconds();
    const auto result = convert::RosbagToVRSConverter(bag, vrs, {.compression = preset, .replace_output = true})
                            .convert(problems, progress);
    if (!result) std::fprintf(stderr, "%s\n", result.error().error().message.c_str()), std::exit(1);
    cpu.push_back(bench::cpu_seconds() - cpu_before);
    wall.push_back(result->conversion_time_sec);
    measured.result = *result;
  }
  measured.wall_s = bench::median(wall);
  measured.cpu_s = bench::median(cpu);
  return measured;
}

// Bare LZ4 frame encoder: one thread, frame by frame, no other work [MB per CPU second].
double bare_lz4_rate(int level) {
  const synth::ColorCamera camera(1920, 1080, 1);
  const synth::DepthCamera depth(1280, 720, 1);
  std::vector<uint8_t> color_pixels, depth_pixels;
  logio::Encoder encoder;
  logio::Buffer out;
  double bytes = 0, seconds = 0;
  for (uint64_t frame = 0; frame < 20; ++frame) {
    camera.render(frame, color_pixels);
    depth.render(frame, depth_pixels);
    const double before = bench::cpu_seconds();
    for (const auto* pixels : {&color_pixels, &depth_pixels}) {
      static_cast<void>(encoder.encode(logio::Codec::lz4, level, std::as_bytes(std::span(*pixels)), out));
      bytes += static_cast<double>(pixels->size());
    }
    seconds += bench::cpu_seconds() - before;
  }
  return bytes / 1e6 / seconds;
}

// Rows of one preset: real-time factor, pixel rate, CPU rate and size.
void add_conversion(bench::Table& table, const std::string& preset, const Measured& m, std::optional<double> bound) {
  const double mb = static_cast<double>(m.result.payload_bytes) / 1e6;
  const bool lz4 = preset == "lz4";
  const auto bar = [&](double value) { return lz4 ? std::optional(value) : std::nullopt; };
  table.add({.name = "bag to VRS, " + preset + ": real time",
             .value = m.result.duration_sec / m.wall_s,
             .unit = "x",
             .bar = bar(5),
             .higher_is_better = true,
             .note = "wall, all cores"});
  table.add({.name = "bag to VRS, " + preset + ": pixels",
             .value = mb / m.wall_s,
             .unit = "MB/s",
             .bound = bound,
             .bar = bar(1200),
             .higher_is_better = true,
             .note = "bound: the bare LZ4 frame encoder, one thread"});
  table.add({.name = "bag to VRS, " + preset + ": CPU",
             .value = mb / m.cpu_s,
             .unit = "MB/CPU s",
             .bound = bound,
             .bar = bar(2 * kOfficialWriter),
             .higher_is_better = true,
             .note = "the official writer with lz4 fast: 261"});
  table.add({.name = "bag to VRS, " + preset + ": size",
             .value = 100 * m.result.compression_ratio,
             .unit = "% of bag",
             .bar = preset == logio::vrs::kDefaultPreset ? std::optional(70.0) : std::nullopt,
             .note = preset == logio::vrs::kDefaultPreset ? "the default" : ""});
}

// Size of a real D435 recording with the default preset; omitted without GS_TEST_DATA.
void add_real_content(bench::Table& table, const Folder& folder) {
  const char* data = std::getenv("GS_TEST_DATA");
  if (data == nullptr) return;
  const auto bag = std::filesystem::path(data) / "bag" / "realsense_d435_depth_color_640x480.bag";
  if (!std::filesystem::exists(bag)) return;
  const std::string preset(logio::vrs::kDefaultPreset);
  const Measured m = convert_bag(bag, folder / "real.vrs", preset, 1);
  Problems problems;
  const auto log = logio::open_log(bag, problems);
  uint64_t bytes = 0;
  auto stream = (*log)->read({}, problems);
  for (auto batch = (*stream)->next_batch(); batch && !batch->empty(); batch = (*stream)->next_batch()) {
    for (const logio::MessageView& message : *batch) bytes += message.data.size();
  }
  table.add({.name = "real D435 content, " + preset + ": size",
             .value = 100.0 * static_cast<double>(m.result.output_vrs_size) / static_cast<double>(bytes),
             .unit = "% of uncompressed messages",
             .bar = 70});
}

// CPU rate of reading all records and their checksum.
void add_reading(bench::Table& table, const std::filesystem::path& vrs, double payload_mb) {
  Problems problems;
  const auto reader = logio::vrs::Reader::open(vrs, problems);
  NoProgress progress;
  const double before = bench::cpu_seconds();
  static_cast<void>(logio::vrs::content_checksum(*reader, progress));
  table.add({.name = "read VRS and its content checksum",
             .value = payload_mb / (bench::cpu_seconds() - before),
             .unit = "MB/CPU s"});
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Arguments arguments(argc, argv,
                                   "bench_vrs [--seconds S] [--repetitions N] [--folder DIR] [--json FILE]");
  const Folder folder(arguments.text("folder", std::filesystem::temp_directory_path().string()));
  const int repetitions = static_cast<int>(arguments.number("repetitions", 3));
  NoProgress progress;
  const auto made =
      synth::write_d435i_bag(folder / "in.bag", {.seconds = arguments.number("seconds", 4), .imu = true}, progress);
  if (!made) return std::fprintf(stderr, "%s\n", made.error().message.c_str()), 1;
  bench::Table table("vrs");
  const double bare = bare_lz4_rate(logio::vrs::kQuickLz4.level);
  const Measured lz4 = convert_bag(folder / "in.bag", folder / "lz4.vrs", "lz4", repetitions);
  add_conversion(table, "lz4", lz4, bare);
  std::size_t peak = 0;
  for (const auto& [stream, resident] : lz4.result.peak_resident)
    peak = std::max<std::size_t>(peak, stream < 2000 ? resident : 0);
  table.add({.name = "frames of a stream resident", .value = static_cast<double>(peak), .unit = "frames", .bar = 6});
  add_reading(table, folder / "lz4.vrs", static_cast<double>(lz4.result.payload_bytes) / 1e6);
  add_conversion(table, "fast", convert_bag(folder / "in.bag", folder / "fast.vrs", "fast", 1), bare_lz4_rate(0));
  const std::string preset(logio::vrs::kDefaultPreset);
  add_conversion(table, preset, convert_bag(folder / "in.bag", folder / "default.vrs", preset, repetitions),
                 std::nullopt);
  add_conversion(table, "none", convert_bag(folder / "in.bag", folder / "none.vrs", "none", 1), std::nullopt);
  add_real_content(table, folder);
  return table.finish(arguments);
}
