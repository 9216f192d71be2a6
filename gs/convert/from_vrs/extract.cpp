// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/convert/from_vrs/extract.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "gs/assets/image/jpeg.h"
#include "gs/assets/image/png.h"
#include "gs/assets/video/video.h"
#include "gs/convert/streams/image_view.h"
#include "gs/convert/streams/layouts.h"
#include "gs/core/folders/output_folder.h"
#include "gs/core/json/json_writer.h"
#include "gs/logio/vrs/content.h"
#include "gs/logio/vrs/report/summary.h"
#include "gs/logio/vrs/report/summary_text.h"

namespace gs::convert {
namespace {

const char* const kKind = "extraction of vrs-play";
constexpr int kPngCompression = 3;  // nearly as small as the default level, in a third of the time

// Formats "-1700000000.123456". Empty for absurd times: their digits would not fit in a file name, and frames.csv has
// the time anyway.
std::string time_in_name(double time_s) {
  constexpr double kMaxTime_s = 1e12;
  return std::abs(time_s) < kMaxTime_s ? format("-{:.6f}", time_s) : "";
}

// Open files of one stream.
struct StreamFiles {
  std::unique_ptr<AtomicFile> table;  // frames.csv, .csv of an IMU, or .jsonl
  std::unique_ptr<assets::VideoWriter> video;
  uint64_t count = 0;
  double rate_hz = 0;
  double metres_per_unit = 0.001;
};

// Writes records to the files of their streams.
class Extractor {
 public:
  Extractor(const ExtractOptions& options, fs::path folder, ExtractReport& report)
      : options_(options), folder_(std::move(folder)), report_(report) {}

  void set_rate(logio::vrs::StreamId id, double rate_hz) { streams_[id].rate_hz = rate_hz; }

  Result<void> record(const logio::vrs::RecordInfo& info, const logio::vrs::RecordContent& content) {
    // Configurations give the depth scale; data records go to an image, a video, a CSV or a JSON file by their content.
    StreamFiles& files = streams_[info.stream];
    const logio::vrs::LayoutView* layout = content.layout();
    if (info.type == logio::vrs::RecordType::configuration && layout != nullptr) {
      const double scale = layout->number("depth_scale").value_or(0);
      if (scale > 0) files.metres_per_unit = scale;
    }
    if (info.type != logio::vrs::RecordType::data) return {};
    if (const logio::vrs::ContentBlock* image = content.image()) {
      GS_CHECK(options_.format == "mp4" ? video_frame(info, *image, files) : picture(info, *image, layout, files));
    } else if (layout != nullptr) {
      const bool imu = layout->raw("linear_acceleration") && layout->raw("angular_velocity");
      GS_CHECK(imu ? imu_row(info, *layout, files) : json_line(info, *layout, files));
    }
    ++files.count;
    ++report_.records[to_string(info.stream)];
    return {};
  }

  Result<void> finish() {
    for (auto& [id, files] : streams_) {
      if (files.table) GS_CHECK(files.table->commit());
      if (files.video) GS_CHECK(files.video->finish());
    }
    return {};
  }

 private:
  // Creates the table of a stream with its title line, at the first record.
  Result<void> open_table(const fs::path& path, std::string_view title, StreamFiles& files) {
    if (files.table) return {};
    GS_TRY(AtomicFile table, AtomicFile::create(path));
    files.table = std::make_unique<AtomicFile>(std::move(table));
    ++report_.files;
    return files.table->write(title);
  }

  // Writes one image file and its row in frames.csv.
  Result<void> picture(const logio::vrs::RecordInfo& info, const logio::vrs::ContentBlock& image,
                       const logio::vrs::LayoutView* layout, StreamFiles& files) {
    const fs::path folder = folder_ / to_string(info.stream);
    if (std::error_code error; files.count == 0 && (fs::create_directories(folder, error), error)) {
      return system_error("cannot create the folder", folder, error.value());
    }
    const std::string name = format("{:06}{}.{}", files.count, time_in_name(info.timestamp), extension(image));
    GS_CHECK(write_picture(folder / name, image, files));
    ++report_.files;
    GS_CHECK(open_table(folder / "frames.csv", "file,timestamp,header_stamp_ns,frame_number\n", files));
    const auto integer = [&](const char* field) { return layout == nullptr ? 0 : layout->integer(field).value_or(0); };
    return files.table->write(format("{},{},{},{}\n", name, json_number(info.timestamp), integer("header_stamp_ns"),
                                     integer("frame_number")));
  }

  // True if the stored bytes can be written unchanged, for example JPEG images with format jpg.
  bool stays(const logio::vrs::ContentBlock& image) const {
    return options_.format == "raw" || (image.image.kind == options_.format);
  }
  std::string extension(const logio::vrs::ContentBlock& image) const {
    if (options_.format != "raw") return options_.format;
    return image.image.kind == "raw" ? "raw" : image.image.kind;
  }

  // JPEG and video have 8 bits per sample, so depth is coloured there.
  Result<assets::Image> convert(const logio::vrs::ContentBlock& image, const StreamFiles& files) const {
    const bool color_map = options_.color_map || options_.format != "png";
    return picture_of(image, {.color_map = color_map, .metres_per_unit = files.metres_per_unit});
  }

