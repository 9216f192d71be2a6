// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Fuzzing of all message types: the first two bytes of the input choose the type.
#pragma once

#include <memory>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/rosmsg/field_list.h"
#include "gs/rosmsg/messages/all.h"

namespace gs {

// A message type, and a function that creates a default message of it.
struct AnyMessage {
  const rosmsg::MessageType* type;
  std::shared_ptr<void> (*make)();
};

// One entry per message type of the list.
template <class... M>
std::vector<AnyMessage> list_messages(rosmsg::TypeList<M...>) {
  return {AnyMessage{&rosmsg::type_of<M>(), [] { return std::static_pointer_cast<void>(std::make_shared<M>()); }}...};
}

// Message type for the first two bytes of the input.
inline const AnyMessage& choose_message(Bytes two_bytes) {
  static const std::vector<AnyMessage> all = list_messages(rosmsg::AllMessages{});
  return all[load_le<uint16_t>(two_bytes.data()) % all.size()];
}

}  // namespace gs
