// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/ingest/lidar_times.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "gs/builder/topics/message_header.h"
#include "gs/lidar/lidar_decoder.h"
#include "gs/lidar/turn_times.h"
#include "gs/mapping/odometry/track.h"
#include "gs/mapping/poses/deskew.h"

namespace gs::builder {
namespace {

constexpr std::size_t kSweepsOfPart = 20;              // consecutive sweeps that are compared
constexpr std::array kParts = {0.0, 0.25, 0.5, 0.75};  // where they begin, as a share of the log
constexpr double kShortestTurn_s = 0.02, kLongestTurn_s = 0.5;
constexpr double kVoxel_m = 0.2;
constexpr double kClearly = 0.97;            // share of voxels that counts as sharper
constexpr double kLeastMotion_m = 0.2;       // from sweep to sweep; less distorts too little
constexpr std::size_t kMostPoints = 40'000;  // of a sweep

// Consecutive sweeps from a recording time on; sweeps that cannot be decoded are left out.
Result<std::vector<lidar::DecodedSweep>> read_part(const logio::LogReader& log, const std::string& topic,
                                                   std::optional<Timestamp> begin, std::size_t count,
                                                   Problems& problems) {
  std::vector<lidar::DecodedSweep> out;
  const auto take = [&](const logio::MessageView& message) {
    const auto decoder = lidar::make_decoder(message.channel->schema.name, {});
    if (!decoder) return;
    auto sweeps = (*decoder)->take({message.channel->message_encoding, message.data, message.log_time});
    if (sweeps && !sweeps->empty()) out.push_back(std::move(sweeps->front()));
  };
  GS_CHECK(visit_first_messages(log, topic, {.begin = begin, .at_least = count, .at_most = count}, problems, take));
  return out;
}

// Median distance of the stamps [s]; 0 for fewer than two sweeps.
double period_of(const std::vector<lidar::DecodedSweep>& sweeps) {
  std::vector<double> steps;
  for (std::size_t i = 1; i < sweeps.size(); ++i) steps.push_back((sweeps[i].stamp - sweeps[i - 1].stamp).seconds());
  if (steps.empty()) return 0;
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::ranges::nth_element(steps, middle);
  return *middle;
}

// The turn that most of the sweeps show. Errors: invalid_data with the reason if there is none.
Result<TurnTimes> turn_of(const std::vector<lidar::DecodedSweep>& sweeps) {
  TurnTimes out{.period_s = period_of(sweeps)};
  if (out.period_s < kShortestTurn_s || out.period_s > kLongestTurn_s) {
    return fail(ErrorCode::invalid_data, "the stamps of sweeps lie {:.3f} s apart, turns take {} to {} s", out.period_s,
                kShortestTurn_s, kLongestTurn_s);
  }
  std::size_t clockwise = 0, counter = 0;
  std::optional<Error> refused;
  for (const lidar::DecodedSweep& sweep : sweeps) {
    const auto turn = lidar::find_turn(sweep);
    if (!turn) {
      refused = turn.error();
      continue;
    }
    ++(turn->sense == TurnSense::clockwise ? clockwise : counter);
  }
  out.sense = clockwise > counter ? TurnSense::clockwise : TurnSense::counter_clockwise;
  if (10 * std::max(clockwise, counter) >= 9 * sweeps.size()) return out;
  if (refused) return *std::move(refused);
  return fail(ErrorCode::invalid_data, "sweeps turn clockwise ({}) and counter-clockwise ({})", clockwise, counter);
}

// A sweep in the axes of the LiDAR, with at most kMostPoints points.
mapping::Sweep mapping_sweep(const lidar::DecodedSweep& decoded) {
  mapping::Sweep out{.stamp = decoded.stamp};
  const std::size_t stride = decoded.points.size() / kMostPoints + 1;
  for (std::size_t i = 0; i < decoded.points.size(); i += stride) {
    const lidar::DecodedPoint& point = decoded.points[i];
    if (!is_finite(point.position)) continue;
    out.points.push_back({cast<float>(point.position)});
    if (decoded.has_times) out.time_offset_s.push_back(point.time_s);
  }
  return out;
}

// Sharpness of the map of a few sweeps, placed by LiDAR odometry of these sweeps alone.
struct Sharpness {
  std::size_t voxels = 0;  // occupied; fewer are sharper
  double motion_m = 0;     // mean from sweep to sweep
};
Result<Sharpness> sharpness_of(const std::vector<mapping::Sweep>& sweeps) {
  mapping::LidarOdometry odometry({});
  for (const mapping::Sweep& sweep : sweeps) GS_CHECK(odometry.add(sweep));
  GS_TRY(const Trajectory path, mapping::dense_trajectory_of(odometry.poses(), {}));
  Sharpness out{.motion_m = path.length_m() / static_cast<double>(sweeps.size())};
  std::unordered_set<uint64_t> voxels;
  const auto cell = [](double m) { return static_cast<uint64_t>(std::llround(m / kVoxel_m) + (1 << 20)); };
  for (const mapping::Sweep& sweep : sweeps) {
    GS_TRY(const mapping::Sweep moved, mapping::deskew(sweep, path));
    for (const mapping::SweepPoint& point : moved.points) {
      const Vec3d p = moved.map_from_base * cast<double>(point.position_in_base);
      if (norm(p) < 1000) voxels.insert(cell(p.x) << 42 | cell(p.y) << 21 | cell(p.z));
    }
  }
  out.voxels = voxels.size();
  return out;
}

// Result of the comparison of one part of the log.
enum class TimesVerdict { sharper, not_sharper, unknown };
TimesVerdict compare_sharpness(std::vector<lidar::DecodedSweep> decoded, const TurnTimes& turn, std::string& figures) {
  std::vector<mapping::Sweep> as_recorded, with_times;
  for (lidar::DecodedSweep& sweep : decoded) {
    sweep.has_times = false;
    as_recorded.push_back(mapping_sweep(sweep));
    if (!lidar::set_turn_times(turn.sense, turn.period_s, sweep)) return TimesVerdict::unknown;
    with_times.push_back(mapping_sweep(sweep));
  }
  const auto before = sharpness_of(as_recorded), after = sharpness_of(with_times);
  if (!before || !after || std::max(before->motion_m, after->motion_m) < kLeastMotion_m) return TimesVerdict::unknown;
  figures = format("{} voxels of {} m with them, {} without, over {} sweeps", after->voxels, kVoxel_m, before->voxels,
                   decoded.size());
  const auto with = static_cast<double>(after->voxels), without = static_cast<double>(before->voxels);
  return with < kClearly * without ? TimesVerdict::sharper
         : without < with          ? TimesVerdict::not_sharper
                                   : TimesVerdict::unknown;
}

// Sets lidar.turn or leaves it empty; returns one clause with the reason.
Result<std::string> decide(const logio::LogReader& log, const TimeWindow& window, std::string_view wanted,
                           LidarTopic& lidar, std::vector<lidar::DecodedSweep> first, Problems& problems) {
  if (wanted == kTimesNone) return std::string("lidar.times is none");
  const auto turn = turn_of(first);
  if (!turn) return turn.error().message;
  const std::string way =
      format("a turn {} in {:.3f} s from the stamp on",
             turn->sense == TurnSense::clockwise ? "clockwise" : "counter-clockwise", turn->period_s);
  if (wanted == kTimesOfAzimuth) {
    lidar.turn = *turn;
    return "lidar.times is azimuth; " + way;
  }
  const logio::LogInfo& info = log.info();
  std::string figures;
  for (const double part : kParts) {
    if (part > 0) {
      if (!info.start || !info.end) break;
      const Timestamp begin = std::max(*info.start, window.begin.value_or(*info.start));
      const Duration length = std::min(*info.end, window.end.value_or(*info.end)) - begin;
      GS_TRY(first, read_part(log, lidar.topic, begin + Duration::from_seconds(part * length.seconds()), kSweepsOfPart,
                              problems));
    }
    if (first.size() < 3) continue;
    const TimesVerdict verdict = compare_sharpness(std::exchange(first, {}), *turn, figures);
    if (verdict == TimesVerdict::sharper) {
      lidar.turn = *turn;
      return "sweeps are sharper with them: " + figures + "; " + way;
    }
    if (verdict == TimesVerdict::not_sharper) return "sweeps are not sharper with them (already deskewed?): " + figures;
  }
  return figures.empty() ? std::string("no part of the log shows whether sweeps get sharper: the vehicle hardly moves")
                         : "sweeps are hardly sharper with them: " + figures;
}

}  // namespace

Result<void> add_lidar_times(const logio::LogReader& log, const TimeWindow& window, std::string_view wanted,
                             TopicMapping& mapping, Problems& problems) {
  for (LidarTopic& lidar : mapping.lidars) {
    const lidar::LidarFormat* found = lidar::find_format(lidar.type);
    if (found == nullptr || !found->one_sweep) continue;
    GS_TRY(auto first, read_part(log, lidar.topic, window.begin, 1, problems));
    if (first.empty() || first.front().has_times) continue;
    lidar.has_times = false;
    GS_TRY(first, read_part(log, lidar.topic, window.begin, kSweepsOfPart, problems));
    GS_TRY(const std::string reason, decide(log, window, wanted, lidar, std::move(first), problems));
    mapping.notes.push_back(
        lidar.turn ? format("{} has no point times: they follow from azimuths, because {}", lidar.topic, reason)
                   : format("{} has no point times and its sweeps are not deskewed, because {}; "
                            "lidar.times overrides this choice",
                            lidar.topic, reason));
  }
  return {};
}

void complete_times(const LidarTopic& lidar, lidar::DecodedSweep& sweep) {
  if (sweep.has_times || !lidar.turn) return;
  if (lidar::set_turn_times(lidar.turn->sense, lidar.turn->period_s, sweep)) sweep.bad_times = false;
}

}  // namespace gs::builder
