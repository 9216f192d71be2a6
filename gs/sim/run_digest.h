// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// SHA-256 digests of the states, images and point clouds of a run, to compare runs bit for bit.
//
//   RunDigest digest;
//   digest.add(simulator.observe());
//   while (driving) digest.add(simulator.step());
//   std::puts(digest.state().c_str());
#pragma once

#include <string>

#include "gs/core/hash/sha256.h"
#include "gs/sim/simulator.h"

namespace gs::sim {

// Three running hashes: vehicle state, images, point clouds.
class RunDigest {
 public:
  // Appends one observation. Notices and measured times are not hashed.
  void add(const Observation& now);

  // Digests of all observations so far, as 64 hexadecimal digits.
  std::string state() const { return hex(state_); }  // step, stamp, pose, twist, steering, acceleration, status, actors
  std::string images() const { return hex(images_); }  // every camera's bytes, and ground truth, in order
  std::string clouds() const { return hex(clouds_); }  // points, rings and times of every LiDAR

  friend bool operator==(const RunDigest& a, const RunDigest& b) {
    return a.state() == b.state() && a.images() == b.images() && a.clouds() == b.clouds();
  }

 private:
  static std::string hex(Sha256 hash) { return to_hex(hash.digest()); }  // ends a copy
  Sha256 state_, images_, clouds_;
};

}  // namespace gs::sim
