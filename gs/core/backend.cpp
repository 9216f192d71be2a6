// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/backend.h"

#include "gs/core/text/enum_names.h"

namespace gs {
namespace {

constexpr EnumNames<Backend::cuda> kBackendNames("auto", "cpu", "cuda");

}  // namespace

std::string_view to_string(Backend backend) { return kBackendNames[backend]; }

std::optional<Backend> backend_from_string(std::string_view name) { return kBackendNames.find(name); }

}  // namespace gs
