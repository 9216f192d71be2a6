// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Scripted traffic around the drive of the recording vehicle, which does not react to it: nothing collides.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gs/synth/street/street.h"
#include "gs/synth/traffic/traffic_object.h"

namespace gs::synth {

// Names of presets. "stop_and_go": an oncoming car, van and truck stop in a queue and start again; "turning": a car
// turns into the side street and another comes out of it (only on roads with an intersection); "overtaking": a car
// overtakes the vehicle, and the vehicle two cyclists; "parking": a car drives into a parking bay, another out of one;
// "crossing": people cross the road before and behind the vehicle; "mixed": all of them, but nobody crosses behind;
// "van_ahead": a van 5 m ahead all the way, a car behind, and dense oncoming traffic. All have people on the sidewalks,
// and repeat their motions every 30 s. An object that would collide is left out.
inline const std::vector<std::string> kTrafficPresets = {"none",    "mixed",      "van_ahead", "stop_and_go",
                                                         "turning", "overtaking", "parking",   "crossing"};

// The drive for which traffic is made.
struct TrafficDrive {
  std::function<double(double time_s)> ego_s;  // road coordinate s of the vehicle's rear axle; any time is valid
  double duration_s = 20;
  uint64_t seed = 1;
};

// The objects of a preset, and the parking lanes that they need.
struct TrafficPlan {
  std::vector<TrafficObject> objects;
  std::vector<ParkingGap> parking_gaps;
};

// Plans a preset; equal arguments give equal plans.
TrafficPlan make_traffic(const std::string& preset, const Road& road, const TrafficDrive& drive);

}  // namespace gs::synth
