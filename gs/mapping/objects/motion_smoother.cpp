// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/objects/motion_smoother.h"

#include <algorithm>
#include <cmath>

#include "gs/mapping/objects/state_chain.h"

namespace gs::mapping {
namespace {

constexpr int kSmootherSteps = 20;
constexpr double kConverged = 1e-9;  // [m, rad]
constexpr double kShortest_s = 1e-3;
constexpr double kRate_s = 0.1;     // noise accumulates as in a chain of this step
constexpr double kHuber = 1.345;    // [standard deviations]
constexpr double kGround_m = 0.05;  // standard deviation of a ground height
constexpr double kUnknownAxle_m = 1.5, kKnownAxle_m = 0.1;

double wrapped(double angle) { return std::remainder(angle, 2 * kPi); }
Eigen::Vector2d direction(double yaw) { return {std::cos(yaw), std::sin(yaw)}; }
Eigen::Vector2d turned(double yaw, Eigen::Vector2d p) {
  return {std::cos(yaw) * p.x() - std::sin(yaw) * p.y(), std::sin(yaw) * p.x() + std::cos(yaw) * p.y()};
}

// Builds and solves the chain. Parts of a state: x, y, z, yaw, v and yaw rate; holonomic objects have the velocity in x
// and y in place of the last two.
class Smoother {
 public:
  explicit Smoother(const SmootherInput& input) : in_(input) {
    for (const ObjectState& s : in_.start) {
      StateVector x;
      const Eigen::Vector2d along = s.v * direction(s.yaw);
      x << s.position_in_map.x, s.position_in_map.y, s.position_in_map.z, s.yaw, in_.holonomic ? along.x() : s.v,
          in_.holonomic ? along.y() : s.yaw_rate;
      states_.push_back(x);
    }
    anchor_ = states_.front();
  }

  SmoothedMotion run(bool with_sigmas) {
    for (int step = 0; step < kSmootherSteps; ++step) {
      StateChain chain(states_.size());
      add_all(chain);
      const std::vector<StateVector> change = chain.solve();
      if (change.empty()) break;
      double largest = 0;
      for (std::size_t i = 0; i < states_.size(); ++i) {
        states_[i] += change[i];
        largest = std::max(largest, change[i].head<4>().cwiseAbs().maxCoeff());
      }
      if (largest < kConverged) break;
    }
    SmoothedMotion out{.states = in_.start};
    StateChain chain(states_.size());
    add_all(chain);
    out.largest_jump = largest_jump_;
    const auto sigmas = with_sigmas ? chain.sigmas() : std::vector<StateChain::Sigma>(states_.size());
    for (std::size_t i = 0; i < states_.size(); ++i) write(states_[i], sigmas[i], out.states[i]);
    if (in_.holonomic) head_along_motion(out.states);
    return out;
  }

 private:
  void write(const StateVector& x, const StateChain::Sigma& sigma, ObjectState& out) const {
    out.position_in_map = {x[0], x[1], x[2]};
    out.sigma_m = sigma.position_m, out.sigma_rad = sigma.yaw_rad;
    out.yaw = x[3];
    out.v = in_.holonomic ? std::hypot(x[4], x[5]) : x[4];
    out.yaw_rate = in_.holonomic ? 0 : x[5];
  }

