// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/d435i/d435i.h"

#include <charconv>
#include <cstdio>

#include "apps/gs_synth/commands.h"
#include "gs/core/file.h"

namespace gs {
namespace {

constexpr uint32_t kMaxSide = 16384;

// Parses "1920x1080"; 1 to 16384 pixels each.
bool parse_size(std::string_view text, uint32_t& width, uint32_t& height) {
  const std::size_t x = text.find('x');
  if (x == std::string_view::npos) return false;
  const auto number = [](std::string_view digits, uint32_t& out) {
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
    return error == std::errc{} && end == digits.data() + digits.size() && out > 0 && out <= kMaxSide;
  };
  return number(text.substr(0, x), width) && number(text.substr(x + 1), height);
}

// Error for a malformed image size.
Error wrong_size(const char* flag, const std::string& text) {
  return fail(ErrorCode::invalid_option, "{} '{}' is not WIDTHxHEIGHT with 1 to 16384 pixels", flag, text)
      .with_hint("for example 1920x1080");
}

}  // namespace

// gs-synth d435i BAG.
int run_d435i(config::CommandLine& line) {
  fs::path bag;
  synth::D435iOptions options;
  std::string color = "1920x1080", depth = "1280x720";
  bool force = false;
  line.positional("bag", bag, ".bag file to write");
  line.option("color", color, "size of colour images, WIDTHxHEIGHT [px]");
  line.option("depth", depth, "size of depth images, WIDTHxHEIGHT [px]");
  line.options(OptionTable::of(options));
  line.option("force", force, "replace an existing file");
  line.example("gs-synth d435i out.bag --seconds 5 --color 1280x720 --depth 640x480 --imu --compression lz4");
  if (const auto exit = line.parse()) return *exit;
  if (!parse_size(color, options.color_width, options.color_height))
    return config::report_error(wrong_size("--color", color), 1);
  if (!parse_size(depth, options.depth_width, options.depth_height))
    return config::report_error(wrong_size("--depth", depth), 1);
  if (const auto exit = refuse_outputs({bag}, force)) return *exit;
  install_interrupt_handler();
  TerminalProgress progress;
  const auto report = synth::write_d435i_bag(bag, options, progress);
  if (!report) return config::report_error(report.error(), 5);
  std::printf(
      "wrote %s: %s, %llu colour and %llu depth frames, %llu accelerometer and %llu gyroscope samples\n", bag.c_str(),
      human_bytes(report->bag_bytes).c_str(), static_cast<unsigned long long>(report->color_frames),
      static_cast<unsigned long long>(report->depth_frames), static_cast<unsigned long long>(report->accel_samples),
      static_cast<unsigned long long>(report->gyro_samples));
  return 0;
}

}  // namespace gs
