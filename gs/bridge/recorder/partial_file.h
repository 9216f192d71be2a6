// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A file that is useful before it is finished: written under NAME.partial, renamed when complete, kept when not.
#pragma once

#include <filesystem>
#include <memory>

#include "gs/logio/sink.h"

namespace gs::bridge {

// already_exists when NAME.partial is there: it holds what a killed run recorded.
Result<std::unique_ptr<ByteSink>> create_partial_file(const std::filesystem::path& path);

}  // namespace gs::bridge
