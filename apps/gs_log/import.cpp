// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <string>
#include <vector>

#include "apps/gs_log/commands.h"
#include "apps/gs_log/common.h"
#include "gs/core/folders/overlap.h"
#include "gs/core/format.h"
#include "gs/core/text/printable.h"
#include "gs/importers/kinds/kinds.h"
#include "gs/logio/tools/create_log.h"

namespace gs::gs_log {
namespace {

// Passes everything on to a log and remembers whether that failed: an importer returns the errors of reading and of
// writing alike, and they have different exit codes.
class OutputLog final : public logio::LogWriter {
 public:
  explicit OutputLog(logio::LogWriter& log) : log_(log) {}
  bool has_failed() const { return failed_; }

  Result<uint32_t> add_channel(const logio::LogChannel& channel) override { return noted(log_.add_channel(channel)); }
  Result<void> write(uint32_t channel, Timestamp log_time, Timestamp publish_time, uint32_t sequence,
                     Bytes data) override {
    return noted(log_.write(channel, log_time, publish_time, sequence, data));
  }
  Result<void> write_attachment(const logio::LogAttachment& attachment) override {
    return noted(log_.write_attachment(attachment));
  }
  // Not noted: formats without metadata refuse them, which is no failure.
  Result<void> write_metadata(const logio::LogMetadata& metadata) override { return log_.write_metadata(metadata); }
  Result<void> close() override { return noted(log_.close()); }

 private:
  template <class T>
  Result<T> noted(Result<T> result) {
    failed_ = failed_ || !result;
    return result;
  }
  logio::LogWriter& log_;
  bool failed_ = false;
};

Error writing_failed(Error error, const std::filesystem::path& output) {
  if (error.hint.empty()) error.hint = "check the free space of that disk and the limit on file sizes (ulimit -f)";
  return std::move(error).with_context("writing " + output.string());
}

}  // namespace

// gs-log import [KIND] FOLDER OUT: converts a drive of a public data set to a ROS 2 log
// (gs/importers/common/drive_writer.h lists the topics). Without KIND, the kind is found by looking at the folder.
int run_import(config::CommandLine& line) {
  std::vector<std::string> words;
  importers::ImportOptions options;
  std::string compression = "auto";
  bool force = false;
  std::string kinds;
  for (const importers::Importer& known : importers::importers()) {
    kinds += format("{}{}", kinds.empty() ? "" : ", ", known.kind);
  }
  line.positional("arguments", words,
                  "[KIND] FOLDER OUTPUT: the kind of data set (" + kinds +
                      "; found by looking if left out), its folder, and the log: "
                      "NAME.mcap, NAME.db3, or NAME for a rosbag2 folder");
  line.options(OptionTable::of(options));
  line.option("compression", compression, "compression of chunks, MCAP only; auto: zstd",
              Choices{{"auto", "none", "lz4", "zstd"}});
  line.option("force", force, "replace an existing output");
  line.example("gs-log import 2011_09_26/2011_09_26_drive_0009_sync drive.mcap");
  if (const auto exit = line.parse()) return *exit;
  if (words.size() < 2 || words.size() > 3) {
    return config::report_error(
        fail(ErrorCode::invalid_argument, "import takes [KIND] FOLDER OUTPUT, found {} argument(s)", words.size()),
        config::kExitUsage);
  }
  const std::string kind = words.size() == 3 ? words.front() : "";
  const std::filesystem::path folder = words[words.size() - 2], output = words.back();

  // The import writes ROS 2 messages; check the output before reading the drive.
  const auto format_wanted = logio::format_of_output(output);
  if (!format_wanted) return config::report_error(format_wanted.error(), config::kExitUsage);
  if (*format_wanted == logio::LogFormat::rosbag1) {
    return config::report_error(
        fail(ErrorCode::invalid_argument, "a ROS 1 bag cannot hold ROS 2 messages: {}", output.string())
            .with_hint("import to NAME.mcap, then 'gs-log convert NAME.mcap NAME.bag'"),
        config::kExitUsage);
  }
  if (const auto apart = check_apart_from_inputs(output, {folder}); !apart) {
    return config::report_error(apart.error(), config::kExitUsage);
  }
  const auto chosen_importer = importers::choose_importer(kind, folder);
  if (!chosen_importer) {
    const bool wrong_kind = chosen_importer.error().code == ErrorCode::invalid_argument;
    return config::report_error(chosen_importer.error(), wrong_kind ? config::kExitUsage : kExitInput);
  }
  const auto& [importer, reason] = *chosen_importer;
  if (kind.empty()) std::fprintf(stderr, "%s: %s\n", std::string(importer->kind).c_str(), printable(reason).c_str());
  tell_leftovers(output);
  const std::string chosen = compression == "auto" ? "" : compression;
  const auto log = logio::create_log(output, {.compression = chosen, .profile = "ros2", .replace = force});
  if (!log) return config::report_error(log.error(), config::kExitUsage);
  Problems problems;
  TerminalProgress progress;
  OutputLog out(**log);
  auto report = importer->import(folder, options, out, progress, problems);
  log_problems(problems);
  if (!report && (out.has_failed() || report.error().code == ErrorCode::disk_full)) {
    return config::report_error(writing_failed(std::move(report).error(), output), kExitProcessing);
  }
  if (!report) {
    const bool stopped = report.error().code == ErrorCode::interrupted;
    return config::report_error(report.error(), stopped ? config::kExitUsage : kExitInput);
  }
  if (auto closed = out.close(); !closed) {
    return config::report_error(writing_failed(std::move(closed).error(), output), kExitProcessing);
  }
  std::string counts = format("{} images, {} sweeps, {} poses", report->images, report->scans, report->poses);
  if (report->labels > 0) counts += format(", {} labelled boxes", report->labels);
  std::printf("%s: %s\n", output.c_str(), counts.c_str());
  return problems.has_errors() ? kExitInput : 0;
}

}  // namespace gs::gs_log
