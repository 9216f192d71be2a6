// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/vrs/report/summary.h"

#include <algorithm>
#include <cmath>

#include "gs/logio/vrs/content.h"

namespace gs::logio::vrs {
namespace {

constexpr std::size_t kMaxGaps = 100;

// Summary and times of one stream while records are read.
struct Collected {
  StreamSummary summary;
  std::vector<double> times;  // of data records
};

// Name, flavor, logical id and record formats from the tags.
void describe_stream(const StreamTags& tags, StreamSummary& s) {
  const auto name = tags.vrs.find(tag::name);
  s.name = name == tags.vrs.end() ? recordable_name(s.id.type) : name->second;
  s.flavor = tags.flavor();
  s.logical_id = logical_id(s.flavor);
  for (const auto& [key, value] : tags.vrs) {
    if (key.starts_with("RF:")) s.record_formats[key.substr(3)] = value;
  }
}

// Median period, rate and gaps.
void measure_times(const std::vector<double>& times, StreamSummary& s) {
  if (times.empty()) return;
  s.first_s = times.front();
  s.last_s = times.back();
  if (times.size() < 2) return;
  std::vector<double> periods;
  for (std::size_t i = 1; i < times.size(); ++i) periods.push_back(times[i] - times[i - 1]);
  std::vector<double> sorted = periods;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  s.median_period_s = *middle;
  const double span = times.back() - times.front();
  if (span > 0) s.rate_hz = static_cast<double>(times.size() - 1) / span;
  for (std::size_t i = 0; i < periods.size(); ++i) {
    if (s.median_period_s > 0 && periods[i] > kGapFactor * s.median_period_s) s.gaps.push_back({times[i], periods[i]});
  }
  s.gap_count = s.gaps.size();
  std::stable_sort(s.gaps.begin(), s.gaps.end(), [](const Gap& a, const Gap& b) { return a.seconds > b.seconds; });
  if (s.gaps.size() > kMaxGaps) s.gaps.resize(kMaxGaps);
}

// "640 x 480 rgb8 raw"
std::string describe_image(const ContentBlock& block) {
  std::string out = format("{} x {}", block.image.width, block.image.height);
  if (block.image.pixel_format != PixelFormat::undefined) {
    out += format(" {}", pixel_format_name(block.image.pixel_format));
  }
  return out + " " + (block.image.codec.empty() ? block.image.kind : block.image.codec);
}

// Reads one record for the last configuration and the image format.
void look_inside(const Reader& reader, ContentReader& contents, std::size_t index, StreamSummary& s,
                 Problems& problems) {
  std::vector<std::byte> buffer;
  auto record = reader.read(reader.records()[index], buffer);
  if (!record) return problems.add(Severity::error, std::move(record).error(), to_string(s.id));
  auto content = contents.decode(index, *record);
  if (!content) return problems.add(Severity::warning, std::move(content).error(), to_string(s.id));
  if (const ContentBlock* image = content->image()) s.image = describe_image(*image);
  if (record->header.type != RecordType::configuration || content->layout() == nullptr) return;
  JsonWriter json(JsonWriter::Layout::compact);
  content->layout()->append_json(json);
  s.configuration_json = json.text();
}

}  // namespace

Result<FileSummary> summarise(const Reader& reader, Problems& problems) {
  FileSummary file{.header = reader.header(),
                   .index = reader.index_place(),
                   .sorted = reader.was_sorted(),
                   .file_bytes = reader.file_bytes(),
                   .chunks = reader.chunk_count(),
                   .records = reader.records().size(),
                   .tags = reader.description().file};
  std::map<StreamId, Collected> streams;
  std::map<StreamId, std::pair<std::optional<std::size_t>, std::optional<std::size_t>>> samples;  // config, data
  for (const StreamId id : reader.streams()) {
    streams[id].summary.id = id;
    const auto tags = reader.description().streams.find(id);
    describe_stream(tags == reader.description().streams.end() ? StreamTags{} : tags->second, streams[id].summary);
  }
  const auto records = reader.records();
  for (std::size_t i = 0; i < records.size(); ++i) {
    const RecordInfo& info = records[i];
    Collected& c = streams[info.stream];
    ++c.summary.counts[info.type];
    c.summary.stored_bytes += info.bytes;
    auto header = reader.read_header(info);
    if (!header) {
      problems.add(Severity::error, std::move(header).error(), to_string(info.stream));
      continue;
    }
    c.summary.payload_bytes += header->payload_bytes(reader.header().record_header_bytes);
    ++c.summary.codecs[header->codec];
    if (info.type == RecordType::configuration) samples[info.stream].first = i;
    if (info.type != RecordType::data) continue;
    samples[info.stream].second = i;
    if (!std::isfinite(info.timestamp)) continue;  // has no period
    c.times.push_back(info.timestamp);
    file.first_s = std::min(file.first_s.value_or(info.timestamp), info.timestamp);
    file.last_s = std::max(file.last_s.value_or(info.timestamp), info.timestamp);
  }
  ContentReader contents(reader);
  for (auto& [id, c] : streams) {
    measure_times(c.times, c.summary);
    const auto& [configuration, data] = samples[id];
    if (configuration) look_inside(reader, contents, *configuration, c.summary, problems);
    if (data) look_inside(reader, contents, *data, c.summary, problems);
    file.streams.push_back(std::move(c.summary));
  }
  return file;
}

Result<CheckReport> check_contents(const Reader& reader, Problems& problems, Progress& progress) {
  CheckReport report{.records = reader.records().size()};
  ContentReader contents(reader);
  std::vector<std::byte> buffer;
  std::map<StreamId, uint64_t> bad;
  const auto records = reader.records();
  progress.begin("checking", records.size(), "records");
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped");
    // Only the first error of a stream is reported in full; the others are counted.
    std::optional<Error> wrong;
    auto record = reader.read(records[i], buffer);
    if (!record) {
      wrong = std::move(record).error();
    } else if (auto content = contents.decode(i, *record); !content) {
      wrong = std::move(content).error();
    }
    if (wrong && ++bad[records[i].stream] == 1) {
      problems.add(Severity::error, *std::move(wrong), format("stream {}", to_string(records[i].stream)));
    }
    reader.release(records[i]);
    progress.advance(i + 1);
  }
  progress.finish();
  for (const auto& [id, count] : bad) {
    report.bad_records += count;
    if (count < 2) continue;
    problems.add({.severity = Severity::error,
                  .code = ErrorCode::corrupt,
                  .file = format("stream {}", to_string(id)),
                  .message = format("{} records in total are damaged or do not match their formats", count)});
  }
  return report;
}

}  // namespace gs::logio::vrs
