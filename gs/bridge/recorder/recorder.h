// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Records a run as a ROS 2 MCAP with every topic of the simulator's interface: open it in Foxglove, replay it, or give
// it back to the builder.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "gs/bridge/messages/observation_messages.h"
#include "gs/logio/log.h"

namespace gs::bridge {

struct RecorderOptions {
  std::string images = "jpeg";  // jpeg: CompressedImage on .../image_raw/compressed; raw: Image on .../image_raw
  int jpeg_quality = 90;
  std::string compression = "zstd";
};

// Messages are recorded at their RunTime, which does not run backwards when a reset sets the simulation time back;
// their stamps are simulation time. While recording, the file is NAME.partial; close() gives it its name. If the disk
// fills up the recording ends, the run goes on, and what was written stays in NAME.partial, which readers open.
class Recorder {
 public:
  static Result<Recorder> create(const std::filesystem::path& path, const RecorderOptions& options);
  Recorder(Recorder&&) noexcept;
  ~Recorder();

  // Before the first observation, and when another world was loaded: /tf_static and /sim/world_info.
  Result<void> begin(const sim::Simulator& simulator);
  // Declares the topic of commands, so that a run without any can be replayed.
  Result<void> declare_commands(std::string_view control_mode);
  Result<void> record(const sim::Simulator& simulator, const sim::Observation& now, const RunStatus& run);
  // A command that was submitted at the present of the simulator: CDR of the type of its control mode.
  Result<void> record_command(const sim::Simulator& simulator, Bytes cdr);
  // A service call that changed the run, before what it led to is recorded.
  Result<void> record_event(const sim::Simulator& simulator, const gs_sim_msgs::SimulationEvent& event);
  Result<void> close();
  uint64_t message_count() const;

 private:
  struct Impl;
  explicit Recorder(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace gs::bridge
