// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// vrs-play: plays a VRS file in the terminal, or extracts it to ordinary files. See docs/rosbag-to-vrs.md.
#include <cstdio>

#include "gs/config/command_line.h"
#include "gs/convert/from_vrs/extract.h"
#include "gs/convert/from_vrs/player.h"
#include "gs/core/folders/leftovers.h"
#include "gs/core/folders/overlap.h"
#include "gs/core/json/json_writer.h"
#include "gs/core/log.h"

namespace {

constexpr int kExitInput = 3, kExitMissingStream = 4, kExitWriting = 5;

struct Arguments {
  gs::fs::path file, extract;
  std::string stream, format = "png";
  double speed = 1;
  std::optional<double> from, to;
  bool color_map = false, force = false, json = false;
};

void declare(gs::config::CommandLine& line, Arguments& a) {
  line.positional("file", a.file, "VRS file");
  line.option("stream", a.stream, "play one stream only: VRS id (200-1) or logical id (1001)");
  line.option("speed", a.speed, "playback speed: 1 is real time, 0 as fast as possible", gs::Range{0, 1000});
  line.option("from", a.from, "start of the range [s], counted from the first record");
  line.option("to", a.to, "end of the range [s], counted from the first record");
  line.option("extract", a.extract, "folder to extract to, instead of playing");
  line.option("format", a.format, "format of extracted images", gs::Choices{{"png", "jpg", "raw", "mp4"}});
  line.option("color_map", a.color_map, "depth images in colours instead of 16-bit grey");
  line.option("force", a.force, "replace an earlier extraction");
  line.option("json", a.json, "print the report of the extraction as JSON");
  line.example("vrs-play recording.vrs --extract frames --format png --stream 1002");
}

// Extracts the file and returns the exit code.
int extract(const gs::logio::vrs::Reader& reader, const Arguments& a, std::optional<gs::logio::vrs::StreamId> only,
            gs::Problems& problems) {
  if (const auto apart = gs::check_apart({"recording", a.file}, {"output", a.extract}); !apart) {
    return gs::config::report_error(apart.error(), gs::config::kExitUsage);
  }
  for (const std::string& sentence : gs::clear_leftovers(gs::find_leftovers(a.extract))) {
    gs::log_message(gs::LogLevel::info, sentence);
  }
  gs::TerminalProgress progress;
  const gs::convert::ExtractOptions options{
      .format = a.format, .color_map = a.color_map, .replace = a.force, .only = only, .from_s = a.from, .to_s = a.to};
  const auto report = gs::convert::extract_vrs(reader, a.extract, options, problems, progress);
  gs::log_problems(problems);
  if (!report) return gs::config::report_error(report.error(), kExitWriting);
  gs::JsonWriter json;
  json.begin_object().field("folder", a.extract.string()).field("files", report->files).key("records").begin_object();
  for (const auto& [stream, count] : report->records) {
    json.field(stream, count);
    if (!a.json) std::printf("%-8s %8llu records\n", stream.c_str(), static_cast<unsigned long long>(count));
  }
  json.end_object().end_object();
  if (a.json) {
    std::fputs(std::move(json).take().c_str(), stdout);
  } else {
    std::printf("%llu files in %s\n", static_cast<unsigned long long>(report->files), a.extract.c_str());
  }
  return problems.has_errors() ? kExitInput : 0;
}

int run(gs::config::CommandLine& line) {
  Arguments a;
  declare(line, a);
  if (const auto exit = line.parse()) return *exit;
  gs::install_interrupt_handler();
  gs::Problems problems;
  const auto reader = gs::logio::vrs::Reader::open(a.file, problems);
  if (!reader) return gs::config::report_error(reader.error(), kExitInput);
  // An unknown stream is exit code 4, like a missing topic of a log.
  const auto only = reader->choose_stream(a.stream);
  if (!only) return gs::config::report_error(only.error(), kExitMissingStream);
  if (!a.extract.empty()) return extract(*reader, a, *only, problems);
  const auto played =
      gs::convert::play_vrs(*reader, {.speed = a.speed, .only = *only, .from_s = a.from, .to_s = a.to}, problems);
  gs::log_problems(problems);
  return played ? (problems.has_errors() ? kExitInput : 0) : gs::config::report_error(played.error(), kExitInput);
}

}  // namespace

int main(int argc, char** argv) {
  return gs::config::run_program({"vrs-play", "play a VRS file, or extract its content", {{"", "", run}}}, argc, argv);
}
