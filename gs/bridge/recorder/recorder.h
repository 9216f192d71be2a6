// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Records a run as a ROS 2 MCAP file with every topic of the simulator's interface. The file opens in Foxglove, can be
// replayed, and can be given to the world builder.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "gs/bridge/messages/observation_messages.h"
#include "gs/logio/api/log.h"

namespace gs::bridge {

// Encoding of images and compression of chunks.
struct RecorderOptions {
  std::string images = "jpeg";       // jpeg: CompressedImage on .../image_raw/compressed; raw: Image on .../image_raw
  int jpeg_quality = 90;             // 1 to 100
  std::string compression = "zstd";  // of MCAP chunks
};

// Log times are run times (see RunTime), which do not run backwards when a reset sets the simulation time back; message
// stamps are simulation time. The file is named NAME.partial while recording; close() renames it. If the disk fills up,
// the recording ends, the run goes on, and the data written so far stays in NAME.partial, which readers can open.
class Recorder {
 public:
  // Errors: already_exists if NAME.partial exists; those of the file system.
  static Result<Recorder> create(const std::filesystem::path& path, const RecorderOptions& options);
  Recorder(Recorder&&) noexcept;
  ~Recorder();

  // Records /tf_static and /sim/world_info. Call it before the first observation and after another world was loaded.
  Result<void> begin(const sim::Simulator& simulator);
  // Adds the command topic even if no command follows, so that a run without commands can be replayed.
  Result<void> declare_commands(std::string_view control_mode);
  // Records all messages of an observation; /sim/status at its own rate.
  Result<void> record(const sim::Simulator& simulator, const sim::Observation& now, const RunStatus& run);
  // Records a command that was submitted at the current step: CDR of the type of the control mode.
  Result<void> record_command(const sim::Simulator& simulator, Bytes cdr);
  // Records a service call that changed the run. Call it before the observation that it led to.
  Result<void> record_event(const sim::Simulator& simulator, const rosmsg::gs_sim_msgs::SimulationEvent& event);
  // Writes the index and gives the file its final name.
  Result<void> close();
  // Number of messages recorded so far.
  uint64_t message_count() const;

 private:
  struct Impl;
  explicit Recorder(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace gs::bridge