  // The heading is the mean direction of the motion over half a second; slow objects keep the last one.
  void head_along_motion(std::vector<ObjectState>& states) const {
    constexpr double kReach_s = 0.25, kLoiter_mps = 0.3;
    std::optional<double> last;
    std::size_t first_known = 0;
    for (std::size_t i = 0; i < states.size(); ++i) {
      Eigen::Vector2d sum = Eigen::Vector2d::Zero();
      double count = 0;
      for (std::size_t j = 0; j < states.size(); ++j) {
        if (std::abs((states[j].stamp - states[i].stamp).seconds()) > kReach_s) continue;
        sum += states_[j].tail<2>(), ++count;
      }
      if (sum.norm() > kLoiter_mps * count) {
        const double yaw = std::atan2(sum.y(), sum.x());
        if (!last) first_known = i;
        last = last ? *last + wrapped(yaw - *last) : yaw;
      }
      if (last) states[i].yaw = *last;
    }
    if (last) {
      for (std::size_t i = 0; i < first_known; ++i) states[i].yaw = states[first_known].yaw;
    }
    for (std::size_t i = 0; i < states.size(); ++i) {
      const std::size_t a = i > 0 ? i - 1 : 0, b = std::min(i + 1, states.size() - 1);
      const double dt = (states[b].stamp - states[a].stamp).seconds();
      states[i].yaw_rate = dt > kShortest_s ? (states[b].yaw - states[a].yaw) / dt : 0;
    }
  }

  void add_all(StateChain& chain) {
    largest_jump_ = 0;
    add_priors(chain);
    for (std::size_t i = 0; i + 1 < states_.size(); ++i) add_motion_model(chain, i);
    if (in_.poses.empty()) {
      for (const RelativePose& motion : in_.motions) add_motion(chain, motion);
    }
    for (const SightedPose& pose : in_.poses) add_pose(chain, pose);
    for (std::size_t i = 0; i < in_.ground_z.size(); ++i) {
      if (!in_.ground_z[i]) continue;
      const double z = *in_.ground_z[i];
      const auto residual = [&](const StateVector& x) { return Eigen::Matrix<double, 1, 1>(x[2] - z); };
      const double off = std::abs(states_[i][2] - z) / kGround_m;
      chain.add<1>(i, states_[i], residual, Eigen::Matrix<double, 1, 1>(huber(off) / (kGround_m * kGround_m)));
    }
  }

  // Motions tell nothing about the place of the whole track, and a standing object nothing about its heading.
  void add_priors(StateChain& chain) const {
    StateVector sigma;
    const double place_m = in_.poses.empty() ? 1e-3 : 100;
    sigma << place_m, place_m, in_.ground_z.empty() ? place_m : 100, in_.holonomic ? 0.01 : 1, 30,
        in_.holonomic ? 30 : 1;
    StateVector expected = anchor_;
    if (!in_.holonomic) expected[5] = 0;
    const auto residual = [&](const StateVector& x) { return StateVector(x - expected); };
    chain.add<6>(0, states_[0], residual, sigma.cwiseAbs2().cwiseInverse().asDiagonal().toDenseMatrix());
  }

  double step_s(std::size_t i) const {
    return std::max(kShortest_s, (in_.start[i + 1].stamp - in_.start[i].stamp).seconds());
  }

  void add_motion_model(StateChain& chain, std::size_t i) const {
    const double dt = step_s(i), accel = in_.noise.accel_mps2, turn = in_.noise.turn_radps2;
    const double place = 0.5 * dt * dt, rate = std::sqrt(dt * kRate_s);
    StateVector sigma;
    if (in_.holonomic) {
      // The heading is computed afterwards; here it only has to stay where it is.
      const double yaw_step = in_.start[i + 1].yaw - in_.start[i].yaw;
      const auto residual = [&](const StateVector& a, const StateVector& b) {
        StateVector r = b - a;
        r.head<2>() -= a.tail<2>() * dt;
        r[3] -= yaw_step;
        return r;
      };
      sigma << 0.01 + accel * place, 0.01 + accel * place, 0.03 * rate / kRate_s, 0.01, accel * rate, accel * rate;
      return chain.add<6>(i, i + 1, states_[i], states_[i + 1], residual, information(sigma));
    }
    const double axle = in_.axle_m.value_or(0), unsure = in_.axle_m ? kKnownAxle_m : kUnknownAxle_m;
    const auto residual = [&](const StateVector& a, const StateVector& b) {
      const double half = 0.5 * a[5] * dt;
      const double chord = a[4] * dt * (std::abs(half) > 1e-4 ? std::sin(half) / half : 1 - half * half / 6);
      const Eigen::Vector2d from = a.head<2>() - axle * direction(a[3]), to = b.head<2>() - axle * direction(b[3]);
      StateVector r = b - a;
      r.head<2>() = turned(-(a[3] + half), to - from) - Eigen::Vector2d(chord, 0);
      r[3] -= a[5] * dt;
      return r;
    };
    const double v = std::abs(states_[i][4]), w = std::abs(states_[i][5]);
    sigma << 0.01 + accel * place, 0.01 + v * turn * place * dt / 3 + unsure * w * dt,
        0.02 * rate / kRate_s + 0.02 * v * dt, 0.002 + turn * place, accel * rate, turn * rate;
    chain.add<6>(i, i + 1, states_[i], states_[i + 1], residual, information(sigma));
  }

