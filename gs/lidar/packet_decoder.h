// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decodes the raw packets of one spinning LiDAR.
#pragma once

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/lidar/sweep_cutter.h"

namespace gs::lidar {

// Packets of one vendor. It keeps what one packet tells about the next: rotation speed and clock.
class PacketDecoder {
 public:
  virtual ~PacketDecoder() = default;
  // Checks a packet before anything of its message is used. Errors name the field, its value and what is allowed.
  virtual Result<void> check(Bytes packet) const = 0;
  // Adds the points of a checked packet, stamped or received at `stamp`.
  virtual void decode(Bytes packet, Timestamp stamp, SweepCutter& sweeps) = 0;
};

}  // namespace gs::lidar
