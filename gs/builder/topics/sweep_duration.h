// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// How long a message of a LiDAR lasts, and which of its stamps count.
#pragma once

#include "gs/logio/api/log.h"

namespace gs::builder {

// Duration from the stamp of a message of a LiDAR to its last point or packet [s], at most 0.5; 0 if it has no times.
double sweep_duration_s(const logio::MessageView& message);

// True for messages of packets that have stamps of their own, which the decoder uses instead of the header's.
bool has_stamped_packets(const logio::MessageView& message);

}  // namespace gs::builder
