// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/truth/sweep_truth.h"

#include <span>

#include "gs/core/json/json_writer.h"
#include "gs/synth/drive/drive_log.h"
#include "gs/synth/drive/exposure.h"
#include "gs/synth/drive/planted_errors.h"
#include "gs/synth/drive/schedule.h"
#include "gs/synth/truth/traffic_truth.h"

namespace gs::synth {
namespace {

// Writes the files of single sweeps and collects their index.
class SweepWriter {
 public:
  SweepWriter(const fs::path& folder, const RecordedDrive& drive, Scene& scene)
      : folder_(folder), drive_(drive), scene_(scene), lidar_(*drive.rig.lidar) {
    index_.begin_array();
  }

  Result<void> write(const ScheduledEvent& e) {
    const double t = static_cast<double>(e.offset_ns) * 1e-9;
    const auto pose = [&](double time) { return drive_.ego.map_from_base(time) * drive_.rig.base_from_lidar; };
    const uint64_t seed = frame_seed(static_cast<uint64_t>(drive_.options.street.seed), kLidarSeed, e.index);
    GS_TRY(const std::vector<LidarPoint> points, lidar_.sweep(scene_, t, pose, drive_.options.lidar_noise, seed));
    std::vector<uint16_t> instances;
    for (const LidarPoint& point : points) instances.push_back(static_cast<uint16_t>(point.instance));
    const std::vector<PointFlow> flow = point_flow(scene_, points, t, pose);
    const std::string base = "points/" + format("{:06}", e.index);
    GS_CHECK(write_file(folder_ / (base + ".instance.bin"), std::as_bytes(std::span(instances))));
    GS_CHECK(write_file(folder_ / (base + ".flow.bin"), std::as_bytes(std::span(flow))));
    const Timestamp stamp = kDriveStart + Duration{e.offset_ns} + stamp_error(e.kind, drive_.options.errors);
    index_.begin_object().field("index", e.index).field("time_s", t).field("stamp_ns", stamp.ns).field("file", base);
    index_.field("points", points.size()).field("moving", flow.size()).end_object();
    ++report_.sweeps, report_.points += points.size(), report_.moving += flow.size();
    return {};
  }

  Result<SweepTruthReport> finish() {
    index_.end_array();
    GS_CHECK(write_file(folder_ / "points.json", std::move(index_).take()));
    return report_;
  }

 private:
  const fs::path& folder_;
  const RecordedDrive& drive_;
  Scene& scene_;
  LidarSensor lidar_;
  JsonWriter index_;
  SweepTruthReport report_;
};

}  // namespace

Result<void> make_truth_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) return fail(ErrorCode::io_error, "cannot create the folder {}", path.string());
  return {};
}

Result<SweepTruthReport> write_sweep_truth(const fs::path& folder, int every, const RecordedDrive& drive, Scene& scene,
                                           Progress& progress) {
  GS_CHECK(make_truth_folder(folder / "points"));
  SweepWriter writer(folder, drive, scene);
  const std::vector<ScheduledEvent> events = make_schedule(drive.options, drive.rig);
  progress.begin("points", events.size(), "events");
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "writing the truth was interrupted");
    progress.advance(i + 1);
    const ScheduledEvent& e = events[i];
    if (e.kind != DriveEvent::sweep || e.index % static_cast<uint32_t>(every) != 0) continue;
    GS_CHECK(writer.write(e));
  }
  progress.finish();
  return writer.finish();
}

}  // namespace gs::synth
