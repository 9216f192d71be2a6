// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// For tests: fills any message struct with random content.
#pragma once

#include "gs/core/random.h"
#include "gs/rosmsg/field_list.h"

namespace gs {

void fill_random(const MessageType& type, void* object, Random& random);

template <Message M>
M random_message(uint64_t seed) {
  M message;
  Random random(seed, purpose("random_message"), 0);
  fill_random(type_of<M>(), &message, random);
  return message;
}

}  // namespace gs
