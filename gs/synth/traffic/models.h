// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The objects of scripted traffic, with real proportions and simple shapes.
#pragma once

#include "gs/core/numbers/random.h"
#include "gs/synth/traffic/traffic_object.h"

namespace gs::synth {

// A car (3.8 to 4.7 m), van (5.4 m), truck with a box body (8.6 m), person on a bicycle (1.8 m) or on foot (1.6 to
// 1.9 m high), with random colours and an empty script.
TrafficObject make_object(TrafficClass type, Random random);

}  // namespace gs::synth
