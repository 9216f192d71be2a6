// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/step_settings.h"

#include <set>

#include "gs/builder/ingest/given_calibration.h"
#include "gs/builder/input_logs.h"
#include "gs/builder/steps/drivesim_dataset_converter.h"
#include "gs/builder/steps/external_training.h"
#include "gs/builder/steps/gs_train_orchestrator.h"
#include "gs/core/hash/md5.h"
#include "gs/core/json/json.h"

namespace gs::builder {
namespace {

// The frames without base_link_to_rear_axle_x, which only the packer uses.
Node frames_of(const BuildConfig& config) {
  Node frames = *to_node(config).find("frames");
  std::erase_if(frames.members, [](const auto& member) { return member.first == "base_link_to_rear_axle_x"; });
  return frames;
}

// Identities of all logs, in the order given.
std::string identity_of_logs(const BuildRequest& r) {
  std::string out;
  for (const fs::path& log : all_logs(r.input, r.more_inputs)) out += quick_identity(log).value_or("unreadable");
  return out;
}

// The content of the calibration file; empty without one.
std::string calibration_file_of(const BuildConfig& config) {
  const auto file = open_calibration(config.calibration_file);
  if (!file) return "unreadable";
  return *file ? (*file)->content.md5 : "";
}

// actors.source, with the content of a file.
std::string actor_source_of(const BuildConfig& config) {
  if (!is_box_file(config.actor_source)) return config.actor_source;
  return config.actor_source + " " + quick_identity(config.actor_source).value_or("unreadable");
}

}  // namespace

std::string ingest_settings(const BuildRequest& r) {
  const Node config = to_node(r.config);
  return identity_of_logs(r) + write_json(*config.find("topics")) + write_json(frames_of(r.config)) +
         write_json(*config.find("time_range")) + r.config.poses + r.config.lidar_times +
         (r.config.topics.lidar_calibration ? quick_identity(*r.config.topics.lidar_calibration).value_or("unreadable")
                                            : "") +
         calibration_file_of(r.config) + (is_box_topic(r.config.actor_source) ? r.config.actor_source : "");
}

std::string calibration_settings(const BuildRequest& r) {
  return write_json(frames_of(r.config)) + write_json(*to_node(r.config).find("origin")) + r.config.refine_poses +
         r.config.refine_cameras + calibration_file_of(r.config);
}

std::string geometry_settings(const BuildRequest& r) { return write_json(to_node(r.geometry)); }

std::string actor_settings(const BuildRequest& r) { return actor_source_of(r.config); }

std::string dataset_settings(const BuildRequest& r) {
  const GsTrainingConfig& t = r.training;
  std::string out = format("{} {} {} {} {} {} actors", wants_pinhole(t), t.moving_masks, t.held_out_interval,
                           dataset_commit(t), t.hood_masks, t.mask_dir);
  if (t.mask_dir.empty()) return out;
  std::set<std::string> masks;  // user masks are inputs too: their current content counts
  std::error_code error;
  for (fs::directory_iterator it(t.mask_dir, error), end; !error && it != end; it.increment(error)) {
    masks.insert(it->path().filename().string() + " " + quick_identity(it->path()).value_or(""));
  }
  for (const std::string& mask : masks) out += "\n" + mask;
  return out;
}

// The back end belongs to the key: CPU and GPU give clouds of equal quality but not equal bytes.
std::string training_settings(const BuildRequest& r) {
  return format("{} {} {} {} {} {}", to_json(resolved_training(r.training, r.backend)), r.training.frame_stride,
                r.training.masks, r.training.actors, to_string(r.backend), external_settings(r.training));
}

std::string export_settings(const BuildRequest& r) {
  return r.config.enabled[static_cast<std::size_t>(Step::gs_train_orchestrator)] ? "trained" : "initialised";
}

// The bundle contains a report with all settings, so every setting belongs to its key.
std::string pack_settings(const BuildRequest& r) {
  std::error_code ignored;
  return r.scene_id + fs::absolute(r.output, ignored).lexically_normal().string() + write_json(to_node(r.config)) +
         write_json(to_node(r.training)) + r.training_file + write_json(to_node(r.geometry)) +
         std::string(to_string(r.backend));
}

}  // namespace gs::builder
