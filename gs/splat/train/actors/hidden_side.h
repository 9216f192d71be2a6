// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The side of a vehicle that no image shows, and the steps in which it learns from the other side.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gs/splat/train/actors/actor_state.h"
#include "gs/splat/train/actors/mirror_kernel.h"
#include "gs/splat/train/training_data.h"

namespace gs::splat::train {

// What the mirror image of each actor teaches, in their order. A side is hidden if trained views see less than a
// quarter of what they see of the other side (area in the image, at 20 deg or more to the face). Actors that are not
// mirrored, and those seen from both sides or from none, have side 0.
std::vector<MirrorGate> mirror_gates(const TrainingData& data);

// True if an actor is rendered as its own mirror image in the step after `steps` steps of it: every fourth one. More
// would cost the seen side its own steps: with every second one it loses 1.2 dB, with every fourth 0.5 dB, and the
// hidden side gains the same 6 dB (mirror_test.cpp).
inline bool is_mirrored_step(const MirrorGate& gate, uint64_t steps) { return gate.side != 0 && steps % 4 == 1; }

// The shown actors whose step is mirrored, mirrored in place with their first moments for the life of this object.
class MirroredActors {
 public:
  // `shown`: indices into `actors` and `gates`. All must outlive this object.
  MirroredActors(std::span<ActorState> actors, std::span<const MirrorGate> gates, std::span<const std::size_t> shown);
  MirroredActors(const MirroredActors&) = delete;
  MirroredActors& operator=(const MirroredActors&) = delete;
  ~MirroredActors() { mirror(); }

  // True if the actor is mirrored.
  bool contains(std::size_t actor) const;
  // Sets the gradients of an actor to zero where its mirror image must not teach; those of other actors stay.
  void gate(std::size_t actor, const MutableCloudView& gradient) const;

 private:
  void mirror() const;

  std::span<ActorState> actors_;
  std::span<const MirrorGate> gates_;
  std::vector<std::size_t> mirrored_;
};

}  // namespace gs::splat::train
