// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// gs-train pack: a data set as one file.
#pragma once

#include "gs/config/command_line.h"

namespace gs {

int run_pack(CommandLine& line);

}  // namespace gs
