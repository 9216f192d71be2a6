// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/backend.h"

namespace gs {

std::string_view to_string(Backend backend) {
  switch (backend) {
    case Backend::automatic:
      return "auto";
    case Backend::cpu:
      return "cpu";
    case Backend::cuda:
      return "cuda";
  }
  return "auto";
}

std::optional<Backend> backend_from_string(std::string_view name) {
  for (const Backend backend : {Backend::automatic, Backend::cpu, Backend::cuda}) {
    if (to_string(backend) == name) return backend;
  }
  return std::nullopt;
}

}  // namespace gs
