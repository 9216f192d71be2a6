// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The page that browsers get at "/". This build has no page of its own: a short text says so, and how to read the data.
#pragma once

#include "gs/web/http/manifest.h"

namespace gs::web {

// Adds the files of the page to a manifest.
void add_page(Manifest& manifest);

}  // namespace gs::web
