// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/convert/from_vrs/player.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <deque>
#include <map>
#include <thread>

#include "gs/core/progress.h"
#include "gs/core/text/printable.h"
#include "gs/logio/vrs/content.h"

namespace gs::convert {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kRedraw = std::chrono::milliseconds(100);

// Line of one stream.
struct StreamState {
  std::string name;
  uint64_t count = 0;
  double time = 0;
  std::deque<double> recent;  // times of the records in the last second, for the rate
  std::string detail;
};

std::string vector_text(const logio::vrs::LayoutView& layout, const char* field, const char* label) {
  const std::vector<double> v = layout.numbers(field);
  if (v.size() != 3) return {};
  return format("  {} {:+9.4f} {:+9.4f} {:+9.4f}", label, v[0], v[1], v[2]);
}

// Image size and format, IMU values, or the payload size.
std::string detail_of(const logio::vrs::RecordContent& content, Bytes payload) {
  if (const logio::vrs::ContentBlock* image = content.image()) {
    return format("  {} x {} {}", image->image.width, image->image.height,
                  image->image.kind == "raw" ? pixel_format_name(image->image.pixel_format)
                                             : std::string_view(image->image.kind));
  }
  if (const logio::vrs::LayoutView* layout = content.layout()) {
    const std::string imu = vector_text(*layout, "linear_acceleration", "accel m/s^2") +
                            vector_text(*layout, "angular_velocity", "gyro rad/s");
    if (!imu.empty()) return imu;
  }
  return format("  {} bytes", payload.size());
}

// Draws the lines; on a terminal it overwrites the previous ones.
class Screen {
 public:
  explicit Screen(bool terminal) : terminal_(terminal) {}

  void draw(double start, double now, const std::map<logio::vrs::StreamId, StreamState>& streams) {
    // Move the cursor up over the previous lines; each line clears its rest.
    if (terminal_ && lines_ > 0) std::printf("\x1b[%zuA", lines_);
    std::printf("%s%.3f s\n", terminal_ ? "\x1b[K" : "", now - start);
    for (const auto& [id, s] : streams) {
      const double span = s.recent.size() > 1 ? s.recent.back() - s.recent.front() : 0;
      const double rate = span > 0 ? static_cast<double>(s.recent.size() - 1) / span : 0;
      std::printf("%s%-7s %-36.36s %7llu  %8.2f Hz  %17.6f%s\n", terminal_ ? "\x1b[K" : "", to_string(id).c_str(),
                  s.name.c_str(), static_cast<unsigned long long>(s.count), rate, s.time, s.detail.c_str());
    }
    lines_ = streams.size() + 1;
    std::fflush(stdout);
  }

 private:
  bool terminal_;
  std::size_t lines_ = 0;
};

std::map<logio::vrs::StreamId, StreamState> make_states(const logio::vrs::Reader& reader, const PlayOptions& options) {
  std::map<logio::vrs::StreamId, StreamState> states;
  for (const logio::vrs::StreamId id : reader.streams()) {
    if (options.only && *options.only != id) continue;
    const auto tags = reader.description().streams.find(id);
    const std::string flavor = tags == reader.description().streams.end() ? "" : tags->second.flavor();
    states[id].name = flavor.empty() ? logio::vrs::recordable_name(id.type) : printable(flavor);
  }
  return states;
}

void note(StreamState& state, double time, std::string detail) {
  ++state.count;
  state.time = time;
  state.recent.push_back(time);
  while (state.recent.front() < time - 1) state.recent.pop_front();
  state.detail = std::move(detail);
}

// Waits so that records appear at their times, scaled by the speed. Pauses of more than an hour come from wrong clocks
// and are skipped.
class Pacer {
 public:
  explicit Pacer(double speed) : speed_(speed) {}

  // Sleeps until the record with time `time_s` is due, in short steps, so that Ctrl-C ends the wait.
  void wait_for(double time_s) {
    if (!(speed_ > 0) || !std::isfinite(time_s)) return;
    const double pause_s = last_s_ ? (time_s - *last_s_) / speed_ : 0.0;
    last_s_ = time_s;
    if (pause_s > 0 && pause_s <= kMaxPause_s) {
      due_ += std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(pause_s));
    }
    while (Clock::now() < due_ && !interrupt_requested()) {
      std::this_thread::sleep_until(std::min(due_, Clock::now() + kRedraw));
    }
  }

 private:
  static constexpr double kMaxPause_s = 3600;
  double speed_;
  std::optional<double> last_s_;
  Clock::time_point due_ = Clock::now();
};

}  // namespace

Result<void> play_vrs(const logio::vrs::Reader& reader, const PlayOptions& options, Problems& problems) {
  auto states = make_states(reader, options);
  logio::vrs::ContentReader contents(reader);
  std::vector<std::byte> buffer;
  const bool terminal = isatty(STDOUT_FILENO) == 1;
  Screen screen(terminal);
  // start: time of the first record of the file, to which the range refers.
  std::optional<double> start, first_played;
  double now = 0, drawn_at = 0;
  Pacer pacer(options.speed);
  auto drawn = Clock::now();
  const auto records = reader.records();
  for (std::size_t i = 0; i < records.size() && !interrupt_requested(); ++i) {
    const logio::vrs::RecordInfo& info = records[i];
    if (info.type != logio::vrs::RecordType::data) continue;
    if (!start) start = info.timestamp;
    if (options.only && *options.only != info.stream) continue;
    if (options.from_s && info.timestamp < *start + *options.from_s) continue;
    if (options.to_s && info.timestamp > *start + *options.to_s) break;
    if (!first_played) first_played = drawn_at = info.timestamp;
    now = info.timestamp;
    pacer.wait_for(now);
    if (interrupt_requested()) break;
    auto record = reader.read(info, buffer);
    auto content = record ? contents.decode(i, *record) : Result<logio::vrs::RecordContent>(record.error());
    if (!content) {
      problems.add(Severity::error, std::move(content).error(), format("stream {}", to_string(info.stream)));
      continue;
    }
    note(states[info.stream], now, detail_of(*content, record->payload));
    reader.release(info);
    // A terminal is redrawn by wall time, a pipe by recording time.
    const bool due = terminal ? Clock::now() - drawn > kRedraw : now - drawn_at >= 1;
    if (!due) continue;
    screen.draw(*start, now, states);
    drawn = Clock::now();
    drawn_at = now;
  }
  if (!start) return fail(ErrorCode::not_found, "the file has no data record");
  if (!first_played) return fail(ErrorCode::not_found, "no record in the requested range");
  screen.draw(*start, now, states);
  return {};
}

}  // namespace gs::convert