  Result<void> write_picture(const fs::path& path, const logio::vrs::ContentBlock& image,
                             const StreamFiles& files) const {
    if (stays(image)) return write_file(path, image.bytes);
    GS_TRY(const assets::Image shown, convert(image, files));
    if (options_.format == "jpg") return assets::write_jpeg(path, shown);
    return assets::write_png(path, shown, kPngCompression);
  }

  Result<void> video_frame(const logio::vrs::RecordInfo& info, const logio::vrs::ContentBlock& image,
                           StreamFiles& files) {
    GS_TRY(const assets::Image shown, convert(image, files));
    // The video is created with the size of the first image and the rate of the stream.
    if (!files.video) {
      assets::VideoOptions video{.width = shown.width, .height = shown.height};
      if (files.rate_hz > 0) video.fps = std::clamp(files.rate_hz, 0.1, 1000.0);
      GS_TRY(assets::VideoWriter writer,
             assets::VideoWriter::create(folder_ / (to_string(info.stream) + ".mp4"), video));
      files.video = std::make_unique<assets::VideoWriter>(std::move(writer));
      ++report_.files;
    }
    return files.video->write(shown);
  }

  // One CSV row: times, acceleration [m/s^2], angular velocity [rad/s].
  Result<void> imu_row(const logio::vrs::RecordInfo& info, const logio::vrs::LayoutView& layout, StreamFiles& files) {
    GS_CHECK(open_table(folder_ / (to_string(info.stream) + ".csv"),
                        "timestamp,header_stamp_ns,frame_number,accel_x,accel_y,accel_z,gyro_x,gyro_y,gyro_z\n",
                        files));
    const auto data = logio::vrs::decode_layout<vrs_layout::ImuData>(layout);
    const auto& a = data.linear_acceleration;
    const auto& g = data.angular_velocity;
    std::string row = format("{},{},{}", json_number(info.timestamp), data.times.header_stamp_ns, data.times.seq);
    for (const double value : {a.x, a.y, a.z, g.x, g.y, g.z}) row += "," + json_number(value);
    return files.table->write(row + "\n");
  }

  Result<void> json_line(const logio::vrs::RecordInfo& info, const logio::vrs::LayoutView& layout, StreamFiles& files) {
    GS_CHECK(open_table(folder_ / (to_string(info.stream) + ".jsonl"), "", files));
    JsonWriter json(JsonWriter::Layout::compact);
    layout.append_json(json);
    return files.table->write(json.text() + "\n");
  }

  const ExtractOptions& options_;
  fs::path folder_;
  ExtractReport& report_;
  std::map<logio::vrs::StreamId, StreamFiles> streams_;
};

}  // namespace

Result<ExtractReport> extract_vrs(const logio::vrs::Reader& reader, const fs::path& folder,
                                  const ExtractOptions& options, Problems& problems, Progress& progress) {
  // 1. Overview of the file; it also gives the image rates for videos.
  GS_TRY(const Replacement permission, may_replace(folder, listed_folder_kind(kKind), {.force = options.replace}));
  GS_TRY(OutputFolder output, OutputFolder::create(permission));
  GS_TRY(const logio::vrs::FileSummary summary, logio::vrs::summarise(reader, problems));
  ExtractReport report{.files = 1};
  GS_CHECK(write_file(output.path() / "metadata.json", to_json(summary, {.verbose = true, .only = options.only})));
  Extractor extractor(options, output.path(), report);
  for (const logio::vrs::StreamSummary& stream : summary.streams) extractor.set_rate(stream.id, stream.rate_hz);
  // 2. All records in range. Damaged records are reported and skipped; write errors end the extraction.
  logio::vrs::ContentReader contents(reader);
  std::vector<std::byte> buffer;
  const auto records = reader.records();
  const double start = summary.first_s.value_or(0);
  progress.begin("extracting", records.size(), "records");
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped; no output was written");
    progress.advance(i);
    const logio::vrs::RecordInfo& info = records[i];
    if (options.only && info.stream != *options.only) continue;
    const bool data = info.type == logio::vrs::RecordType::data;
    if (data && options.from_s && info.timestamp < start + *options.from_s) continue;
    if (data && options.to_s && info.timestamp > start + *options.to_s) continue;
    auto record = reader.read(info, buffer);
    auto content = record ? contents.decode(i, *record) : Result<logio::vrs::RecordContent>(record.error());
    auto written = content ? extractor.record(info, *content) : Result<void>(content.error());
    reader.release(info);
    if (written) continue;
    const ErrorCode code = written.error().code;
    if (code == ErrorCode::disk_full || code == ErrorCode::io_error) return std::move(written).error();
    problems.add(Severity::error, std::move(written).error(), format("stream {}", to_string(info.stream)));
  }
  // 3. Finish the files, list them and publish the folder.
  GS_CHECK(extractor.finish());
  progress.advance(records.size());
  progress.finish();
  GS_CHECK(add_file_list(output.path(), kKind));
  GS_CHECK(output.commit());
  return report;
}

}  // namespace gs::convert
