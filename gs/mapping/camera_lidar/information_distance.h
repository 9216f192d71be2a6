// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Normalised information distance (NID) between LiDAR intensities and grey values: 0 if one determines the other, 1 if
// they are independent. It needs no model of how they are related. Private to the calibration of cameras.
#pragma once

#include <array>

namespace gs::mapping {

inline constexpr int kInformationBins = 16;

// Joint histogram of intensity bins and grey values from 0 to 1. A grey value is spread over four bins by a cubic
// B-spline, so that the distance has a continuous derivative.
class JointHistogram {
 public:
  void add(int intensity_bin, float grey);
  void add(const JointHistogram& other);
  double count() const { return count_; }

  // The distance, and d(distance) / d(share of a bin).
  struct Distance {
    double value = 1;
    std::array<std::array<double, kInformationBins>, kInformationBins> slope{};   // [intensity][grey]
    std::array<std::array<double, kInformationBins>, kInformationBins> mutual{};  // log p(i, g) / (p(i) p(g))
  };
  Distance distance() const;

 private:
  std::array<std::array<double, kInformationBins>, kInformationBins> weight_{};
  double count_ = 0;
};

// Value of a table of grey bins between the bins and its derivative by the grey value, with the same B-spline.
struct SplineValue {
  double value = 0, slope = 0;
};
SplineValue spline_at(const std::array<double, kInformationBins>& table, float grey);

}  // namespace gs::mapping
