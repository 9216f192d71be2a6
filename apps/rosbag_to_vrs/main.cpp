// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// rosbag-to-vrs: converts a RealSense recording to a VRS file. See docs/rosbag-to-vrs.md.
#include <cstdio>

#include "gs/config/command_line.h"
#include "gs/convert/converter.h"
#include "gs/core/folders/leftovers.h"
#include "gs/core/log.h"

namespace {

struct Arguments {
  gs::fs::path input, output, mapping;
  gs::convert::ConverterConfig config;
  std::vector<double> time_range;
  bool json = false;
};

void declare(gs::config::CommandLine& line, Arguments& a) {
  line.positional("input", a.input, "RealSense .bag, or a ROS 1, rosbag2 or MCAP log");
  line.positional("output", a.output, "VRS file to write");
  line.option("phase", a.config.phase, "4A: colour and depth; 4B: also IMU; 4C: also infrared and all device messages",
              gs::Choices{{"4A", "4B", "4C"}});
  line.option("compression", a.config.compression,
              "none, lz4 (fastest), zstd, or a VRS preset: fast, tight, zfaster, zfast, zlight, zmedium, zheavy, "
              "zhigh, ztight, "
              "zmax");
  line.option("mapping", a.mapping, "YAML file that maps topics to streams");
  line.option("time_range", a.time_range, "begin and end [s], counted from the start of the log");
  line.option("time_source", a.config.time_source, "time of the records: stamps in message headers, or log times",
              gs::Choices{{"header", "log"}});
  line.option("allow_missing_camera_info", a.config.allow_missing_camera_info, "convert images without calibration");
  line.option("allow_missing_topics", a.config.allow_missing_topics, "convert a log without colour or depth");
  line.option("force", a.config.replace_output, "replace an existing output");
  line.option("verbose", a.config.verbose, "print notices as well as warnings");
  line.option("json", a.json, "print the report as JSON");
  line.example("rosbag-to-vrs recording.bag recording.vrs --phase 4B");
}

// Fills the parts of the configuration that need parsing: time range and mapping file.
gs::Result<void> complete(Arguments& a) {
  if (!a.time_range.empty()) {
    if (a.time_range.size() != 2) {
      return gs::fail(gs::ErrorCode::invalid_option, "--time-range needs two numbers: begin and end [s]");
    }
    a.config.begin_s = a.time_range[0];
    a.config.end_s = a.time_range[1];
  }
  if (a.mapping.empty()) return {};
  GS_TRY(const std::string text, gs::read_text_file(a.mapping));
  auto mapping = gs::convert::parse_mapping(text);
  if (!mapping) return std::move(mapping).error().with_context(a.mapping.string());
  a.config.topic_mapping = *std::move(mapping);
  return {};
}

int run(gs::config::CommandLine& line) {
  Arguments a;
  declare(line, a);
  if (const auto exit = line.parse()) return *exit;
  if (const auto done = complete(a); !done)
    return gs::config::report_error(done.error(), gs::config::kExitConfiguration);
  gs::install_interrupt_handler();
  // Temporary files of a killed run are removed and reported.
  for (const std::string& sentence : gs::clear_leftovers(gs::find_leftovers(a.output))) {
    gs::log_message(gs::LogLevel::info, sentence);
  }
  gs::Problems problems;
  gs::TerminalProgress progress;
  gs::convert::RosbagToVRSConverter converter(a.input, a.output, a.config);
  const auto result = converter.convert(problems, progress);
  gs::log_problems(problems, a.config.verbose ? gs::Severity::notice : gs::Severity::warning);
  if (!result) return gs::config::report_error(result.error().named(), result.error().exit_code());
  std::fputs((a.json ? to_json(*result) : to_text(*result)).c_str(), stdout);
  return 0;
}

// Rewrites "--time-range A B" to "--time-range A,B", the form that CommandLine parses.
std::vector<std::string> join_time_range(int argc, char** argv) {
  std::vector<std::string> arguments(argv, argv + argc);
  for (std::size_t i = 1; i + 2 < arguments.size(); ++i) {
    if (arguments[i] != "--time-range" || arguments[i + 1].find(',') != std::string::npos) continue;
    arguments[i + 1] += "," + arguments[i + 2];
    arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i) + 2);
  }
  return arguments;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments = join_time_range(argc, argv);
  std::vector<const char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(argument.c_str());
  return gs::config::run_program({"rosbag-to-vrs", "convert a RealSense recording to a VRS file", {{"", "", run}}},
                                 static_cast<int>(pointers.size()), pointers.data());
}