  static StateMatrix information(const StateVector& sigma) {
    return sigma.cwiseAbs2().cwiseInverse().asDiagonal().toDenseMatrix();
  }

  // Weight of a residual of `off` standard deviations.
  static double huber(double off) { return off > kHuber ? kHuber / off : 1; }
  double weight(const Eigen::Vector4d& r, const Eigen::Matrix4d& information) {
    const double off = std::sqrt(std::max(0.0, r.dot(information * r)) / 4);
    largest_jump_ = std::max(largest_jump_, off);
    return huber(off);
  }
  static Eigen::Matrix4d information(const std::array<double, 16>& covariance) {
    Eigen::Matrix4d c = Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(covariance.data());
    c = 0.5 * (c + c.transpose().eval());
    c.diagonal().array() += 1e-8;  // of an exact measurement
    return c.inverse();
  }

  void add_motion(StateChain& chain, const RelativePose& m) {
    if (m.from >= states_.size() || m.to >= states_.size() || m.from == m.to) return;
    const Eigen::Vector2d pivot{m.pivot_in_map.x, m.pivot_in_map.y},
        end = pivot + Eigen::Vector2d{m.translation.x, m.translation.y};
    const auto residual = [&](const StateVector& a, const StateVector& b) {
      const double yaw = in_.holonomic ? m.yaw : b[3] - a[3];
      const Eigen::Vector2d moved = b.head<2>() + turned(yaw, pivot - Eigen::Vector2d(a.head<2>())) - end;
      return Eigen::Vector4d(moved.x(), moved.y(), b[2] - a[2] - m.translation.z,
                             in_.holonomic ? 0 : wrapped(yaw - m.yaw));
    };
    const Eigen::Matrix4d info = information(m.covariance);
    const double w = weight(residual(states_[m.from], states_[m.to]), info);
    chain.add<4>(m.from, m.to, states_[m.from], states_[m.to], residual, w * info);
  }

  void add_pose(StateChain& chain, const SightedPose& p) {
    const Eigen::Vector2d inside{p.point_in_object.x, p.point_in_object.y};
    const auto residual = [&](const StateVector& x) {
      const Eigen::Vector2d place = x.head<2>() + turned(in_.holonomic ? in_.start[p.sighting].yaw : x[3], inside);
      return Eigen::Vector4d(place.x() - p.point_in_map.x, place.y() - p.point_in_map.y,
                             x[2] + p.point_in_object.z - p.point_in_map.z, in_.holonomic ? 0 : wrapped(x[3] - p.yaw));
    };
    const Eigen::Matrix4d info = information(p.covariance);
    const double w = weight(residual(states_[p.sighting]), info);
    chain.add<4>(p.sighting, states_[p.sighting], residual, w * info);
  }

  const SmootherInput& in_;
  std::vector<StateVector> states_;
  StateVector anchor_;
  double largest_jump_ = 0;
};

}  // namespace

SmoothedMotion smooth_motion(const SmootherInput& input, bool with_sigmas) {
  if (input.start.empty()) return {};
  return Smoother(input).run(with_sigmas);
}

}  // namespace gs::mapping
