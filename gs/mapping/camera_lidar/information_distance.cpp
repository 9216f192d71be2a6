// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/camera_lidar/information_distance.h"

#include <algorithm>
#include <cmath>

namespace gs::mapping {
namespace {

constexpr double kLeastBinShare = 1e-9;  // keeps logarithms finite

// Four weights of a uniform cubic B-spline and their derivatives by the grey value; `first` is the first bin.
struct SplineWeights {
  int first = 0;
  std::array<double, 4> weight{}, slope{};
};
SplineWeights spline_weights(float grey) {
  // Bins 1 to kInformationBins - 2 cover 0 to 1, so that all four weights lie inside the table.
  constexpr double kScale = kInformationBins - 3;
  const double position = std::clamp(double{grey}, 0.0, 1.0) * kScale;
  const int whole = std::min(static_cast<int>(position), kInformationBins - 4);
  const double t = position - whole, u = 1 - t;
  return {
      whole,
      {u * u * u / 6, (3 * t * t * t - 6 * t * t + 4) / 6, (3 * u * u * u - 6 * u * u + 4) / 6, t * t * t / 6},
      {-0.5 * u * u * kScale, (1.5 * t * t - 2 * t) * kScale, (2 * u - 1.5 * u * u) * kScale, 0.5 * t * t * kScale}};
}

}  // namespace

void JointHistogram::add(int intensity_bin, float grey) {
  const SplineWeights s = spline_weights(grey);
  auto& row = weight_[static_cast<std::size_t>(intensity_bin)];
  const auto first = static_cast<std::size_t>(s.first);
  for (std::size_t k = 0; k < 4; ++k) row[first + k] += s.weight[k];
  count_ += 1;
}

void JointHistogram::add(const JointHistogram& other) {
  for (std::size_t i = 0; i < kInformationBins; ++i) {
    for (std::size_t j = 0; j < kInformationBins; ++j) weight_[i][j] += other.weight_[i][j];
  }
  count_ += other.count_;
}

JointHistogram::Distance JointHistogram::distance() const {
  Distance out;
  if (count_ <= 0) return out;
  std::array<double, kInformationBins> of_intensity{}, of_grey{};
  for (std::size_t i = 0; i < kInformationBins; ++i) {
    for (std::size_t j = 0; j < kInformationBins; ++j) {
      of_intensity[i] += weight_[i][j] / count_;
      of_grey[j] += weight_[i][j] / count_;
    }
  }
  const auto logarithm = [](double p) { return std::log(std::max(p, kLeastBinShare)); };
  double h_intensity = 0, h_grey = 0, h_joint = 0;
  for (std::size_t i = 0; i < kInformationBins; ++i) {
    h_intensity -= of_intensity[i] * logarithm(of_intensity[i]);
    h_grey -= of_grey[i] * logarithm(of_grey[i]);
    for (std::size_t j = 0; j < kInformationBins; ++j) {
      h_joint -= weight_[i][j] / count_ * logarithm(weight_[i][j] / count_);
    }
  }
  if (h_joint < 1e-9) return out;
  // NID = (H(i,g) - MI) / H(i,g) = 2 - (H(i) + H(g)) / H(i,g). The shares of the intensity bins do not change.
  out.value = 2 - (h_intensity + h_grey) / h_joint;
  // dH / dp = -(log p + 1), in H(i,g) for the bin itself and in H(g) for the column of the bin.
  const double of_joint = (h_intensity + h_grey) / (h_joint * h_joint);
  for (std::size_t i = 0; i < kInformationBins; ++i) {
    for (std::size_t j = 0; j < kInformationBins; ++j) {
      const double joint = logarithm(weight_[i][j] / count_);
      out.slope[i][j] = -of_joint * (joint + 1) + (logarithm(of_grey[j]) + 1) / h_joint;
      out.mutual[i][j] = joint - logarithm(of_intensity[i]) - logarithm(of_grey[j]);
    }
  }
  return out;
}

SplineValue spline_at(const std::array<double, kInformationBins>& table, float grey) {
  const SplineWeights s = spline_weights(grey);
  SplineValue out;
  for (std::size_t k = 0; k < 4; ++k) {
    const double entry = table[static_cast<std::size_t>(s.first) + k];
    out.value += s.weight[k] * entry;
    out.slope += s.slope[k] * entry;
  }
  return out;
}

}  // namespace gs::mapping
