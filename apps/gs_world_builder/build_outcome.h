// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Runs a build on the terminal and prints its result.
#pragma once

#include "apps/gs_world_builder/build_flags.h"

namespace gs {

// Runs the build, prints the result and returns the exit code.
int build_and_report(builder::BuildRequest request, const BuildFlags& flags);

// Prints the error to stderr as text or JSON and returns its exit code.
int report_build_error(const builder::BuildError& error, bool json);

}  // namespace gs
