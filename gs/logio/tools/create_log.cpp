// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/tools/create_log.h"

#include "gs/core/folders/replace.h"
#include "gs/core/text/enum_names.h"
#include "gs/logio/mcap/writer.h"
#include "gs/logio/rosbag1/writer.h"
#include "gs/logio/rosbag2/db3_writer.h"

namespace gs::logio {
namespace {

constexpr EnumNames<LogFormat::rosbag2> kFormatNames("MCAP", "a ROS 1 bag", "a rosbag2 database");

// Compression by name, or the default of the format.
Result<Codec> codec_for(LogFormat log_format, const std::string& name) {
  const bool mcap = log_format == LogFormat::mcap;
  if (name.empty()) return mcap ? Codec::zstd : Codec::lz4;
  const auto codec = parse_codec(name);
  if (!codec || *codec == (mcap ? Codec::bz2 : Codec::zstd)) {
    return fail(ErrorCode::invalid_option, "{} does not support compression '{}'", to_string(log_format), name)
        .with_hint(mcap ? "use none, lz4 or zstd" : "use none, lz4 or bz2");
  }
  return *codec;
}

}  // namespace

std::string_view to_string(LogFormat format) { return kFormatNames[format]; }

Result<LogFormat> format_of_output(const std::filesystem::path& path) {
  const std::filesystem::path name = path.filename().empty() ? path.parent_path() : path;
  const std::string extension = name.extension().string();
  if (extension == ".mcap") return LogFormat::mcap;
  if (extension == ".bag") return LogFormat::rosbag1;
  if (extension == ".db3" || extension.empty()) return LogFormat::rosbag2;
  return fail(ErrorCode::invalid_argument, "unknown log format '{}': {}", extension, path.string())
      .with_hint("use the extension .mcap, .bag or .db3; a name without extension becomes a rosbag2 folder");
}

Result<std::unique_ptr<LogWriter>> create_log(const std::filesystem::path& path, const CreateLogOptions& options) {
  GS_TRY(const LogFormat log_format, format_of_output(path));
  // create_rosbag2() has its own check, since it may have to replace a folder.
  if (log_format != LogFormat::rosbag2) GS_CHECK(may_overwrite(path, options.replace));
  if (log_format == LogFormat::rosbag2) {
    if (!options.compression.empty() && options.compression != "none") {
      return fail(ErrorCode::invalid_option, "a rosbag2 database is written without compression")
          .with_hint("write .mcap to compress");
    }
    return create_rosbag2(path, {.replace = options.replace});
  }
  GS_TRY(const Codec codec, codec_for(log_format, options.compression));
  if (log_format == LogFormat::rosbag1) return create_rosbag1(path, {.codec = codec});
  McapWriterOptions mcap{.profile = options.profile, .compression = std::string(to_string(codec))};
  mcap.threads = options.threads;
  GS_TRY(std::unique_ptr<LogWriter> writer, McapWriter::create(path, mcap));
  return writer;
}

}  // namespace gs::logio
