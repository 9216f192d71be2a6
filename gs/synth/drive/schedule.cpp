// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/drive/schedule.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace gs::synth {
namespace {

constexpr int64_t kMs = 1'000'000;

}  // namespace

std::vector<ScheduledEvent> make_schedule(const DriveOptions& options, const Rig& rig) {
  const int64_t end = Duration::from_seconds(options.duration_s).ns;
  // End of the measurements of a sensor that stops earlier than the drive; 0: it does not.
  const auto stop_of = [&](double stop_s) {
    return stop_s > 0 ? std::min(end, Duration::from_seconds(stop_s).ns) : end;
  };
  const int64_t cameras_stop = stop_of(options.errors.cameras_stop_s);
  std::vector<ScheduledEvent> events;
  events.push_back({DriveEvent::static_transforms, -100 * kMs, -100 * kMs, 0, 0});
  // Adds events at a fixed period; latency: time between measurement and recording.
  const auto every = [&](DriveEvent kind, int64_t period, int64_t from, int64_t to, int64_t latency,
                         uint32_t sensor = 0) {
    uint32_t index = 0;
    for (int64_t t = from; t <= to; t += period) events.push_back({kind, t, t + latency, index++, sensor});
  };
  const bool all = options.poses == "all";
  if (all || options.poses == "tf") every(DriveEvent::transform, 10 * kMs, -100 * kMs, end + 200 * kMs, kMs);
  if (all || options.poses == "odometry") every(DriveEvent::odometry, 20 * kMs, 0, end, kMs);
  every(DriveEvent::imu, 10 * kMs, 0, end, kMs);
  every(DriveEvent::gnss, 100 * kMs, 0, end, 30 * kMs);
  for (uint32_t camera = 0; camera < rig.cameras.size(); ++camera) {
    // Frame k is due at exactly k / rate, not at a sum of rounded periods.
    for (uint32_t k = 0;; ++k) {
      const int64_t t = Duration::from_seconds(k / options.camera_rate_hz).ns;
      if (t >= cameras_stop) break;
      events.push_back({DriveEvent::image, t, t + 18 * kMs, k, camera});
    }
  }
  if (rig.lidar) {
    const int64_t period = Duration::from_seconds(rig.lidar->period_s).ns;
    every(DriveEvent::sweep, period, 0, stop_of(options.errors.lidar_stops_s) - period, period + 4 * kMs);
  }
  std::sort(events.begin(), events.end(), [](const ScheduledEvent& a, const ScheduledEvent& b) {
    return std::tie(a.recorded_ns, a.kind, a.sensor, a.index) < std::tie(b.recorded_ns, b.kind, b.sensor, b.index);
  });
  return events;
}

}  // namespace gs::synth
