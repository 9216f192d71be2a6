// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Fills message structs with random content. Test code only.
#pragma once

#include "gs/core/numbers/random.h"
#include "gs/rosmsg/field_list.h"

namespace gs::rosmsg {

// Fills the struct at `object`, whose type is `type`: short random strings and sequences, finite floats.
void fill_random(const MessageType& type, void* object, Random& random);

// A message that depends only on the seed.
template <Message M>
M random_message(uint64_t seed) {
  M message;
  Random random(seed, purpose("random_message"), 0);
  fill_random(type_of<M>(), &message, random);
  return message;
}

}  // namespace gs::rosmsg
