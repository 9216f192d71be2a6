// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Parameters of a street: one seed and a few numbers. They are the keys of gs-synth's YAML file.
#pragma once

#include <cstdint>
#include <string>

#include "gs/core/options/options.h"

namespace gs::synth {

// Shape, density and light of a street.
struct StreetOptions {
  int64_t seed = 1;
  double length_m = 400.0;
  double curvature_per_m = 0.011;  // tightest bend: radius 91 m
  double relief_m = 2.2;           // height of the crest and depth of the dip
  double density = 1.0;            // relative number of parked cars, trees and poles
  double traffic = 1.0;            // relative number of moving cars and people, if traffic is switched on
  double hour = 15.5;              // local solar time; the sun casts shadows from 6 to 18
  double cloud_cover = 0.45;
  std::string shape = "road";    // course of the road: one of kRoadShapes
  std::string scenery = "town";  // what stands beside the road: one of kSceneries
};

// Courses of a road. "road": a straight with one wide bend; "loop": a closed course of length_m that ends where it
// begins; "junction": a straight road that turns by 90 degrees on a radius of 14 m in its middle. The sign of
// curvature_per_m decides whether loop and junction turn left (+) or right (-).
inline const std::vector<std::string> kRoadShapes = {"road", "loop", "junction"};
// What stands beside the road. "tunnel": two walls and a ceiling, the same at every position; "field": nothing, and the
// ground has neither kerbs nor camber. Both lack the side street and the bridge of the town. On a straight and level
// road a LiDAR cannot measure the motion along a tunnel, nor any horizontal motion in a field.
inline const std::vector<std::string> kSceneries = {"town", "tunnel", "field"};

void describe(auto& visit, StreetOptions& o) {
  visit("seed", o.seed, "seed of all random numbers", Range{0, 4294967295.0});
  visit("length_m", o.length_m, "length of the road [m]", Range{150, 4000});
  visit("curvature_per_m", o.curvature_per_m,
        "curvature of the bend [1/m]; its sign turns loop and junction left or right", Range{-0.014, 0.014});
  visit("relief_m", o.relief_m, "height of the crest and depth of the dip [m]", Range{0, 4});
  visit("density", o.density, "relative number of parked cars, trees and street furniture", Range{0, 2});
  visit("traffic", o.traffic, "relative number of moving cars and people", Range{0, 3});
  visit("hour", o.hour, "local solar time [h]", Range{6.5, 17.5});
  visit("cloud_cover", o.cloud_cover, "share of the sky covered by clouds", Range{0, 1});
  visit("shape", o.shape, "course of the road", Choices{kRoadShapes});
  visit("scenery", o.scenery, "what stands beside the road", Choices{kSceneries});
}

// Checks options against each other. Errors: invalid_option for a loop or a junction that is too short for its turns.
Result<void> check_street(const StreetOptions& options);

}  // namespace gs::synth
