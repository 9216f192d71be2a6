// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The page that browsers get at "/": the one that web/ bundles, or, in a build without it (GS_WEB_PAGE), a short text
// that says how to read the data and how to get the page.
#pragma once

#include "gs/web/http/manifest.h"

namespace gs::web {

// True if this build contains the page of web/.
bool has_page();
// Adds the files of the page to a manifest.
void add_page(Manifest& manifest);

}  // namespace gs::web
