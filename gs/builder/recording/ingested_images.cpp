// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/recording/ingested_images.h"

#include "gs/builder/recording/camera_corrections.h"
#include "gs/builder/recording/sensor_record.h"
#include "gs/core/json/json.h"
#include "gs/world/files/trajectory_csv.h"

namespace gs::builder {
namespace {

// The entry of one camera in frame `frame` of frameset.json; the pose is set by place().
Result<RecordedView> view_of(const Node& entry, std::size_t frame, const fs::path& ingest) {
  const Node *index = entry.find("frame_index"), *stamp = entry.find("original_timestamp"),
             *file = entry.find("file_path");
  if (index == nullptr || stamp == nullptr || file == nullptr || index->integer < 0 || !stamp->is_number()) {
    return fail(ErrorCode::invalid_data,
                "frames[{}] of frameset.json: an image needs frame_index, original_timestamp and file_path", frame);
  }
  return RecordedView{.frame_index = static_cast<std::size_t>(index->integer),
                      .stamp = Timestamp::from_seconds(stamp->real),
                      .path = ingest / file->text,
                      .map_from_camera = {}};
}

// Sets the pose of an image; false if it is unknown. With a rolling shutter the pose in the middle of the readout.
bool place(RecordedView& view, const world::CameraCalibration& camera, const Trajectory& trajectory) {
  const double readout = camera.rolling_shutter ? camera.rolling_shutter->readout_sec : 0;
  const auto map_from_base = trajectory.at(view.stamp + Duration::from_seconds(readout / 2));
  if (!map_from_base) return false;
  view.map_from_camera = *map_from_base * world::base_link_from_optical(camera);
  return true;
}

}  // namespace

Result<Trajectory> recorded_poses(const Workspace& workspace) {
  const fs::path refined = workspace.folder(Step::calibration_builder) / kRefinedPoses;
  std::error_code ignored;
  if (fs::exists(refined, ignored)) return world::load_trajectory_csv(refined);
  return world::load_trajectory_csv(workspace.folder(Step::mcap_ingest) / "raw_extract/poses.csv");
}

Result<std::vector<RecordedCamera>> recorded_cameras(const Workspace& workspace) {
  const fs::path ingest = workspace.folder(Step::mcap_ingest);
  GS_TRY(const Trajectory trajectory, recorded_poses(workspace));
  GS_TRY(const Node frameset, read_json(ingest / "frameset.json", kOwnFile));
  GS_TRY(world::Calibration calibration,
         world::load_calibration(workspace.folder(Step::calibration_builder) / "calibration.yaml"));
  const Node* frames = frameset.find("frames");
  if (frames == nullptr || !frames->is_list())
    return fail(ErrorCode::invalid_data, "frameset.json has no list of frames");
  GS_TRY(const CameraTimes times,
         read_camera_corrections(workspace.folder(Step::calibration_builder) / kCameraCorrections));
  std::vector<RecordedCamera> cameras;
  for (world::CameraCalibration& camera : calibration.cameras) {
    const CameraD lens = world::to_camera(camera.intrinsics);
    const auto correction = times.find(camera.id);
    const Duration late = Duration::from_seconds(correction == times.end() ? 0 : correction->second);
    cameras.push_back({.calibration = std::move(camera), .lens = lens, .views = {}});
    RecordedCamera& own = cameras.back();
    std::error_code ignored;
    if (const fs::path mask = ingest / recorded_mask_path(own.key()); fs::exists(mask, ignored)) own.mask = mask;
    for (std::size_t i = 0; i < frames->items.size(); ++i) {
      const Node* entry = frames->items[i].find(own.key());
      if (entry == nullptr) continue;
      GS_TRY(RecordedView view, view_of(*entry, i, ingest));
      // Before the pose is looked up: it belongs to the corrected time.
      view.stamp = view.stamp + late;
      // Frames without a known pose are left out.
      if (place(view, own.calibration, trajectory)) own.views.push_back(std::move(view));
    }
  }
  return cameras;
}

}  // namespace gs::builder
